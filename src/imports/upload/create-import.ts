import { type Import, imports, type NewImport } from "../../../db/imports/imports.ts";
import { countUse } from "../../../db/mapping-templates/templates.ts";
import { mutation, type Reader } from "../../../db/ports.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { Supplier } from "../../reference/suppliers/supplier.ts";
import { requireTaskRoom } from "../../storage/tenant-quota.ts";
import { nameKey } from "../../text/name-key.ts";
import { enqueueRun } from "../enqueue-run.ts";

const refuse = (field: string, key: NonNullable<FieldProblem["key"]>) =>
  invalidBody([{ field, type: "invalid_value", key }]);

/** The code of the supplier that is named. Throws VALIDATION_FAILED for an unknown id, or one that has another code. */
export async function supplierCodeOf(
  db: Reader,
  { supplierId, supplierCode }: Pick<NewImport, "supplierId" | "supplierCode">,
): Promise<string | null> {
  const supplier = supplierId === null ? undefined : await Supplier.table.find(db, supplierId);
  if (supplierId !== null && !supplier) throw refuse("supplier_id", "imports.no_such_supplier");
  if (supplier && supplierCode !== null && nameKey(supplierCode) !== supplier.code_key) {
    throw refuse("supplier_code", "imports.supplier_disagrees");
  }
  return supplier?.code ?? supplierCode;
}

/** An analysed file, and what is to be done with it. */
export interface ImportCreation extends Omit<NewImport, "status" | "createdAtMs" | "jobUid"> {
  /** The template that its mapping is of. */
  templateId: string | null;
  /** Whether it is run at once when it has a mapping. */
  autoProcess: boolean;
  /** How many unfinished tasks the tenant may have; 0: no limit. */
  tasksMax: number;
}

/**
 * Registers an uploaded and analysed file. With a mapping it is ready, or begins; without one it waits for that. Throws
 * VALIDATION_FAILED for an unknown supplier.
 */
export const createImport = mutation(
  "imports.create",
  async (tx, { templateId, autoProcess, tasksMax, ...input }: ImportCreation, { now, newId }): Promise<Import> => {
    const { id, mapping } = input;
    const code = await supplierCodeOf(tx, input);
    const begins = mapping !== null && autoProcess;
    const jobUid = begins ? newId() : null;
    const status = mapping === null ? "awaiting_mapping" : begins ? "pending" : "ready";
    const made = await imports.insert(tx, { ...input, supplierCode: code, status, jobUid, createdAtMs: now() });
    if (mapping !== null && templateId !== null) await countUse(tx, templateId);
    if (jobUid !== null) {
      await requireTaskRoom(tx, tasksMax);
      await enqueueRun(tx, { id, totalRows: made.totalRows, jobUid }, { now, newId });
    }
    return made;
  },
);
