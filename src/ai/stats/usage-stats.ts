import { type CallSum, sumCalls, totalCalls } from "../../../db/ai/call-sums.ts";
import { countByLanguage, countByType, findCoverage } from "../../../db/enrichment/coverage.ts";
import type { Reader } from "../../../db/ports.ts";
import { findDependency } from "../../settings/read-dependency.ts";
import { isoOrNull } from "../../text/instant.ts";
import { usdOf } from "../provider/choose-model.ts";
import { USD_EUR_RATE } from "../provider/model-prices.ts";

const DAY_MS = 86_400_000;

const percent = (count: number, total: number) => (total === 0 ? 0 : Math.round((count / total) * 10_000) / 100);
const sumBody = ({ key, runs, costMicros }: CallSum) => ({ key, runs, cost_usd: usdOf(costMicros) });

/** How much of the catalog is enriched and translated. Source: decision S34.18. */
async function statsOf(db: Reader) {
  const { total, enriched, activeBatches, lastEnrichedAtMs } = await findCoverage(db);
  const types = await countByType(db);
  const languages = await countByLanguage(db);
  return {
    total_products: total,
    enriched_products: enriched,
    coverage_percent: percent(enriched, total),
    by_type: Object.fromEntries(types.map(({ type, count }) => [type, { count, percent: percent(count, total) }])),
    by_language: Object.fromEntries(
      languages.map(({ language, count, reviewed }) => [language, { count, percent: percent(count, total), reviewed }]),
    ),
    active_batches: activeBatches,
    last_enriched_at: isoOrNull(lastEnrichedAtMs),
  };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The requests that models received in the last days, including today. Source: decision S34.19. */
async function analyticsOf(db: Reader, days: number, nowMs: number) {
  const sinceMs = Math.floor(nowMs / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;
  const totals = await totalCalls(db, sinceMs);
  const byDay = new Map((await sumCalls(db, "day", sinceMs)).map((each) => [each.key, each]));
  const dates = Array.from({ length: days }, (_, index) => dayOf(sinceMs + index * DAY_MS));
  return {
    days,
    total_runs: totals.runs,
    successful: totals.successful,
    failed: totals.failed,
    products: totals.products,
    cost_usd: usdOf(totals.costMicros),
    tokens: { input: totals.inputTokens, output: totals.outputTokens },
    by_day: dates.map((date) => {
      const { runs, costMicros } = byDay.get(date) ?? { runs: 0, costMicros: 0 };
      return { date, runs, cost_usd: usdOf(costMicros) };
    }),
    by_type: (await sumCalls(db, "action", sinceMs)).map(sumBody),
    by_provider: (await sumCalls(db, "provider", sinceMs)).map(sumBody),
    by_prompt: (await sumCalls(db, "prompt", sinceMs)).map(sumBody),
  };
}

/** What models and translators have cost in the last days. Source: decisions S32.3, S34.21. */
async function costsOf(db: Reader, days: number, nowMs: number) {
  const sinceMs = nowMs - days * DAY_MS;
  const { costMicros, routed } = await totalCalls(db, sinceMs);
  const { value } = await findDependency(db, "ai-provider");
  const usd = usdOf(costMicros);
  const by = async (name: "provider" | "action") =>
    (await sumCalls(db, name, sinceMs)).map((each) => ({
      [name]: each.key,
      cost_usd: usdOf(each.costMicros),
      count: each.runs,
    }));
  return {
    period_days: days,
    total_cost_usd: usd,
    total_cost_eur: Math.round(usd * Number(value["usd_eur_rate"] ?? USD_EUR_RATE) * 1_000_000) / 1_000_000,
    by_provider: await by("provider"),
    by_action: await by("action"),
    smart_routing_savings: {
      tasks: routed.tasks,
      baseline_cost: usdOf(routed.baselineMicros),
      optimized_cost: usdOf(routed.costMicros),
      saved: usdOf(routed.baselineMicros - routed.costMicros),
      savings_percent: percent(routed.baselineMicros - routed.costMicros, routed.baselineMicros),
    },
  };
}

const READ = { stats: statsOf, analytics: analyticsOf, costs: costsOf };

/** What is read of the ledger for the routes: in a worker thread, because a year of calls is much. Plain data. */
export interface LedgerRequest {
  kind: keyof typeof READ;
  days: number;
  nowMs: number;
}

/** What the routes show of the ledger and the coverage of the catalog. */
export type LedgerAnswers = { [K in LedgerRequest["kind"]]: Awaited<ReturnType<(typeof READ)[K]>> };

/** Reads the ledger or the coverage, which can be long. */
export const readLedger = (db: Reader, { kind, days, nowMs }: LedgerRequest) => READ[kind](db, days, nowMs);
