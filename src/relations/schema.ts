import { Type } from "@sinclair/typebox";
import { RELATIONSHIP_TYPES } from "../../db/relations/relations.ts";
import { oneOf } from "../http/one-of.ts";

const PRIORITY_MAX = 1_000_000_000;

const Uuid = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
const RelationType = oneOf(RELATIONSHIP_TYPES, { examples: ["accessory"] });
const Priority = Type.Integer({
  minimum: 0,
  maximum: PRIORITY_MAX,
  description: "Place among the product's relations of the type, lowest first. Default 0.",
});

const RELATION = {
  id: Uuid,
  product_id: Uuid,
  related_product_id: Uuid,
  relationship_type: RelationType,
  priority: Type.Integer(),
  created_at: Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.123Z"] }),
};
export const RelationBody = Type.Object(RELATION);

export const RelationList = Type.Object({
  product_id: Uuid,
  items: Type.Array(
    Type.Object({
      ...RELATION,
      related_product: Type.Object({
        id: Uuid,
        ean: Type.Union([Type.String(), Type.Null()]),
        title: Type.String(),
        price: Type.Union([Type.Number(), Type.Null()]),
        is_active: Type.Boolean(),
        primary_image_url: Type.Union([Type.String(), Type.Null()]),
      }),
    }),
  ),
  total: Type.Integer(),
});

export const RelationQuery = Type.Object({
  relationship_type: Type.Optional(oneOf(RELATIONSHIP_TYPES, { description: "Only this type." })),
});

export const RelationCreate = Type.Object({
  related_product_id: Type.String({ format: "uuid", description: "The product it points at; not itself." }),
  relationship_type: RelationType,
  priority: Type.Optional(Priority),
});

export const RelationUpdate = Type.Object({
  relationship_type: Type.Optional(RelationType),
  priority: Type.Optional(Priority),
});

export const ProductParams = Type.Object({
  product_id: Type.String({ format: "uuid", description: "Id of the product." }),
});
export const RelationParams = Type.Object({
  ...ProductParams.properties,
  relation_id: Type.String({ format: "uuid", description: "Id of the relation." }),
});
