import { type TSchema, Type } from "@sinclair/typebox";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { ENRICHMENT_TYPES } from "../enrichment/types.ts";

const Count = Type.Object({ count: Type.Integer(), percent: Type.Number() });
const LanguageCount = Type.Object({ count: Type.Integer(), percent: Type.Number(), reviewed: Type.Integer() });

export const StatsBody = Type.Object({
  total_products: Type.Integer(),
  enriched_products: Type.Integer(),
  coverage_percent: Type.Number(),
  by_type: Type.Record(Type.String(), Count),
  by_language: Type.Record(Type.String(), LanguageCount, { description: "Besides the pivot language." }),
  active_batches: Type.Integer(),
  last_enriched_at: orNull(Time),
});

export const DaysQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, description: "Default 30." })),
});

const Sums = Type.Array(Type.Object({ key: Type.String(), runs: Type.Integer(), cost_usd: Type.Number() }));
export const AnalyticsBody = Type.Object({
  days: Type.Integer(),
  total_runs: Type.Integer({ description: "Calls of models and translators." }),
  successful: Type.Integer(),
  failed: Type.Integer(),
  products: Type.Integer(),
  cost_usd: Type.Number(),
  tokens: Type.Object({ input: Type.Integer(), output: Type.Integer() }),
  by_day: Type.Array(Type.Object({ date: Type.String(), runs: Type.Integer(), cost_usd: Type.Number() })),
  by_type: Sums,
  by_provider: Sums,
  by_prompt: Sums,
});

const CostsBy = (name: string): TSchema =>
  Type.Array(Type.Object({ [name]: Type.String(), cost_usd: Type.Number(), count: Type.Integer() }));
export const CostsBody = Type.Object({
  period_days: Type.Integer(),
  total_cost_usd: Type.Number(),
  total_cost_eur: Type.Number(),
  by_provider: CostsBy("provider"),
  by_action: CostsBy("action"),
  smart_routing_savings: Type.Object({
    tasks: Type.Integer({ description: "Calls of another model than the main one." }),
    baseline_cost: Type.Number({ description: "What the main model would have cost." }),
    optimized_cost: Type.Number(),
    saved: Type.Number(),
    savings_percent: Type.Number(),
  }),
});

/** What an estimate can be made of. */
export const ESTIMATED_TYPES = [...ENRICHMENT_TYPES, "web_enrichment"] as const;
export const EstimateRequest = Type.Object({
  product_ids: Type.Optional(Type.Array(Uuid, { maxItems: 10_000 })),
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "Not together with `product_ids`; neither: all products.",
    }),
  ),
  enrichment_types: Type.Optional(
    Type.Array(oneOf(ESTIMATED_TYPES), { minItems: 1, maxItems: 10, description: "Default web_enrichment." }),
  ),
  provider: Type.Optional(
    Type.String({ maxLength: 50, description: "Default: the tenant's own; the service's where none is configured." }),
  ),
  model: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Default: the tenant's own of each type; of another provider its first.",
    }),
  ),
});
export const EstimateBody = Type.Object({
  products_count: Type.Integer(),
  unknown: Type.Integer({ description: "The `product_ids` that do not exist." }),
  enrichment_types: Type.Array(Type.String()),
  estimated_tokens: Type.Object({ input: Type.Integer(), output: Type.Integer(), total: Type.Integer() }),
  estimated_cost_usd: Type.Number(),
  estimated_cost_eur: Type.Number(),
  avg_cost_per_product_eur: Type.Number(),
  estimated_duration_minutes: Type.Integer(),
  provider: Type.String(),
  model: Type.String(),
  breakdown: Type.Record(
    Type.String(),
    Type.Object({ input_tokens: Type.Integer(), output_tokens: Type.Integer(), cost_usd: Type.Number() }),
  ),
});
