import { Type } from "@sinclair/typebox";
import { expandable } from "../../http/input/expand.ts";
import { Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { TRANSLATABLE_FIELDS } from "./fields.ts";
import { PROVIDERS } from "./request.ts";

export const EstimateBody = Type.Object({
  products: Type.Integer(),
  variants: Type.Integer({ description: "Products times languages that would be written." }),
  characters: Type.Integer(),
  estimated_cost: Type.Number(),
  currency: Type.Literal("USD"),
  provider: oneOf(PROVIDERS),
});

export const ItemBody = Type.Object({
  id: Uuid,
  product_id: Uuid,
  product_name: Type.String(),
  language: Type.String(),
  pivot_language: Type.String(),
  field: oneOf(TRANSLATABLE_FIELDS),
  pivot_text: Type.String(),
  variant_text: Type.String(),
  quality_score: Type.Number({ minimum: 0, maximum: 100 }),
  reviewed: Type.Boolean({ description: "Of its content variant, as it is now." }),
  provider: oneOf(["translator", "llm"] as const),
  ...expandable({ product: "product" }),
});
