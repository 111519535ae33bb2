import type { Media } from "../../../db/media/media.ts";

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

/** Whether an image is as it is stored. */
export const isSameImage = (one: Media | undefined, other: Media) => JSON.stringify(one) === JSON.stringify(other);
/** The address of the primary one. */
export const primaryUrl = (images: readonly Media[]) => images.find(({ isPrimary }) => isPrimary)?.url;

/** Whether the images are others, or in another order. */
export const isChanged = ({ before, after }: ImageChange): boolean =>
  before.length !== after.length ||
  after.some((image) => !before.some((known) => known.id === image.id && isSameImage(known, image)));
