import { Type } from "@sinclair/typebox";
import { MEDIA_SOURCES, type Media, type Thumbnail } from "../../../db/media/media.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs } from "../../text/instant.ts";

const sizedUrl = ({ url, isStored, thumbnails }: Media, size: Thumbnail): string =>
  isStored && thumbnails.includes(size) ? `${url}?size=${size}` : url;

const TextOrNull = orNull(Type.String());
const integerOrNull = (description: string) => orNull(Type.Integer({ minimum: 0 }), description);

/** An image as the API shows it. One without smaller sizes replaces them. */
export const Images = view<Media>()({
  id: [Uuid, "id"],
  product_id: [Uuid, "productId"],
  type: [Type.Literal("image"), () => "image" as const],
  url: [Type.String({ description: "Public address of the image." }), "url"],
  thumbnail_url: [
    Type.String({ description: "200 pixels wide, or the image itself if it is smaller." }),
    (media) => sizedUrl(media, "thumb"),
  ],
  title: [TextOrNull, "title"],
  alt_text: [TextOrNull, "altText"],
  position: [Type.Integer(), "position"],
  is_primary: [Type.Boolean({ description: "True for exactly one image of a product." }), "isPrimary"],
  content_type: [orNull(Type.String(), "Null for an image stored elsewhere."), "contentType"],
  size: [integerOrNull("Bytes."), "sizeBytes"],
  width: [integerOrNull("Pixels."), "width"],
  height: [integerOrNull("Pixels."), "height"],
  source: [oneOf(MEDIA_SOURCES), "source"],
  created_at: [Time, ({ createdAtMs }) => isoOfMs(createdAtMs)],
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
