import { type Static, Type } from "@sinclair/typebox";
import { TRANSLATION_STATUSES, type TranslationBatch } from "../../db/translation/batches.ts";
import { usdOf } from "../ai/choose-model.ts";
import { orNull, Time, Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { isoOfMs } from "../text/instant.ts";
import type { TranslationEstimate } from "./estimate.ts";
import { TRANSLATABLE_FIELDS } from "./fields.ts";
import { PROVIDERS, type TranslationRequest } from "./request.ts";

export const EstimateBody = Type.Object({
  products: Type.Integer(),
  variants: Type.Integer({ description: "Products times languages that would be written." }),
  characters: Type.Integer(),
  estimated_cost: Type.Number(),
  currency: Type.Literal("USD"),
  provider: oneOf(PROVIDERS),
});

export const TranslationBody = Type.Object({
  id: Uuid,
  languages: Type.Array(Type.String()),
  fields: Type.Array(oneOf(TRANSLATABLE_FIELDS)),
  provider: oneOf(PROVIDERS),
  entity_id: orNull(Uuid),
  configuration_id: orNull(Uuid),
  overwrite_automatic: Type.Boolean(),
  status: oneOf(TRANSLATION_STATUSES),
  products: Type.Integer(),
  total: Type.Integer({ description: "Products times languages: done, failed and skipped in the end." }),
  done: Type.Integer(),
  failed: Type.Integer(),
  skipped: Type.Integer(),
  cost_usd: Type.Number(),
  estimate: EstimateBody,
  cursor: orNull(Type.String({ description: "The last variant that was written." })),
  error_message: orNull(Type.String()),
  created_at: Time,
  completed_at: orNull(Time),
});

export function translationBody(batch: TranslationBatch): Static<typeof TranslationBody> {
  // Both written by `createTranslation`.
  const request = batch.request as TranslationRequest;
  return {
    id: batch.id,
    languages: request.languages,
    fields: request.fields,
    provider: request.provider,
    entity_id: request.entityId || null,
    configuration_id: request.configurationId || null,
    overwrite_automatic: request.overwrite,
    status: batch.status,
    products: batch.products,
    total: batch.total,
    done: batch.done,
    failed: batch.failed,
    skipped: batch.skipped,
    cost_usd: usdOf(batch.costMicros),
    estimate: batch.estimate as TranslationEstimate,
    cursor: batch.cursor,
    error_message: batch.errorMessage,
    created_at: isoOfMs(batch.createdAtMs),
    completed_at: batch.completedAtMs === null ? null : isoOfMs(batch.completedAtMs),
  };
}

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
});
