import { type Overlay, putOverlay as storeOverlay } from "../../../db/overlays/overlays.ts";
import { type MutationContext, mutation } from "../../../db/ports.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { touchProducts } from "../../products/changes/commit/touch-products.ts";
import { type FoundOverlay, findOverlayOf } from "./find-overlays.ts";
import { overlayChange } from "./overlay-change.ts";
import type { OverlayFields } from "./schema.ts";

interface OverlayWrite {
  productId: string;
  entityId: string;
  /** Cleaned: null and "" clear, an absent field stays. */
  fields: OverlayFields;
  /** The versions of the product that may be changed; `null`: any. */
  expected: string[] | null;
}

const given = (value: string | null | undefined, known: string | null): string | null =>
  value === undefined ? known : value?.trim() || null;

/** A membership that says nothing. */
const newOverlay = ({ product, entity }: FoundOverlay, { now }: MutationContext): Overlay => ({
  productId: product.id,
  entityId: entity.id,
  internalReference: null,
  descriptionOverride: null,
  shortDescriptionOverride: null,
  status: "active",
  notes: null,
  createdAtMs: now(),
  updatedAtUs: 0,
});

/**
 * Makes a product a member of an entity, and changes what the entity says of it; with nothing new nothing is written. Says
 * whether it was none before. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED.
 */
export const putOverlay = mutation(
  "overlays.put",
  async (tx, { productId, entityId, fields, expected }: OverlayWrite, context): Promise<{ isNew: boolean }> => {
    const found = await findOverlayOf(tx, productId, entityId);
    requireVersion(expected, found.product.updatedAtUs);
    const known = found.overlay ?? newOverlay(found, context);
    const overlay: Overlay = {
      ...known,
      internalReference: given(fields.internal_reference, known.internalReference),
      descriptionOverride: given(fields.description_override, known.descriptionOverride),
      shortDescriptionOverride: given(fields.short_description_override, known.shortDescriptionOverride),
      status: fields.status ?? known.status,
      notes: given(fields.notes, known.notes),
    };
    if (JSON.stringify(overlay) === JSON.stringify(found.overlay)) return { isNew: false };
    await storeOverlay(tx, overlay, context.now());
    const changes = [overlayChange(found.overlay, overlay)];
    await touchProducts(tx, [{ productId: overlay.productId, updatedFields: ["entities"], changes }], context);
    return { isNew: found.overlay === undefined };
  },
);
