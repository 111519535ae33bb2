import { type Static, type TSchema, Type } from "@sinclair/typebox";

const HTML_MAX = 100_000;
const ITEMS_MAX = 50;

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const Uuid = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
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
  attributes: orNull(Type.Record(Type.String(), Type.Unknown()), "Free-form; replaced whole."),
};

/** What PUT takes: an absent field stays, null and "" clear. */
export const ContentUpdate = Type.Partial(Type.Object(FIELDS));

/** What is read is not held to the limits of writing: older texts may be longer. */
const Texts = Type.Object({
  title: orNull(Type.String(), "Null without one."),
  short_description: orNull(Type.String(), "Null without one."),
  description: orNull(Type.String(), "Null without one."),
  marketing_description: orNull(Type.String(), "Null without one."),
  seo_title: orNull(Type.String(), "Null without one."),
  seo_meta_description: orNull(Type.String(), "Null without one."),
  url_slug: orNull(Type.String(), "Null without one."),
  promotional_text: orNull(Type.String(), "Null without one."),
  seo_keywords: orNull(Type.Array(Type.String()), "Null without any."),
  bullet_points: orNull(Type.Array(Type.String()), "Null without any."),
  key_features: orNull(Type.Array(Type.String()), "Null without any."),
  attributes: orNull(Type.Record(Type.String(), Type.Unknown()), "Null without any."),
});
export type TextsBody = Static<typeof Texts>;

export const ContentBody = Type.Object({
  id: Uuid,
  product_id: Uuid,
  language: Type.String({ description: "ISO 639-1.", examples: ["en"] }),
  entity_id: orNull(Uuid, "Null: for all entities."),
  configuration_id: orNull(Uuid, "Null: for all configurations of the entity."),
  ...Texts.properties,
  reviewed: Type.Boolean({ description: "Whether somebody has looked at it since it was last written." }),
  created_at: Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.123Z"] }),
  updated_at: Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.123456Z"] }),
});

export const ContentList = Type.Object({
  product_id: Uuid,
  pivot_language: Type.String(),
  pivot: Type.Object(
    { language: Type.String(), ...Texts.properties },
    { description: "What the product shows where nothing else is asked for." },
  ),
  variants: Type.Array(ContentBody),
  total: Type.Integer({ description: "How many variants." }),
});

export const ReviewBody = Type.Optional(
  Type.Object({ reviewed: Type.Optional(Type.Boolean({ description: "False takes the review back. Default true." })) }),
);

const target = (description: string) => Type.Optional(Type.String({ format: "uuid", description }));
export const TargetParameters = Type.Object({
  entity_id: target("The texts for this entity. Absent, as is configuration_id: those for all."),
  configuration_id: target("The texts for this configuration of the entity."),
});

export const ProductParams = Type.Object({
  product_id: Type.String({ format: "uuid", description: "Id of the product." }),
});
export const ContentParams = Type.Object({
  ...ProductParams.properties,
  language: Type.String({ description: "ISO 639-1: two lower-case letters.", examples: ["en"] }),
});
