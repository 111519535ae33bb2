import { Type } from "@sinclair/typebox";
import { orNull, ProductParams, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { SIZES } from "./answer-media.ts";
import { Images } from "./media-body.ts";
import { MEDIA_MAX } from "./named-images.ts";
import { POSITION_MAX, TEXT_LENGTH_MAX } from "./upload-image.ts";

const Position = Type.Integer({
  minimum: 0,
  maximum: POSITION_MAX,
  description: "Position among the images of the product, lowest first.",
});
const ShortText = orNull(Type.String({ maxLength: TEXT_LENGTH_MAX }));

export const MediaList = Type.Object({
  product_id: Uuid,
  items: Type.Array(Images.Body),
  total: Type.Integer({ minimum: 0 }),
});

/** The form of an upload, for the description: it is read as it comes in. */
export const MediaForm = Type.Object({
  file: Type.String({ format: "binary", description: "JPEG, PNG, WebP or GIF, up to 50 million pixels." }),
  title: Type.Optional(Type.String({ maxLength: TEXT_LENGTH_MAX })),
  alt_text: Type.Optional(Type.String({ maxLength: TEXT_LENGTH_MAX })),
  position: Type.Optional(Position),
  is_primary: Type.Optional(Type.Boolean({ description: "The first image is always primary. Default false." })),
});

export const MediaUpdate = Type.Object({
  title: Type.Optional(ShortText),
  alt_text: Type.Optional(ShortText),
  position: Type.Optional(Position),
  is_primary: Type.Optional(
    Type.Literal(true, { description: "Only true is allowed: to unset it, set another image as primary." }),
  ),
});

export const MediaOrder = Type.Object({
  media_ids: Type.Array(Uuid, { maxItems: MEDIA_MAX, description: "All images of the product, each once." }),
});

export const MediaParams = Type.Object({ ...ProductParams.properties, media_id: Type.String({ format: "uuid" }) });

export const PublicParams = Type.Object({
  media_id: Type.String({ format: "uuid" }),
  file_name: Type.String({ maxLength: TEXT_LENGTH_MAX, examples: ["chair-red.jpg"] }),
});
export const PublicQuery = Type.Object({
  size: Type.Optional(oneOf(SIZES, { description: "200 or 800 pixels wide, or the original. Default original." })),
});
