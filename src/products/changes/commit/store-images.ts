import { deleteMedia, insertMedia, type Media, updateMedia } from "../../../../db/media/media.ts";
import type { Tx } from "../../../../db/ports.ts";
import { type ImageChange, isSameImage } from "../../media/image-change.ts";
import { hasRow } from "../../media/named-images.ts";

/** Writes the rows of images that have changed; images without a row get one. */
export async function storeImages(tx: Tx, changes: readonly ImageChange[], nowMs: number): Promise<void> {
  const known = new Map(changes.flatMap(({ before }) => before.filter(hasRow).map((image) => [image.id, image])));
  const images = changes.flatMap(({ after }) => after);
  const remaining = new Set(images.map(({ id }) => id));
  const removed = [...known.keys()].filter((id) => !remaining.has(id));
  if (removed.length > 0) await deleteMedia(tx, removed);
  const differs = (image: Media) => {
    const row = known.get(image.id);
    return row !== undefined && !isSameImage(row, image);
  };
  // There are never two primary ones.
  const changed = images.filter(differs).toSorted((one, other) => Number(one.isPrimary) - Number(other.isPrimary));
  await updateMedia(tx, changed, nowMs);
  await insertMedia(
    tx,
    images.filter(({ id }) => !known.has(id)),
    nowMs,
  );
}
