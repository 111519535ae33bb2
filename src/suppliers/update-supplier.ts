import { mutation } from "../../db/ports.ts";
import { type CountedSupplier, findSupplier, updateSupplier as storeSupplier } from "../../db/suppliers/suppliers.ts";
import { emitEvents } from "../events/emit-events.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { touchOwned } from "../products/touch-owned.ts";
import { applySupplierFields, requireFreeCode } from "./apply-supplier-fields.ts";
import type { SupplierFields } from "./schema.ts";
import { supplierFields } from "./supplier-body.ts";

interface SupplierChange {
  id: string;
  fields: SupplierFields;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/**
 * Changes a supplier, and tells of it; with nothing new nothing is written. The products whose main supplier it is
 * notice another name or code. Throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED and DUPLICATE_RESOURCE.
 */
export const updateSupplier = mutation(
  "suppliers.update",
  async (tx, { id, fields, expected }: SupplierChange, context): Promise<CountedSupplier> => {
    const { productCount, ...before } = required(await findSupplier(tx, id), "supplier", id);
    requireVersion(expected, before.version);
    const supplier = applySupplierFields(before, fields);
    const known: Record<string, unknown> = supplierFields(before);
    const changed = Object.entries(supplierFields(supplier)).flatMap(([name, value]) =>
      value === known[name] ? [] : name,
    );
    if (changed.length === 0) return { ...before, productCount };
    await requireFreeCode(tx, supplier);
    const stored = { ...supplier, updatedAtMs: context.now(), version: before.version + 1 };
    await storeSupplier(tx, stored);
    if (changed.includes("name") || changed.includes("code")) await touchOwned(tx, "supplier", [id], context);
    const data = { id, code: supplier.code, name: supplier.name, updated_fields: changed };
    await emitEvents(tx, [{ type: "supplier.updated", data }], context);
    return { ...stored, productCount };
  },
);
