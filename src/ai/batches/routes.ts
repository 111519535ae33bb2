import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findSpend } from "../../../db/ai/spend.ts";
import { listItemErrors } from "../../../db/enrichment/batches.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { Uuid } from "../../http/input/fields.ts";
import { ApiError, type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { PROGRESS_FIELDS, progressOf } from "../../kit/runs/pace.ts";
import { runRoutes } from "../../kit/runs/routes.ts";
import { countCall } from "../../products/calls.ts";
import { readFilterBody } from "../../products/lists/read-filter-body.ts";
import type { Services } from "../../runtime/services.ts";
import { type ReadyDependency, requireDependency } from "../../settings/read-dependency.ts";
import { microsecondsOf } from "../../text/instant.ts";
import { modeOf } from "../enrichment/apply/decide-values.ts";
import { typesOfBatch } from "../enrichment/types.ts";
import { chooseModel, usdOf } from "../provider/choose-model.ts";
import { isPriced } from "../provider/model-cost.ts";
import { EDIT, POLL, VIEW } from "../provider/policies.ts";
import { BatchCreate, type BatchFields } from "./batch-body.ts";
import { Batch, type BatchRow, createBatch, lifecycle, type NewBatch } from "./enrichment-batch.ts";

const PRIORITIES = { low: 3, normal: 5, high: 8 } as const;
const LATE_MS = 60_000;
const MICROS = 1_000_000;

function scheduleOf(text: string | null | undefined, nowMs: number): { ms: number | null } | FieldProblem {
  if (text === null || text === undefined) return { ms: null };
  const us = microsecondsOf(text);
  if (us === undefined) return { field: "scheduled_at", type: "invalid_format", key: "validation.date_time" };
  const ms = Math.floor(us / 1000);
  return ms < nowMs - LATE_MS ? { field: "scheduled_at", type: "invalid_value", key: "enrichment.past" } : { ms };
}

/** What a request says of a new batch. Throws VALIDATION_FAILED. */
function readBatch(fields: BatchFields, nowMs: number) {
  const schedule = scheduleOf(fields.scheduled_at, nowMs);
  if ("field" in schedule) throw invalidBody([schedule]);
  const { priority = 5, filters = {} } = fields;
  const budget = fields.maxBudget ?? fields.max_budget ?? null;
  return {
    filter: readFilterBody(filters),
    batch: {
      name: fields.name.trim(),
      description: fields.description ?? null,
      filters,
      types: [...new Set(fields.enrichmentTypes ?? fields.enrichment_types ?? ["all"])] as string[],
      autoApply: modeOf(fields.auto_apply),
      overwrite: fields.overwrite ?? false,
      priority: typeof priority === "number" ? priority : PRIORITIES[priority],
      reuse: fields.reuse ?? false,
      maxBudgetMicros: budget === null ? null : Math.max(1, Math.round(budget * MICROS)),
      scheduledAtMs: schedule.ms,
    } satisfies Partial<NewBatch>,
  };
}

const ITEM_ERRORS_MAX = 100;

/** `/enrichment/batch`: many products, in the background, within a budget. */
export const batchRoutes = (services: Services) =>
  new Elysia().use(createRoutes(services)).use(
    runRoutes(services, Batch, {
      path: "/enrichment/batch",
      tag: "Enrichment Batches",
      texts: {
        one: "EnrichmentBatch",
        many: "EnrichmentBatches",
        word: "enrichment batch",
        short: "batch",
        read:
          "With its progress and cost. `processed` counts products for which at least one type was made, `failed` those " +
          "for which none was; `item_errors` names both that lack something.",
      },
      rights: { list: VIEW, read: POLL },
      list: { paging: "offset", filters: { status: Batch.Body.properties["status"] ?? Type.String() } },
      detail: {
        fields: { ...ProgressFields, item_errors: ItemErrors },
        of: async (db, row) => ({
          ...progressOfBatch(row),
          budget_used_usd: usdOf((await findSpend(db, `batch:${row.id}`)).spentMicros),
          item_errors: await listItemErrors(db, row.id, ITEM_ERRORS_MAX),
        }),
      },
      moves: {
        start: {
          policy: {
            ...EDIT,
            tier: "AI_BATCH",
            operation: "enrichment-start",
            refusals: ["AI_PROVIDER_NOT_CONFIGURED", "AI_PRICE_UNKNOWN"],
          },
          description: "Only a pending one, scheduled or not.",
          status: 202,
          requires: async ({ secrets }, db, row) =>
            requirePrices(await requireDependency(db, secrets, "ai-provider"), row),
        },
        pause: { policy: EDIT, description: "Products already started are finished." },
        resume: { policy: EDIT, description: "Finished products are not done again." },
        cancel: { policy: EDIT, description: "From every state. What was stored stays." },
      },
      lifecycle,
    }),
  );

const ProgressFields = {
  ...PROGRESS_FIELDS,
  budget_used_usd: Type.Number({
    description: "What counts against the budget: also calls whose answer never came, by their estimate.",
  }),
};

const progressOfBatch = (row: BatchRow) =>
  progressOf({ done: row.processed + row.failed, total: row.totalProducts }, row, row.status === "running");

/** Throws AI_PRICE_UNKNOWN for a batch with a budget and a model of unknown price. */
function requirePrices(ready: ReadyDependency, { types, maxBudgetMicros }: BatchRow): void {
  if (maxBudgetMicros === null) return;
  const chosen = typesOfBatch(types).map((type) => chooseModel(ready, type));
  const models = [...new Set(chosen.filter((each) => !isPriced(ready.value, each)).map(({ model }) => model))];
  if (models.length > 0) throw new ApiError("AI_PRICE_UNKNOWN", { details: { models } });
}

const ItemErrors = Type.Array(Type.Object({ product_id: Uuid, error: Type.String() }), {
  description: "The first 100 products for which a type was not made, and why.",
});

const createRoutes = (services: Services) =>
  accessRoutes(services, "Enrichment Batches", "/enrichment/batch").post(
    "",
    async ({ tenantId, write, body, set, status }) => {
      const { filter, batch } = readBatch(body, services.now());
      const { total: totalProducts } = await services.call(countCall, tenantId, filter);
      const created = await write(createBatch, { ...batch, totalProducts });
      set.headers["location"] = `/api/v1/enrichment/batch/${created.id}`;
      return status(202, Batch.bodyOf(created));
    },
    {
      policy: { ...EDIT, tier: "AI_BATCH", operation: "enrichment-create", narrows: true },
      body: BatchCreate,
      response: { 202: Batch.Body },
      detail: {
        operationId: "createEnrichmentBatch",
        summary: "Create an enrichment batch",
        description:
          "Spends nothing: it waits for its start, or for `scheduled_at`. Both spellings of `enrichmentTypes` and " +
          "`maxBudget` are taken. Reviewed texts are never replaced.",
      },
    },
  );
