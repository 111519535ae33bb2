import { type Static, Type } from "@sinclair/typebox";
import { findRowsByIds } from "../../../db/products/match.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { fileBody } from "../../http/input/file-body.ts";
import { flatPageOf, pageOf } from "../../http/input/page.ts";
import { byteAnswer } from "../../http/output/byte-answer.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { countCall } from "../../products/calls.ts";
import { readFilterBody } from "../../products/lists/read-filter-body.ts";
import type { Services } from "../../runtime/services.ts";
import { findDependency } from "../../settings/read-dependency.ts";
import { fileStream } from "../../storage/file-stream.ts";
import { ledgerCall } from "../enrichment/calls.ts";
import { MODEL_PRICES, type ModelPrice, PRICE_SOURCES, PRICES_READ_ON } from "../provider/model-prices.ts";
import { ANALYSE, EDIT, VIEW } from "../provider/policies.ts";
import { estimate } from "./cost-estimate.ts";
import { LedgerFilters, LedgerQuery, LedgerRows, ledgerCsv, pageOfLedger } from "./ledger-list.ts";
import { AnalyticsBody, CostsBody, DaysQuery, EstimateBody, EstimateRequest, StatsBody } from "./schema.ts";
import type { LedgerAnswers } from "./usage-stats.ts";

const Price = (description: string) => Type.Number({ description: `US dollars per million tokens ${description}.` });

const ModelBody = Type.Object({
  provider: Type.String({ examples: ["openai"] }),
  model: Type.String({ examples: ["gpt-4o-mini"] }),
  input: Price("of input"),
  output: Price("of output"),
  cached: Price("of input that the provider had in its cache"),
  written: Price("of input that the provider stored in its cache"),
  is_retired: Type.Boolean({ description: "Its provider has ended it." }),
  is_own: Type.Boolean({ description: "The price is that of `prices` of the AI provider setting." }),
});
const ModelsBody = Type.Object({
  read_on: Type.String({ format: "date", description: "When the built-in prices were read." }),
  sources: Type.Record(Type.String(), Type.String(), { description: "Where each provider publishes its prices." }),
  models: Type.Array(ModelBody),
});

const bodyOf = (provider: string, model: string, price: ModelPrice, isOwn: boolean): Static<typeof ModelBody> => {
  const { input, output, cached = input, written = input, isRetired = false } = price;
  return { provider, model, input, output, cached, written, is_retired: isRetired, is_own: isOwn };
};

/** The models whose prices are known, with those that the tenant has given. */
function listModels(value: Record<string, unknown>): Static<typeof ModelsBody> {
  // The schema of the setting says so.
  const own = Object(value["prices"]) as Record<string, ModelPrice>;
  const provider = String(value["provider"] ?? "openai_compatible");
  const listed = Object.entries(MODEL_PRICES).flatMap(([name, models]) =>
    Object.entries(models)
      .filter(([model]) => name !== provider || !Object.hasOwn(own, model))
      .map(([model, price]) => bodyOf(name, model, price, false)),
  );
  const given = Object.entries(own).map(([model, price]) => bodyOf(provider, model, price, true));
  return { read_on: PRICES_READ_ON, sources: { ...PRICE_SOURCES }, models: [...given, ...listed] };
}

async function readLedger<K extends keyof LedgerAnswers>(services: Services, tenantId: string, kind: K, days = 30) {
  const request = { kind, days, nowMs: services.now() };
  // The answer to this very request, which says its kind.
  return (await services.call(ledgerCall, tenantId, request)) as LedgerAnswers[K];
}

/** `/enrichment/stats`, `/enrichment/analytics`, `/enrichment/web/…`: what has been made, and what it has cost or would. */
export const aiStatsRoutes = (services: Services) =>
  accessRoutes(services, "Enrichment Statistics", "/enrichment")
    .get("/stats", ({ tenantId }) => readLedger(services, tenantId, "stats"), {
      policy: ANALYSE,
      response: { 200: StatsBody },
      detail: {
        operationId: "getEnrichmentStats",
        summary: "Get the coverage of the catalog",
        description: "How many products are enriched, by type and by language.",
      },
    })
    .get("/analytics", ({ tenantId, query }) => readLedger(services, tenantId, "analytics", query.days), {
      policy: ANALYSE,
      query: DaysQuery,
      response: { 200: AnalyticsBody },
      detail: {
        operationId: "getEnrichmentAnalytics",
        summary: "Get the activity of enrichment",
        description: "Calls, tokens and costs by day, type, provider and prompt. Today is the last day.",
      },
    })
    .get("/models", async ({ db }) => listModels((await findDependency(db, "ai-provider")).value), {
      policy: VIEW,
      response: { 200: ModelsBody },
      detail: {
        operationId: "listAiModels",
        summary: "List models with their prices",
        description:
          "The built-in prices with the tenant's own corrections, and which models their providers have ended.",
      },
    })
    .get("/calls", ({ db, query }) => pageOfLedger(db, query, pageOf(query)), {
      policy: ANALYSE,
      query: LedgerQuery,
      response: { 200: flatPageOf(LedgerRows.expanding({ product: "product" })) },
      detail: {
        operationId: "listAiCalls",
        summary: "List calls of models and translators",
        description: "The ledger behind the costs, newest first: one row for each call that may be paid for.",
      },
    })
    .get(
      "/calls/csv",
      ({ db, query, request }) =>
        byteAnswer(request, {
          headers: {
            "content-type": "text/csv; charset=utf-8",
            "content-disposition": 'attachment; filename="ai_calls.csv"',
          },
          sizeBytes: null,
          open: () => fileStream(ledgerCsv(db, query)),
        }),
      {
        policy: { ...ANALYSE, tier: "EXPORT_DOWNLOAD" },
        query: LedgerFilters,
        response: { 200: fileBody("text/csv", "The calls as CSV, with the fields of the list as columns.") },
        detail: {
          operationId: "exportAiCallsAsCsv",
          summary: "Export calls of models and translators as CSV",
          description: "All that match, newest first.",
        },
      },
    )
    .get("/web/costs/summary", ({ tenantId, query }) => readLedger(services, tenantId, "costs", query.days), {
      policy: ANALYSE,
      query: DaysQuery,
      response: { 200: CostsBody },
      detail: {
        operationId: "getEnrichmentCosts",
        summary: "Get the costs of AI",
        description: "From the providers' own figures, with what the economy model and assignments have saved.",
      },
    })
    .post(
      "/web/batch/estimate",
      async ({ tenantId, db, body }) => {
        const { product_ids: ids, filters } = body;
        if (ids && filters)
          throw invalidBody([{ field: "filters", type: "invalid_value", key: "enrichment.one_of_both" }]);
        const wanted = [...new Set(ids ?? [])];
        const found = (await findRowsByIds(db, wanted)).filter(({ deletedAtMs }) => deletedAtMs === null).length;
        const counted = ids ? undefined : await services.call(countCall, tenantId, readFilterBody(filters ?? {}));
        return estimate(db, body, { products: counted?.total ?? found, unknown: wanted.length - found });
      },
      {
        policy: { ...EDIT, tier: "READ_STANDARD", readOnly: true, narrows: true },
        body: EstimateRequest,
        response: { 200: EstimateBody },
        detail: {
          operationId: "estimateEnrichment",
          summary: "Estimate the cost of an enrichment",
          description: "By rule of thumb; asks no model and costs nothing.",
        },
      },
    );
