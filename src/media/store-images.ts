import { deleteMedia, insertMedia, type Media, refreshImageUrls, updateMedia } from "../../db/media/media.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import { takeTicks } from "../../db/products/write.ts";
import { touchProducts } from "../products/touch-products.ts";
import { mediaForHistory } from "./media-body.ts";
import { hasRow } from "./named-images.ts";

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

/** In their order, exactly one of them the primary one: `primaryId`, else the one that is it, else the first. */
export function settled(images: readonly Media[], primaryId?: string): Media[] {
  const sorted = images.toSorted(inOrder);
  const primary = sorted.find(({ id }) => id === primaryId) ?? sorted.find(({ isPrimary }) => isPrimary) ?? sorted[0];
  return sorted.map((image) => ({ ...image, isPrimary: image === primary }));
}

const isSame = (one: Media | undefined, other: Media) => JSON.stringify(one) === JSON.stringify(other);
export const primaryUrl = (images: readonly Media[]) => images.find(({ isPrimary }) => isPrimary)?.url;

const isChanged = ({ before, after }: ImageChange): boolean =>
  before.length !== after.length ||
  after.some((image) => !before.some((known) => known.id === image.id && isSame(known, image)));

/** Writes the rows of what has changed, stamped with `updatedAtUs`; images without a row get one. Returns all as stored. */
export async function writeImages(
  tx: Tx,
  changes: readonly (ImageChange & { updatedAtUs: number })[],
): Promise<Media[][]> {
  const known = new Map(changes.flatMap(({ before }) => before.filter(hasRow).map((image) => [image.id, image])));
  const stored = changes.map(({ after, updatedAtUs }) =>
    after.map((image) => {
      const row = known.get(image.id);
      return row && isSame(row, image) ? row : { ...image, updatedAtUs };
    }),
  );
  const images = stored.flat();
  const kept = new Set(images.map(({ id }) => id));
  const gone = [...known.keys()].filter((id) => !kept.has(id));
  if (gone.length > 0) await deleteMedia(tx, gone);
  const changed = images.filter((image) => known.has(image.id) && known.get(image.id) !== image);
  // There are never two primary ones.
  await updateMedia(
    tx,
    changed.toSorted((one, other) => Number(one.isPrimary) - Number(other.isPrimary)),
  );
  await insertMedia(
    tx,
    images.filter(({ id }) => !known.has(id)),
  );
  return stored;
}

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
  const updatedAtUs = await takeTicks(tx, 1, context.now());
  const [stored = []] = await writeImages(tx, [{ ...change, updatedAtUs }]);
  if (primaryUrl(before) !== primaryUrl(stored)) await refreshImageUrls(tx, [productId]);
  const changes = [
    { productId, field: "media", before: before.map(mediaForHistory), after: stored.map(mediaForHistory) },
  ];
  await touchProducts(tx, [{ productId, updatedFields: ["media"], changes }], context);
  return stored;
}
