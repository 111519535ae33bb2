import { importFile } from "../imports/import-client.ts";
import { newEan } from "../products/given.ts";
import type { SeededTenant as Tenant } from "../sweeps/world.ts";
import type { Teller } from "./teller.ts";

/** A row that waits for its EAN, of which the file had two digits swapped, and that EAN. */
async function waitingRow(tenant: Tenant) {
  const ean = newEan();
  const at = [...ean].findIndex((digit, place) => place > 0 && digit !== ean[place - 1]);
  const swapped = ean.slice(0, at - 1) + ean[at] + ean[at - 1] + ean.slice(at + 1);
  const sku = `waits-${ean}`;
  await importFile(tenant, `ean,sku,name\n${swapped},${sku},Waiting\n`, {
    mapping: { ean: "ean", sku: "sku", name: "name" },
  });
  const { body } = await tenant.get(`/imports/ean-pending?search=${sku}`);
  return { ean, sku, id: String(body.items[0].id) };
}

/** What the operations of imports emit that need a file of their own. */
export const IMPORT_TELLERS: Record<string, Teller> = {
  resolvePendingEans: {
    tells: ["ean.resolved"],
    body: ({ resolution_id: id, ean }) => ({ items: [{ id, ean }] }),
    prepare: async (tenant) => {
      const { id, ean } = await waitingRow(tenant);
      return { resolution_id: id, ean };
    },
  },
  lookUpPendingEans: {
    tells: ["ean.resolved"],
    prepare: async (tenant) => {
      const { sku: reference, ean: barcode } = await waitingRow(tenant);
      await tenant.post("/products", { name: "Waiting", reference, barcode });
      return undefined;
    },
  },
  revertImport: {
    tells: ["product.deleted"],
    prepare: async (tenant) => {
      const { id } = await importFile(tenant, "sku,name\nundone-1,Undone\n", { mapping: { sku: "sku", name: "name" } });
      return { import_id: id };
    },
  },
};
