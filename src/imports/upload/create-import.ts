import { type Import, insertImport, type NewImport } from "../../../db/imports/imports.ts";
import { mutation } from "../../../db/ports.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { Supplier } from "../../suppliers/supplier.ts";
import { nameKey } from "../../text/name-key.ts";

const refuse = (field: string, key: NonNullable<FieldProblem["key"]>) =>
  invalidBody([{ field, type: "invalid_value", key }]);

/** Registers an uploaded and analysed file; it waits for its mapping. Throws VALIDATION_FAILED for an unknown supplier. */
export const createImport = mutation(
  "imports.create",
  async (tx, input: Omit<NewImport, "status" | "createdAtMs">, { now }): Promise<Import> => {
    const { supplierId, supplierCode } = input;
    const supplier = supplierId === null ? undefined : await Supplier.table.find(tx, supplierId);
    if (supplierId !== null && !supplier) throw refuse("supplier_id", "imports.no_such_supplier");
    if (supplier && supplierCode !== null && nameKey(supplierCode) !== supplier.code_key) {
      throw refuse("supplier_code", "imports.supplier_disagrees");
    }
    const code = supplier?.code ?? supplierCode;
    return insertImport(tx, { ...input, supplierCode: code, status: "awaiting_mapping", createdAtMs: now() });
  },
);
