import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { ProductRow, StoredRow } from "../../../db/products/product-row.ts";
import { ApiError, required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { applyFields } from "../fields/apply-fields.ts";
import { type CommitOrigin, commit, foreseeCommit } from "./commit/commit.ts";
import { removeProducts, showProducts } from "./commit/remove-products.ts";
import { findLiveProduct } from "./live-product.ts";
import { newProductRow } from "./new-product-row.ts";
import { foreseeDuplicateEan, refuseDuplicateEan } from "./refuse-duplicate-ean.ts";
import { loadReferences, resolveReferences } from "./resolve-references.ts";

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

interface ProductChange extends Conditional {
  id: string;
  values: Record<string, unknown>;
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

interface Deletion extends Conditional {
  id: string;
  /** Erases it, whether it is hidden already or not. */
  permanent: boolean;
}

/** Hides a product or erases it. Throws PRODUCT_NOT_FOUND, also for hiding what is hidden, and PRECONDITION_FAILED. */
export const deleteProduct = mutation(
  "products.delete",
  async (tx, { id, permanent, expected }: Deletion, context): Promise<void> => {
    foreseeCommit(tx);
    const [row] = await findRowsByIds(tx, [id]);
    const known = required(permanent || row?.deletedAtMs === null ? row : undefined, "product", id);
    requireVersion(expected, known.updatedAtUs);
    await removeProducts(tx, [known], { permanent }, context);
  },
);

/** Shows a hidden product again. Throws PRODUCT_NOT_FOUND, PRECONDITION_FAILED, and INVALID_STATE when it is not hidden. */
export const restoreProduct = mutation(
  "products.restore",
  async (tx, { id, expected }: Omit<Deletion, "permanent">, context): Promise<void> => {
    const [row] = await findRowsByIds(tx, [id]);
    const known = required(row, "product", id);
    requireVersion(expected, known.updatedAtUs);
    if (known.deletedAtMs === null) {
      throw new ApiError("INVALID_STATE", {
        key: "products.not_deleted",
        details: { current_state: "live", action: "restore", allowed_actions: ["delete"] },
      });
    }
    await showProducts(tx, [known], null, context);
  },
);
