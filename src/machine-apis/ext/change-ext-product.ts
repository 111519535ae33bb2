import { mutation } from "../../../db/ports.ts";
import { required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { foreseeCommit } from "../../products/changes/commit/commit.ts";
import { commitSet } from "../../products/changes/commit/commit-set.ts";
import { applyItem } from "../../products/changes/set/apply.ts";
import { loadChangeSet } from "../../products/changes/set/load.ts";

interface ExtChange extends Conditional {
  /** The EAN of the path, padded to 14 digits. */
  gtin14: string;
  /** As `readFields` leaves them; null clears. */
  values: Record<string, unknown>;
  /** The supplier named becomes the main one. */
  replaces: boolean;
}

/** Changes the product with an EAN; it never creates one. Throws PRODUCT_NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED. */
export const changeExtProduct = mutation(
  "ext.change-product",
  async (tx, { gtin14, values, replaces, expected }: ExtChange, context): Promise<void> => {
    const item = { gtin14, reference: null, values };
    foreseeCommit(tx);
    const set = await loadChangeSet(tx, [item], context);
    const change = set.byGtin(gtin14);
    const known = required(change?.row.deletedAtMs === null ? change : undefined, "product");
    requireVersion(expected, known.row.updatedAtUs);
    applyItem(set, item, known, { newId: context.newId, nowMs: context.now(), replaces });
    await commitSet(tx, set, context, { source: "ext" });
  },
);
