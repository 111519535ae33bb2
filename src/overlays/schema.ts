import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { OVERLAY_STATUSES } from "../../db/overlays/overlays.ts";
import { oneOf } from "../http/one-of.ts";

const HTML_MAX = 100_000;

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const Uuid = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });

/** What PUT takes: an absent field stays, null and "" clear. */
export const OverlayUpdate = Type.Object({
  internal_reference: Type.Optional(orNull(Type.String({ maxLength: 100 }), "What the entity calls the product.")),
  description_override: Type.Optional(
    orNull(Type.String({ maxLength: HTML_MAX }), "In place of the description. HTML allowed; scripts are removed."),
  ),
  short_description_override: Type.Optional(
    orNull(Type.String({ maxLength: HTML_MAX }), "In place of the summary. HTML allowed; scripts are removed."),
  ),
  status: Type.Optional(oneOf(OVERLAY_STATUSES, { description: "Default active." })),
  notes: Type.Optional(orNull(Type.String({ maxLength: 5000 }), "For the people who work on it.")),
});
export type OverlayFields = Static<typeof OverlayUpdate>;

export const OverlayBody = Type.Object({
  entity_id: Uuid,
  entity_name: Type.String(),
  product_id: Uuid,
  is_member: Type.Boolean(),
  internal_reference: orNull(Type.String(), "Null without one."),
  description_override: orNull(Type.String(), "Null: the product's own text counts."),
  short_description_override: orNull(Type.String(), "Null: the product's own text counts."),
  description: orNull(Type.String(), "What the entity shows."),
  short_description: orNull(Type.String(), "What the entity shows."),
  status: orNull(oneOf(OVERLAY_STATUSES), "Null unless the product is a member."),
  notes: orNull(Type.String(), "Null without any."),
  price: orNull(Type.Number(), "What it costs there."),
  currency: Type.String({ examples: ["EUR"] }),
  price_source: oneOf(["price_list", "base"] as const, { description: "`base`: the product's own price." }),
  updated_at: orNull(Type.String({ format: "date-time" }), "Null unless the product is a member."),
});

export const OverlayList = Type.Object({
  product_id: Uuid,
  items: Type.Array(OverlayBody),
  total: Type.Integer(),
});

export const ProductParams = Type.Object({
  product_id: Type.String({ format: "uuid", description: "Id of the product." }),
});
export const OverlayParams = Type.Object({
  ...ProductParams.properties,
  entity_id: Type.String({ format: "uuid", description: "Id of the entity." }),
});
