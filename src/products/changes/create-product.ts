import { mutation } from "../../../db/ports.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { applyFields } from "../fields/apply-fields.ts";
import { commit, foreseeCommit } from "./commit/commit.ts";
import { newProductRow } from "./new-product-row.ts";
import { foreseeDuplicateEan, refuseDuplicateEan } from "./refuse-duplicate-ean.ts";
import { resolveReferences } from "./resolve-references.ts";

/**
 * Creates a product of values that `readFields` made. Returns its id. Throws VALIDATION_FAILED for an unknown brand,
 * category or supplier, and DUPLICATE_EAN.
 */
export const createProduct = mutation(
  "products.create",
  async (tx, { values }: { values: Record<string, unknown> }, context): Promise<{ id: string }> => {
    const nowMs = context.now();
    foreseeCommit(tx);
    foreseeDuplicateEan(tx, values);
    const fields = await resolveReferences(tx, values);
    const { row, changed }: { row: StoredRow; changed: string[] } = applyFields(
      newProductRow({ id: context.newId(), nowMs }),
      fields,
    );
    await refuseDuplicateEan(tx, row);
    await commit(tx, [{ before: undefined, row, changed, isCreation: true }], context);
    return { id: row.id };
  },
);
