import type { PendingChange } from "../../../products/changes/set/change-set.ts";
import { MEDIA_PATH } from "../../../products/media/file-keys.ts";
import { namedUrls } from "../../../products/media/named-images.ts";

/** An address without what stands before the path to an image of this service: exports put it there, or a setting did. */
export const pathOfOwn = (url: string): string => url.slice(Math.max(0, url.indexOf(MEDIA_PATH)));

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((url, index) => pathOfOwn(url) === pathOfOwn(other[index] ?? ""));

/** Whether a row names other images than the product's own row does: what it shows then depends on its stored images. */
export const namesOtherImages = ({ before }: PendingChange, { image_urls: urls }: Record<string, unknown>): boolean =>
  before !== undefined && before.imageUrl !== null && Array.isArray(urls) && !isSameList(urls, namedUrls(before));

/**
 * Whether a row names the images that the product shows, as our exports do: such a row says nothing new. `image_url` is
 * the address in a column for one image; then it is the primary one that counts.
 */
export function saysShownImages(
  { before, parts: { imageUrls } }: PendingChange,
  values: Record<string, unknown>,
): boolean {
  const { image_urls: urls, image_url: primary } = values;
  if (before?.imageUrl === undefined || before.imageUrl === null || !Array.isArray(urls)) return false;
  if (typeof primary === "string" && urls.length === 1 && pathOfOwn(primary) === pathOfOwn(before.imageUrl))
    return true;
  return isSameList(urls, imageUrls && imageUrls.length > 0 ? imageUrls : namedUrls(before));
}
