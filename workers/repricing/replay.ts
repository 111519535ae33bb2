import type { Reader } from "../../db/ports.ts";
import { type FactsRow, listFacts } from "../../db/repricing/facts.ts";
import { findOwnPricesAt, listDailyOffers } from "../../db/repricing/replays.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import {
  finishReplay,
  noteReplayed,
  type RepricingReplay,
  RepricingReplays,
} from "../../src/prices/repricing/replays/replay.ts";
import {
  newTally,
  type ReplayStep,
  replayProduct,
  type Tally,
} from "../../src/prices/repricing/replays/replay-product.ts";
import { engineAt, listsOf, SEEN_MS } from "../../src/prices/repricing/rules/evaluate.ts";

const AT_ONCE = 200;

/** Replays rules part by part: each part commits with how far the replay is, so an interrupted one goes on where it was. */
export const replay: JobHandler<"repricing.replay"> = async ({ replayId }, context) => {
  const { db, checkpoint, commit, signal } = context;
  const found = await RepricingReplays.find(db, replayId);
  if (found?.status !== "processing") return;
  const { filter, rules } = found.request;
  const steps: ReplayStep[] = [];
  for (const { atMs } of found.days) steps.push({ atMs, decide: await engineAt(db, rules, atMs) });
  for (let after = checkpoint?.after ?? 0; ; ) {
    signal.throwIfAborted();
    const wanted = { afterRow: after, limit: AT_ONCE, sinceMs: found.startedAtMs, listIds: listsOf(rules) };
    const products = await listFacts(db, filter, wanted);
    const last = products.at(-1);
    if (!last) break;
    after = last.rowId;
    const part = { id: replayId, evaluated: products.length, tally: await tallyOf(db, products, steps, found) };
    if (!(await commit(noteReplayed, part, { checkpoint: { after } }))) return;
    if (products.length < AT_ONCE) break;
    await context.throwIfInTheWay();
  }
  await commit(finishReplay, { id: replayId }, "done");
};

/** What rules would have made of some products. */
async function tallyOf(
  db: Reader,
  products: readonly FactsRow[],
  steps: readonly ReplayStep[],
  { sinceMs }: RepricingReplay,
): Promise<Tally> {
  const ids = products.map(({ id }) => id);
  const toMs = steps.at(-1)?.atMs ?? sinceMs;
  const offers = Map.groupBy(
    await listDailyOffers(db, ids, { fromMs: sinceMs - SEEN_MS, toMs }),
    ({ productId }) => productId,
  );
  const starts = await findOwnPricesAt(db, ids, sinceMs);
  const tally = newTally(steps.length);
  for (const product of products) {
    const startCents = starts.get(product.id) ?? null;
    replayProduct(product, steps, { offers: offers.get(product.id) ?? [], startCents }, tally);
  }
  return tally;
}
