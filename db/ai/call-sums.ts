import type { Reader } from "../ports.ts";
import { number, type Row, text } from "../rows.ts";

/** Calls that have one thing in common. */
export interface CallSum {
  key: string;
  runs: number;
  costMicros: number;
}

const readSum = (row: Row): CallSum => ({
  key: text(row, "key"),
  runs: number(row, "runs"),
  costMicros: number(row, "cost_micros"),
});

/** What calls can be summed by. */
const KEYS = {
  provider: "provider",
  action: "action",
  prompt: "ifnull(prompt_slug, '')",
  day: "strftime('%Y-%m-%d', at_ms / 1000, 'unixepoch')",
} as const;

/** The calls since a time by what they have in common, the dearest first. */
export const sumCalls = (db: Reader, by: keyof typeof KEYS, sinceMs: number): Promise<CallSum[]> =>
  db.all(
    `select ${KEYS[by]} as key, count(*) as runs, sum(cost_micros) as cost_micros from ai_call
      where tenant_id = :tenant and at_ms >= :sinceMs group by 1 order by 3 desc, 1`,
    { sinceMs },
    readSum,
  );

/** All calls since a time. */
export interface CallTotals {
  runs: number;
  successful: number;
  failed: number;
  products: number;
  costMicros: number;
  inputTokens: number;
  outputTokens: number;
  /** Of those that another model did than the main one. */
  routed: { tasks: number; baselineMicros: number; costMicros: number };
}

export const totalCalls = (db: Reader, sinceMs: number): Promise<CallTotals> =>
  db.one(
    `select count(*) as runs, total(state in ('answered', 'applied')) as successful,
        total(state in ('failed', 'interrupted')) as failed, count(distinct product_id) as products,
        total(cost_micros) as cost_micros, total(input_tokens) as input_tokens, total(output_tokens) as output_tokens,
        total(is_routed) as tasks, total(iif(is_routed = 1, baseline_micros, 0)) as baseline_micros,
        total(iif(is_routed = 1, cost_micros, 0)) as routed_micros
      from ai_call where tenant_id = :tenant and at_ms >= :sinceMs`,
    { sinceMs },
    (row) => ({
      runs: number(row, "runs"),
      successful: number(row, "successful"),
      failed: number(row, "failed"),
      products: number(row, "products"),
      costMicros: number(row, "cost_micros"),
      inputTokens: number(row, "input_tokens"),
      outputTokens: number(row, "output_tokens"),
      routed: {
        tasks: number(row, "tasks"),
        baselineMicros: number(row, "baseline_micros"),
        costMicros: number(row, "routed_micros"),
      },
    }),
  );
