import { markApplied } from "../../../db/ai/calls.ts";
import { findCompetitorsAt } from "../../../db/competitors/competitors.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { countMonitored } from "../../../db/price-monitor/monitored.ts";
import {
  addToPriceBotRun,
  endPriceBotRun,
  findOpenPriceBotRun,
  insertPriceBotRun,
} from "../../../db/web/price-bot-runs.ts";
import { ApiError } from "../../http/output/errors.ts";
import { type ObservedItem, observe } from "../../price-monitor/observe.ts";

/** Begins a search of the web for prices. Throws INVALID_STATE while another one is under way. */
export const beginPriceBot = mutation(
  "web.begin-price-bot",
  async (tx, { productIds, maxSources }: { productIds: string[] | null; maxSources: number }, { now, newId }) => {
    const open = await findOpenPriceBotRun(tx);
    if (open) throw new ApiError("INVALID_STATE", { key: "prices.bot_is_running", details: { id: open.id } });
    const total = productIds?.length ?? (await countMonitored(tx, { tier: null, isActiveOnly: true }));
    const [id, startedAtMs] = [newId(), now()];
    await insertPriceBotRun(tx, { id, productIds, maxSources, total, startedAtMs });
    await enqueue(tx, "web.price-bot", { runId: id }, { uid: id, runAtMs: startedAtMs, queue: "outside" });
    return { id, products: total };
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
    await addToPriceBotRun(tx, { id: runId, pricesFound: waiting.length, errors, costMicros });
  },
);

interface End {
  runId: string;
  status: "completed" | "failed";
  errorMessage: string | null;
}

export const endPriceBot = mutation("web.end-price-bot", (tx, { runId: id, ...end }: End, { now }) =>
  endPriceBotRun(tx, { id, ...end, completedAtMs: now() }),
);

/** What its job leaves when it cannot go on. */
export const failPriceBot = (
  tx: Tx,
  { runId }: { runId: string },
  error: string,
  { now }: MutationContext,
): Promise<number> =>
  endPriceBotRun(tx, { id: runId, status: "failed", errorMessage: error.slice(0, 1000), completedAtMs: now() });
