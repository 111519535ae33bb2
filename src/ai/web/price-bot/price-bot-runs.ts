import { Type } from "@sinclair/typebox";
import { markApplied } from "../../../../db/ai/calls.ts";
import { findCompetitorsAt } from "../../../../db/competitors/competitors.ts";
import { enqueue } from "../../../../db/jobs/queue.ts";
import { COUNT, fixed, jsonOrNullColumn } from "../../../../db/keyed-table.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { countMonitored } from "../../../../db/price-monitor/monitored.ts";
import { NUMBER } from "../../../../db/table.ts";
import { ApiError } from "../../../http/output/errors.ts";
import { counter, given, id, madeAt, note, shown, status, time } from "../../../kit/runs/fields.ts";
import { lifecycleOf } from "../../../kit/runs/lifecycle.ts";
import { type RowOfRun, run, TO_THE_END } from "../../../kit/runs/run.ts";
import { type ObservedItem, observe } from "../../../prices/price-monitor/observations/observe.ts";
import { usdOf } from "../../provider/choose-model.ts";

/** A search of the web for competitors' prices. */
export const PriceBotRuns = run({
  table: "price_bot_run",
  noun: "price_bot_run",
  fields: {
    id,
    status: status(["processing", "completed", "failed"]),
    total: given("total"),
    processed: counter("processed"),
    pricesFound: counter("prices_found", "Candidates that were put into `/prices/validation`."),
    errors: counter("errors", "Searches and pages that could not be read."),
    errorMessage: note("error_message"),
    costMicros: shown(COUNT, { cost_usd: [Type.Number(), usdOf] }),
    startedAtMs: madeAt("started_at"),
    completedAtMs: time("completed_at"),
    /** Of which products, by id; `null`: of the active monitored ones. */
    productIds: fixed(jsonOrNullColumn<string[]>()),
    maxSources: fixed(NUMBER),
  },
  ...TO_THE_END,
});
export type PriceBotRun = RowOfRun<typeof PriceBotRuns>;
const lifecycle = lifecycleOf("web.price-bot", PriceBotRuns);

/** Begins a search of the web for prices. Throws INVALID_STATE while another one is under way. */
export const beginPriceBot = mutation(
  "web.begin-price-bot",
  async (tx, { productIds, maxSources }: { productIds: string[] | null; maxSources: number }, context) => {
    const open = await PriceBotRuns.table.find(tx, { status: "processing" });
    if (open) throw new ApiError("INVALID_STATE", { key: "prices.bot_is_running", details: { id: open.id } });
    const total = productIds?.length ?? (await countMonitored(tx, { tier: null, isActiveOnly: true }));
    const [runId, startedAtMs] = [context.newId(), context.now()];
    await PriceBotRuns.table.insert(tx, { id: runId, productIds, maxSources, total, startedAtMs });
    await enqueue(tx, "web.price-bot", { runId }, context, { uid: runId, queue: "outside" });
    return { id: runId, products: total };
  },
);

/** What the web says of a product's price. Plain data. */
export interface Researched {
  items: ObservedItem[];
  errors: number;
  costMicros: number;
  /** The calls of models whose answers are among the items, or were of no use. */
  callIds: string[];
}

/** Gives items the competitors whose sites they were found on, as far as those are known. */
async function nameKnown(tx: Tx, items: readonly ObservedItem[]): Promise<ObservedItem[]> {
  const originOf = ({ url }: ObservedItem) => new URL(url).origin;
  const known = new Map((await findCompetitorsAt(tx, items.map(originOf))).map(({ origin, id }) => [origin, id]));
  return items.map((item) => {
    const competitorId = known.get(originOf(item));
    return competitorId === undefined ? item : { ...item, competitorId };
  });
}

/** Puts what was found of a product into the queue of doubtful prices, and counts it. */
export const notePriceBot = mutation(
  "web.note-price-bot",
  async (tx, { runId, ...found }: Researched & { runId: string }, context) => {
    const { items, errors, costMicros, callIds } = found;
    const { waiting } = await observe(tx, await nameKnown(tx, items), "price_bot", context);
    await markApplied(tx, callIds);
    const counts = { processed: 1, pricesFound: waiting.length, errors, costMicros };
    await PriceBotRuns.table.set(tx, { id: runId, status: "processing" }, {}, counts);
  },
);

/** How a run has ended; an error: why it was given up. */
export const endPriceBot = mutation(
  "web.end-price-bot",
  async (tx, { runId, errorMessage }: { runId: string; errorMessage: string | null }, context): Promise<void> => {
    const move = errorMessage === null ? "complete" : "fail";
    await lifecycle.settleById(tx, runId, move, { errorMessage: errorMessage?.slice(0, 1000) ?? null }, context);
  },
);

/** What its job leaves when it cannot go on. */
export const failPriceBot = (tx: Tx, { runId }: { runId: string }, errorMessage: string, context: MutationContext) =>
  endPriceBot.run(tx, { runId, errorMessage }, context);
