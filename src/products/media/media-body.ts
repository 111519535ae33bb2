import type { Media, Thumbnail } from "../../../db/media/media.ts";
import { isoOfMs } from "../../text/instant.ts";

const sizedUrl = ({ url, isStored, thumbnails }: Media, size: Thumbnail): string =>
  isStored && thumbnails.includes(size) ? `${url}?size=${size}` : url;

/** An image as the API shows it. One without smaller sizes replaces them. */
export const mediaBody = (media: Media) => ({
  id: media.id,
  product_id: media.productId,
  type: "image" as const,
  url: media.url,
  thumbnail_url: sizedUrl(media, "thumb"),
  title: media.title,
  alt_text: media.altText,
  position: media.position,
  is_primary: media.isPrimary,
  content_type: media.contentType,
  size: media.sizeBytes,
  width: media.width,
  height: media.height,
  source: media.source,
  created_at: isoOfMs(media.createdAtMs),
});

/** What the history of a product keeps of an image. */
export const mediaForHistory = ({ id, url, title, altText, position, isPrimary }: Media) => ({
  id,
  url,
  title,
  alt_text: altText,
  position,
  is_primary: isPrimary,
});
