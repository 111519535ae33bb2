import { type Static, Type } from "@sinclair/typebox";
import { orNull, ProductParams, Uuid } from "../../http/input/fields.ts";

const HTML_MAX = 100_000;
const ITEMS_MAX = 50;

const line = (maxLength: number, description: string) => orNull(Type.String({ maxLength }), description);
const html = (description: string) => line(HTML_MAX, `${description} HTML allowed; scripts are removed.`);
const list = (description: string) =>
  orNull(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: ITEMS_MAX }), description);

const FIELDS = {
  title: line(500, "Name of the product."),
  short_description: html("Summary."),
  description: html("Description."),
  marketing_description: html("Marketing text."),
  seo_title: line(255, "Title for search engines."),
  seo_meta_description: line(500, "Description for search engines."),
  url_slug: orNull(Type.String({ maxLength: 255, pattern: "^[a-z0-9-]*$" }), "Part of a URL."),
  promotional_text: html("Promotional text."),
  seo_keywords: list("Keywords for search engines."),
  bullet_points: list("Bullet points."),
  key_features: list("Key features."),
  attributes: orNull(
    Type.Record(Type.String(), Type.Unknown(), { maxProperties: 1000 }),
    "Free-form object; replaced as a whole.",
  ),
};

/** What PUT takes: an absent field stays, null and "" clear. */
export const ContentUpdate = Type.Partial(Type.Object(FIELDS));

/** What is read is not held to the limits of writing: older texts may be longer. */
const Texts = Type.Object({
  title: orNull(Type.String(), "Null if not set."),
  short_description: orNull(Type.String(), "Null if not set."),
  description: orNull(Type.String(), "Null if not set."),
  marketing_description: orNull(Type.String(), "Null if not set."),
  seo_title: orNull(Type.String(), "Null if not set."),
  seo_meta_description: orNull(Type.String(), "Null if not set."),
  url_slug: orNull(Type.String(), "Null if not set."),
  promotional_text: orNull(Type.String(), "Null if not set."),
  seo_keywords: orNull(Type.Array(Type.String()), "Null if not set."),
  bullet_points: orNull(Type.Array(Type.String()), "Null if not set."),
  key_features: orNull(Type.Array(Type.String()), "Null if not set."),
  attributes: orNull(Type.Record(Type.String(), Type.Unknown()), "Null if not set."),
});
export type TextsBody = Static<typeof Texts>;

export const ContentBody = Type.Object({
  id: Uuid,
  product_id: Uuid,
  language: Type.String({ description: "ISO 639-1.", examples: ["en"] }),
  entity_id: orNull(Uuid, "Null: applies to all entities."),
  configuration_id: orNull(Uuid, "Null: applies to all configurations of the entity."),
  ...Texts.properties,
  reviewed: Type.Boolean({ description: "Whether the texts were reviewed since their last change." }),
  created_at: Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.123Z"] }),
  updated_at: Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.123456Z"] }),
});

export const ContentList = Type.Object({
  product_id: Uuid,
  pivot_language: Type.String(),
  pivot: Type.Object(
    { language: Type.String(), ...Texts.properties },
    { description: "The product's own texts, in the pivot language." },
  ),
  variants: Type.Array(ContentBody),
  total: Type.Integer({ description: "Number of variants." }),
});

export const ReviewBody = Type.Optional(
  Type.Object({ reviewed: Type.Optional(Type.Boolean({ description: "False withdraws the review. Default true." })) }),
);

const target = (description: string) => Type.Optional(Type.String({ format: "uuid", description }));
export const TargetParameters = Type.Object({
  entity_id: target("Texts for this entity. Without it and configuration_id: the texts for all entities."),
  configuration_id: target("Texts for this configuration of the entity."),
});

export const ContentParams = Type.Object({
  ...ProductParams.properties,
  language: Type.String({ description: "ISO 639-1 code, two lower-case letters.", examples: ["en"] }),
});
