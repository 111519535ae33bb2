import { deleteMedia, insertMedia, type Media, updateMedia } from "../../db/media/media.ts";
import type { Tx } from "../../db/ports.ts";
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
/** The address of the primary one. */
export const primaryUrl = (images: readonly Media[]) => images.find(({ isPrimary }) => isPrimary)?.url;

/** Whether the images are others, or in another order. */
export const isChanged = ({ before, after }: ImageChange): boolean =>
  before.length !== after.length ||
  after.some((image) => !before.some((known) => known.id === image.id && isSame(known, image)));

/** Writes the rows of what has changed; images without a row get one. Returns all as stored. */
export async function writeImages(tx: Tx, changes: readonly ImageChange[], nowMs: number): Promise<Media[][]> {
  const known = new Map(changes.flatMap(({ before }) => before.filter(hasRow).map((image) => [image.id, image])));
  const images = changes.flatMap(({ after }) => after);
  const kept = new Set(images.map(({ id }) => id));
  const gone = [...known.keys()].filter((id) => !kept.has(id));
  if (gone.length > 0) await deleteMedia(tx, gone);
  const differs = (image: Media) => {
    const row = known.get(image.id);
    return row !== undefined && !isSame(row, image);
  };
  // There are never two primary ones.
  const changed = images.filter(differs).toSorted((one, other) => Number(one.isPrimary) - Number(other.isPrimary));
  const written = [
    ...(await updateMedia(tx, changed, nowMs)),
    ...(await insertMedia(
      tx,
      images.filter(({ id }) => !known.has(id)),
      nowMs,
    )),
  ];
  const stored = new Map([...known, ...written.map((image) => [image.id, image] as const)]);
  return changes.map(({ after }) => after.map((image) => stored.get(image.id) ?? image));
}
