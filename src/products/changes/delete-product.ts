import { mutation } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { ApiError, required } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { foreseeCommit } from "./commit/commit.ts";
import { removeProducts, showProducts } from "./commit/remove-products.ts";

interface Deletion {
  id: string;
  /** Erases it, whether it is hidden already or not. */
  permanent: boolean;
  /** The versions that may be deleted; `null`: any. */
  expected: string[] | null;
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
