import type { Reader } from "../ports.ts";
import { number, type Row, text } from "../rows.ts";
import { called, computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER } from "../table.ts";

/** Calls that have one value in common. */
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

const TOTALS = selection("ai_call", {
  runs: computed("count(*)", NUMBER),
  successful: computed("total(state in ('answered', 'applied'))", NUMBER),
  failed: computed("total(state in ('failed', 'interrupted'))", NUMBER),
  products: computed("count(distinct product_id)", NUMBER),
  costMicros: computed("total(cost_micros)", NUMBER),
  inputTokens: computed("total(input_tokens)", NUMBER),
  outputTokens: computed("total(output_tokens)", NUMBER),
});
const ROUTED = selection("ai_call", {
  tasks: computed("total(is_routed)", NUMBER),
  baselineMicros: computed("total(iif(is_routed = 1, baseline_micros, 0))", NUMBER),
  costMicros: called("routed_micros", computed("total(iif(is_routed = 1, cost_micros, 0))", NUMBER)),
});
/** All calls since a time. */
export type CallTotals = SelectedBy<typeof TOTALS> & {
  /** Of those that another model did than the main one. */
  routed: SelectedBy<typeof ROUTED>;
};

export const totalCalls = (db: Reader, sinceMs: number): Promise<CallTotals> =>
  db.one(
    `select ${TOTALS.selected}, ${ROUTED.selected} from ai_call where tenant_id = :tenant and at_ms >= :sinceMs`,
    { sinceMs },
    (row) => ({ ...TOTALS.read(row), routed: ROUTED.read(row) }),
  );
