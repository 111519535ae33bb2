import { type Overlay, overlayRows, putOverlay } from "../../../db/overlays/overlays.ts";
import { mutation } from "../../../db/ports.ts";
import type { FieldChange } from "../../products/changes/commit/record-changes.ts";
import { touchProducts } from "../../products/changes/commit/touch-products.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { overlayChange } from "./overlay-change.ts";
import type { Rewritten } from "./rewriting.ts";

/** Whether an entity says something else of a product already. */
export const isOverridden = ({ descriptionOverride, shortDescriptionOverride }: Overlay): boolean =>
  descriptionOverride !== null || shortDescriptionOverride !== null;

interface Rewriting {
  productId: string;
  texts: (Rewritten & { entityId: string })[];
  /** Also where the entity says something already. */
  overwrite: boolean;
}

/**
 * Stores what was written for entities in place of a product's texts. Answers for which of them: not for one that the
 * product has left, or that has been given texts meanwhile. Throws PRODUCT_NOT_FOUND.
 */
export const rewriteOverlays = mutation(
  "overlays.rewrite",
  async (tx, { productId: ofProduct, texts, overwrite }: Rewriting, context): Promise<string[]> => {
    const { id: productId } = await findLiveProduct(tx, ofProduct);
    const written: string[] = [];
    const changes: FieldChange[] = [];
    for (const { entityId, description, shortDescription } of texts) {
      const before = await overlayRows.find(tx, { productId, entityId });
      if (!before || (isOverridden(before) && !overwrite)) continue;
      const overlay = {
        ...before,
        descriptionOverride: description,
        shortDescriptionOverride: shortDescription,
      };
      await putOverlay(tx, overlay, context.now());
      changes.push(overlayChange(before, overlay));
      written.push(entityId);
    }
    if (written.length > 0) await touchProducts(tx, [{ productId, updatedFields: ["entities"], changes }], context);
    return written;
  },
);
