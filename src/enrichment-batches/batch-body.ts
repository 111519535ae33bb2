import { type Static, Type } from "@sinclair/typebox";
import { BATCH_STATUSES, type Batch } from "../../db/enrichment/batches.ts";
import { usdOf } from "../ai/choose-model.ts";
import { ENRICHMENT_TYPES } from "../enrichment/types.ts";
import { nameOf, orNull, Time, Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { isoOfMs } from "../text/instant.ts";

const TypeName = oneOf([...ENRICHMENT_TYPES, "all"] as const, { title: "EnrichmentTypeOrAll" });
const Types = Type.Array(TypeName, { minItems: 1, maxItems: 10, description: "Default all.", examples: [["seo"]] });
const Budget = Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }), Type.Null()], {
  title: "Budget",
  description: "US dollars; it stops there.",
});

export const BatchCreate = Type.Object({
  name: nameOf(200, "Shown name."),
  description: Type.Optional(orNull(Type.String({ maxLength: 2000 }))),
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "Filters of products, as lists take them; absent: all products.",
      examples: [{ without_description: true }],
    }),
  ),
  enrichmentTypes: Type.Optional(Types),
  enrichment_types: Type.Optional(Types),
  priority: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 10 }), oneOf(["low", "normal", "high"] as const)], {
      description: "1 to 10, higher first; default 5. low, normal and high are 3, 5 and 8.",
    }),
  ),
  maxBudget: Type.Optional(Budget),
  max_budget: Type.Optional(Budget),
  scheduled_at: Type.Optional(
    orNull(Type.String({ maxLength: 40, examples: ["2026-12-01T02:00:00Z"] }), "It starts by itself then."),
  ),
});
export type BatchFields = Static<typeof BatchCreate>;

export const BatchBody = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: orNull(Type.String()),
  status: oneOf(BATCH_STATUSES),
  filters: Type.Record(Type.String(), Type.Unknown()),
  enrichmentTypes: Type.Array(Type.String()),
  priority: Type.Integer(),
  maxBudget: orNull(Type.Number()),
  total_products: Type.Integer(),
  processed: Type.Integer(),
  failed: Type.Integer(),
  cost_usd: Type.Number(),
  stop_reason: orNull(Type.String({ description: "`budget_reached`, `failures`, `provider`, `interrupted`." })),
  error_message: orNull(Type.String()),
  scheduled_at: orNull(Time),
  created_at: Time,
  started_at: orNull(Time),
  completed_at: orNull(Time),
});

/** A batch read alone. */
export const BatchDetail = Type.Composite([
  BatchBody,
  Type.Object({
    item_errors: Type.Array(Type.Object({ product_id: Uuid, error: Type.String() }), {
      description: "The first 100 products for which a type was not made, and why.",
    }),
  }),
]);

const timeOf = (ms: number | null) => (ms === null ? null : isoOfMs(ms));

export const batchBody = (batch: Batch): Static<typeof BatchBody> => ({
  id: batch.id,
  name: batch.name,
  description: batch.description,
  status: batch.status,
  filters: batch.filters,
  enrichmentTypes: batch.types,
  priority: batch.priority,
  maxBudget: batch.maxBudgetMicros === null ? null : usdOf(batch.maxBudgetMicros),
  total_products: batch.totalProducts,
  processed: batch.processed,
  failed: batch.failed,
  cost_usd: usdOf(batch.costMicros),
  stop_reason: batch.stopReason,
  error_message: batch.errorMessage,
  scheduled_at: timeOf(batch.scheduledAtMs),
  created_at: isoOfMs(batch.createdAtMs),
  started_at: timeOf(batch.startedAtMs),
  completed_at: timeOf(batch.completedAtMs),
});

export const BatchList = Type.Object({
  items: Type.Array(BatchBody),
  total: Type.Integer(),
  page: Type.Integer(),
  per_page: Type.Integer(),
  pages: Type.Integer(),
  total_pages: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
