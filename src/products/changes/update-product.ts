import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { applyFields } from "../fields/apply-fields.ts";
import { type CommitOrigin, commit, foreseeCommit } from "./commit/commit.ts";
import { findLiveProduct } from "./live-product.ts";
import { foreseeDuplicateEan, refuseDuplicateEan } from "./refuse-duplicate-ean.ts";
import { loadReferences, resolveReferences } from "./resolve-references.ts";

interface ProductChange {
  id: string;
  values: Record<string, unknown>;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/**
 * Changes the fields of a product that are among values made by `readFields`. Returns the request names of those that
 * really changed: with none nothing is written. Throws PRODUCT_NOT_FOUND,
 * PRECONDITION_FAILED, VALIDATION_FAILED and DUPLICATE_EAN.
 */
export const updateProduct = mutation(
  "products.update",
  async (tx, { id, values, expected }: ProductChange, context): Promise<{ changed: string[] }> => {
    foreseeCommit(tx);
    foreseeDuplicateEan(tx, values);
    tx.ahead((db) => [loadReferences(db, [values])]);
    const before = await findLiveProduct(tx, id);
    requireVersion(expected, before.updatedAtUs);
    return storeUpdate(tx, before, values, context);
  },
);

/** Stores these values of a live product, as `updateProduct` does. `origin`: as `commit` takes it. */
export async function storeUpdate(
  tx: Tx,
  before: ProductRow,
  values: Record<string, unknown>,
  context: MutationContext,
  origin: CommitOrigin = {},
): Promise<{ changed: string[] }> {
  const { row, changed } = applyFields(before, await resolveReferences(tx, values));
  if (changed.length === 0) return { changed };
  if (changed.includes("barcode")) await refuseDuplicateEan(tx, row);
  await commit(tx, [{ before, row, changed }], context, origin);
  return { changed };
}
