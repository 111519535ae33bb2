import { mutation } from "../../db/ports.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { applyItem } from "../upserts/apply-item.ts";
import { Workspace } from "../upserts/workspace.ts";
import { writeDrafts } from "../upserts/write-drafts.ts";

interface ExtChange {
  /** The EAN of the path, padded to 14 digits. */
  gtin14: string;
  /** As `readFields` leaves them; null clears. */
  values: Record<string, unknown>;
  /** The supplier named becomes the main one. */
  replaces: boolean;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/** Changes the product with an EAN; it never creates one. Throws PRODUCT_NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED. */
export const changeExtProduct = mutation(
  "ext.change-product",
  async (tx, { gtin14, values, replaces, expected }: ExtChange, context): Promise<void> => {
    const item = { gtin14, reference: null, values };
    const workspace = await Workspace.open(tx, [item], context);
    const draft = workspace.byGtin(gtin14);
    const known = required(draft?.row.deletedAtMs === null ? draft : undefined, "product");
    requireVersion(expected, known.row.updatedAtUs);
    applyItem(workspace, item, known, { newId: context.newId, nowMs: context.now(), replaces });
    workspace.brands.keep();
    workspace.suppliers.keep();
    await writeDrafts(tx, workspace, context, { source: "ext" });
  },
);
