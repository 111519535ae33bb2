import { type Static, Type } from "@sinclair/typebox";
import { OVERLAY_STATUSES } from "../../../db/overlays/overlays.ts";
import { expandable } from "../../http/input/expand.ts";
import { maybe, orNull, ProductParams, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";

const HTML_MAX = 100_000;

/** What PUT takes: an absent field stays, null and "" clear. */
export const OverlayUpdate = Type.Object({
  internal_reference: maybe(Type.String({ maxLength: 100 }), "Reference of the product at this entity."),
  description_override: maybe(
    Type.String({ maxLength: HTML_MAX }),
    "Replaces the description. HTML allowed; scripts are removed.",
  ),
  short_description_override: maybe(
    Type.String({ maxLength: HTML_MAX }),
    "Replaces the short description. HTML allowed; scripts are removed.",
  ),
  status: Type.Optional(oneOf(OVERLAY_STATUSES, { description: "Default active." })),
  notes: maybe(Type.String({ maxLength: 5000 }), "Internal notes."),
});
export type OverlayFields = Static<typeof OverlayUpdate>;

export const OverlayBody = Type.Object({
  entity_id: Uuid,
  entity_name: Type.String(),
  product_id: Uuid,
  is_member: Type.Boolean(),
  internal_reference: orNull(Type.String(), "Null if not set."),
  description_override: orNull(Type.String(), "Null: the product's own text is used."),
  short_description_override: orNull(Type.String(), "Null: the product's own text is used."),
  description: orNull(Type.String(), "Text shown for this entity."),
  short_description: orNull(Type.String(), "Text shown for this entity."),
  status: orNull(oneOf(OVERLAY_STATUSES), "Null unless the product belongs to the entity."),
  notes: orNull(Type.String(), "Null if not set."),
  price: orNull(Type.Number(), "Price for this entity."),
  currency: Type.String({ examples: ["EUR"] }),
  price_source: oneOf(["price_list", "base"] as const, { description: "`base` is the product's own price." }),
  updated_at: orNull(Type.String({ format: "date-time" }), "Null unless the product belongs to the entity."),
});

export const OverlayList = Type.Object({
  product_id: Uuid,
  items: Type.Array(Type.Object({ ...OverlayBody.properties, ...expandable({ entity: "entity" }) })),
  total: Type.Integer(),
});

export const OverlayParams = Type.Object({
  ...ProductParams.properties,
  entity_id: Type.String({ format: "uuid", description: "Id of the entity." }),
});
