import { deleteMedia, insertMedia, type Media, refreshImageUrls, updateMedia } from "../../db/media/media.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import { takeTicks } from "../../db/products/write.ts";
import { touchProducts } from "../products/touch-products.ts";
import { mediaForHistory } from "./media-body.ts";

/** How many images a product can have. */
export const MEDIA_MAX = 100;

/** The images of one product, as they were and as they shall be. */
export interface ImageChange {
  productId: string;
  before: readonly Media[];
  after: readonly Media[];
}

const inOrder = (one: Media, other: Media) =>
  one.position - other.position ||
  one.createdAtMs - other.createdAtMs ||
  (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/** In their order, exactly one of them the primary one: the first, where none or several are named. */
function settled(images: readonly Media[], primaryId?: string): Media[] {
  const sorted = images.toSorted(inOrder);
  const primary = sorted.find(({ id }) => id === primaryId) ?? sorted.find(({ isPrimary }) => isPrimary) ?? sorted[0];
  return sorted.map((image) => ({ ...image, isPrimary: image === primary }));
}

const isSame = (one: Media | undefined, other: Media) => JSON.stringify(one) === JSON.stringify(other);
const primaryUrl = (images: readonly Media[]) => images.find(({ isPrimary }) => isPrimary)?.url;

/**
 * Stores which images a product shall have, with its primary one's address, and notes the change; with nothing new nothing
 * is written. `primaryId` wins over what the images say of themselves. Returns them as they are stored, in their order.
 */
export async function storeImages(
  tx: Tx,
  change: ImageChange,
  context: MutationContext,
  primaryId?: string,
): Promise<Media[]> {
  const { productId, before } = change;
  const known = new Map(before.map((image) => [image.id, image]));
  const after = settled(change.after, primaryId);
  const fresh = after.filter((image) => !isSame(known.get(image.id), image));
  const gone = before.filter(({ id }) => !after.some((image) => image.id === id)).map(({ id }) => id);
  if (fresh.length === 0 && gone.length === 0) return after;
  const firstUs = await takeTicks(tx, fresh.length + 1, context.now());
  const stamped = new Map(fresh.map((image, index) => [image.id, { ...image, updatedAtUs: firstUs + index }]));
  const changed = [...stamped.values()].filter(({ id }) => known.has(id));
  await deleteMedia(tx, gone);
  // There are never two primary ones.
  await updateMedia(
    tx,
    changed.toSorted((one, other) => Number(one.isPrimary) - Number(other.isPrimary)),
  );
  await insertMedia(
    tx,
    [...stamped.values()].filter(({ id }) => !known.has(id)),
  );
  const stored = after.map((image) => stamped.get(image.id) ?? image);
  if (primaryUrl(before) !== primaryUrl(stored)) await refreshImageUrls(tx, [productId]);
  const changes = [
    { productId, field: "media", before: before.map(mediaForHistory), after: stored.map(mediaForHistory) },
  ];
  await touchProducts(tx, [{ productId, updatedFields: ["media"], changes }], context);
  return stored;
}
