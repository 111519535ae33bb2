import { type Media, refreshImageUrls } from "../../db/media/media.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import { touchProducts } from "../catalog/touch-products.ts";
import { mediaForHistory } from "./media-body.ts";
import { type ImageChange, isChanged, primaryUrl, settled, writeImages } from "./write-images.ts";

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
  const change = { productId, before, after: settled(after, primaryId) };
  if (!isChanged(change)) return change.after;
  const [stored = []] = await writeImages(tx, [change], context.now());
  if (primaryUrl(before) !== primaryUrl(stored)) await refreshImageUrls(tx, [productId]);
  const changes = [
    { productId, field: "media", before: before.map(mediaForHistory), after: stored.map(mediaForHistory) },
  ];
  await touchProducts(tx, [{ productId, updatedFields: ["media"], changes }], context);
  return stored;
}
