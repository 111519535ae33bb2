import type { Media, Thumbnail } from "../../db/media/media.ts";

/** How wide the smaller sizes of an image are, in pixels. */
export const THUMBNAIL_WIDTHS: Record<Thumbnail, number> = { medium: 800, thumb: 200 };
// Object.keys forgets the literal types.
const THUMBNAILS = Object.keys(THUMBNAIL_WIDTHS) as Thumbnail[];

/** What the paths of the public addresses of images begin with. */
export const MEDIA_PATH = "/api/v1/media/";

/** Where the file of an image is stored. */
export const mediaKey = (tenantId: string, { productId, id }: Pick<Media, "productId" | "id">): string =>
  `${tenantId}/media/${productId}/${id}`;

/** Where a smaller size of the image with that key is stored. */
export const thumbnailKey = (fileKey: string, thumbnail: Thumbnail): string => `${fileKey}-${thumbnail}`;

/** What a smaller size of an image is served as. */
export const thumbnailType = (contentType: string): string =>
  contentType === "image/jpeg" ? "image/jpeg" : "image/png";

/** Every place where something of an image may be stored. */
export const keysOf = (fileKey: string): string[] => [
  fileKey,
  ...THUMBNAILS.map((thumbnail) => thumbnailKey(fileKey, thumbnail)),
];

/** The image that a stored file, of whatever size, belongs to. */
export const mediaIdOf = (key: string): string =>
  key.slice(key.lastIndexOf("/") + 1).replace(new RegExp(`-(?:${THUMBNAILS.join("|")})$`), "");
