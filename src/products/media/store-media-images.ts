import { listMedia, type Media } from "../../../db/media/media.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { touchProducts } from "../changes/commit/touch-products.ts";
import { type ImageChange, isChanged, settled } from "./image-change.ts";
import { mediaForHistory } from "./media-body.ts";

/**
 * Stores which images a product shall have, with its primary one's address, and notes the change; with nothing new nothing
 * is written. `primaryId` wins over what the images say of themselves. Returns them as they are stored, in their order.
 */
export async function storeImages(
  tx: Tx,
  { productId, before, after }: ImageChange,
  context: MutationContext,
  primaryId?: string,
): Promise<Media[]> {
  const images = { productId, before, after: settled(after, primaryId) };
  if (!isChanged(images)) return images.after;
  const history = [{ field: "media", before: before.map(mediaForHistory), after: images.after.map(mediaForHistory) }];
  await touchProducts(tx, [{ productId, updatedFields: ["media"], images, changes: history }], context);
  return listMedia(tx, productId);
}
