import { Type } from "@sinclair/typebox";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { RELATIONSHIP_TYPES, Relation } from "./relation.ts";

const RelatedProduct = Type.Object({
  id: Uuid,
  ean: orNull(Type.String()),
  title: Type.String(),
  price: orNull(Type.Number()),
  is_active: Type.Boolean(),
  primary_image_url: orNull(Type.String()),
});

export const RelationList = Type.Object({
  product_id: Uuid,
  items: Type.Array(Type.Object({ ...Relation.Body.properties, related_product: RelatedProduct })),
  total: Type.Integer(),
});

export const RelationQuery = Type.Object({
  relationship_type: Type.Optional(oneOf(RELATIONSHIP_TYPES, { description: "Only this type." })),
});
