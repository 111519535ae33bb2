import { mutation, type Tx } from "../../db/ports.ts";
import {
  type CountedSupplier,
  findSuppliersByKeys,
  insertSupplier,
  type Supplier,
} from "../../db/suppliers/suppliers.ts";
import { emitEvents } from "../events/emit-events.ts";
import { nameKey } from "../text/name-key.ts";
import { slugOf } from "../text/slug.ts";
import { applySupplierFields, requireFreeCode } from "./apply-supplier-fields.ts";
import { supplierCreated } from "./match-suppliers.ts";
import type { SupplierFields } from "./schema.ts";

// Leaves room for the end of an id.
const MADE_CODE_MAX = 40;

/** A code made from the name that no other supplier has. */
async function freeCode(tx: Tx, { id, name }: Pick<Supplier, "id" | "name">): Promise<string> {
  const code = slugOf(name).toUpperCase().slice(0, MADE_CODE_MAX) || "SUPPLIER";
  const taken = await findSuppliersByKeys(tx, [nameKey(code)]);
  return taken.length === 0 ? code : `${code}-${id.slice(-8).toUpperCase()}`;
}

/** Creates a supplier, and tells of it. Throws VALIDATION_FAILED, and DUPLICATE_RESOURCE for its code. */
export const createSupplier = mutation(
  "suppliers.create",
  async (tx, { fields }: { fields: SupplierFields & { name: string } }, context): Promise<CountedSupplier> => {
    const nowMs = context.now();
    const id = context.newId();
    const blank: Supplier = {
      id,
      code: fields.code ?? (await freeCode(tx, { id, name: fields.name })),
      codeKey: "",
      name: "",
      nameKey: "",
      isActive: true,
      country: null,
      email: null,
      phone: null,
      website: null,
      contactName: null,
      currency: "EUR",
      leadTimeDays: null,
      minOrderAmountCents: null,
      notes: null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      version: 1,
    };
    const supplier = applySupplierFields(blank, fields);
    await requireFreeCode(tx, supplier);
    await insertSupplier(tx, supplier);
    await emitEvents(tx, [supplierCreated(supplier)], context);
    return { ...supplier, productCount: 0 };
  },
);
