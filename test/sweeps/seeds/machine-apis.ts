import { newEan } from "../../products/given.ts";
import type { Seed } from "../seeds.ts";

/** A product that an ERP has synchronised. */
export const machineApiSeed: Seed = {
  shared: { timestamp: "1" },
  make: async ({ tenant, canary }) => {
    const reference = `ERP-${newEan()}`;
    const item = { reference, ean: newEan(), name: `Synced ${canary}`, brand: `Synced brand ${canary}` };
    await tenant.post("/appsync/products/sync", [item]);
    return { ref: reference };
  },
  bodies: () => ({
    // The EAN of a body must be that of the path.
    putExtProduct: { name: "Replaced" },
    updateExtProduct: { name: "Changed" },
    // No two products share a reference or code.
    updateSyncProduct: { name: "Changed" },
  }),
};
