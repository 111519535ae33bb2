import type { Media, Thumbnail } from "../../../db/media/media.ts";

/** How wide the smaller sizes of an image are, in pixels. */
export const THUMBNAIL_WIDTHS: Record<Thumbnail, number> = { medium: 800, thumb: 200 };
// Object.keys forgets the literal types.
const THUMBNAILS = Object.keys(THUMBNAIL_WIDTHS) as Thumbnail[];

/** What the paths of the public addresses of images begin with. */
export const MEDIA_PATH = "/api/v1/media/";

/** Where the file of an image is stored. */
export const mediaKey = (tenantId: string, { productId, id }: Pick<Media, "productId" | "id">): string =>
  `${tenantId}/media/${productId}/${id}`;

const WEBP_ENDING = ".webp";

/** Where a smaller size is stored of the image with that key and type. */
export const thumbnailKey = (fileKey: string, thumbnail: Thumbnail, contentType: string): string =>
  `${fileKey}-${thumbnail}${contentType === "image/jpeg" ? "" : WEBP_ENDING}`;

/** A place where a smaller size may be stored, and its type. */
interface StoredThumbnail {
  key: string;
  contentType: string;
}

/** Where a smaller size may be, the likeliest place first: of what is no JPEG, older versions made PNG. */
export function thumbnailPlaces(fileKey: string, thumbnail: Thumbnail, contentType: string): StoredThumbnail[] {
  const key = thumbnailKey(fileKey, thumbnail, contentType);
  if (contentType === "image/jpeg") return [{ key, contentType }];
  return [
    { key, contentType: "image/webp" },
    { key: `${fileKey}-${thumbnail}`, contentType: "image/png" },
  ];
}

/** Every place where something of an image may be stored. */
export const keysOf = (fileKey: string): string[] => [
  fileKey,
  ...THUMBNAILS.flatMap((thumbnail) => [`${fileKey}-${thumbnail}`, `${fileKey}-${thumbnail}${WEBP_ENDING}`]),
];

/** The image that a stored file of any size belongs to. */
export const mediaIdOf = (key: string): string =>
  key.slice(key.lastIndexOf("/") + 1).replace(new RegExp(`-(?:${THUMBNAILS.join("|")})(?:${WEBP_ENDING})?$`), "");
