import { Type } from "@sinclair/typebox";
import type { listItems } from "../../../db/translation/batches.ts";
import { Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { view } from "../../kit/view.ts";
import { TRANSLATABLE_FIELDS, type TranslatableField } from "./fields.ts";
import { PROVIDERS } from "./request.ts";

export const EstimateBody = Type.Object({
  products: Type.Integer(),
  variants: Type.Integer({ description: "Products times languages that would be written." }),
  characters: Type.Integer(),
  estimated_cost: Type.Number(),
  currency: Type.Literal("USD"),
  provider: oneOf(PROVIDERS),
});

/** A translated text as the API shows it. */
export const TranslatedItems = view<Awaited<ReturnType<typeof listItems>>[number]>()({
  id: [Uuid, "id"],
  product_id: [Uuid, "productId"],
  product_name: [Type.String(), "productName"],
  language: [Type.String(), "language"],
  pivot_language: [Type.String(), "pivotLanguage"],
  field: [oneOf(TRANSLATABLE_FIELDS), ({ field }) => field as TranslatableField], // of a request
  pivot_text: [Type.String(), "pivotText"],
  variant_text: [Type.String(), "variantText"],
  quality_score: [Type.Number({ minimum: 0, maximum: 100 }), "qualityScore"],
  reviewed: [Type.Boolean({ description: "Of its content variant, as it is now." }), "reviewed"],
  provider: [oneOf(["translator", "llm"] as const), "provider"],
});
export const ItemBody = TranslatedItems.expanding({ product: "product" });
