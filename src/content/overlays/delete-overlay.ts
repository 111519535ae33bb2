import { overlayRows } from "../../../db/overlays/overlays.ts";
import { mutation } from "../../../db/ports.ts";
import { required } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { touchProducts } from "../../products/changes/commit/touch-products.ts";
import { findOverlayOf } from "./find-overlays.ts";
import { overlayChange } from "./overlay-change.ts";

interface OverlayDeletion {
  productId: string;
  entityId: string;
  /** The versions of the product that may be changed; `null`: any. */
  expected: string[] | null;
}

/**
 * Ends the membership of a product, with what the entity says of it; texts written for the entity stay. Throws
 * PRODUCT_NOT_FOUND, NOT_FOUND also for what is no member, and PRECONDITION_FAILED.
 */
export const deleteOverlay = mutation(
  "overlays.delete",
  async (tx, { productId, entityId, expected }: OverlayDeletion, context): Promise<void> => {
    const { product, entity, ...found } = await findOverlayOf(tx, productId, entityId);
    const overlay = required(found.overlay, "overlay", entityId);
    requireVersion(expected, product.updatedAtUs);
    await overlayRows.erase(tx, { productId: product.id, entityId: entity.id });
    const changes = [overlayChange(overlay, undefined)];
    await touchProducts(tx, [{ productId: product.id, updatedFields: ["entities"], changes }], context);
  },
);
