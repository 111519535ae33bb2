import { enqueue } from "../../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { findRepricingChange, listInEffect, markReverted, standMoreThan } from "../../../../db/repricing/changes.ts";
import { ApiError, required } from "../../../http/output/errors.ts";
import { RepricingRuns, type RunRevert } from "./run-record.ts";
import { storePrices } from "./store-moved-prices.ts";

/**
 * Takes one change back. Throws NOT_FOUND, INVALID_STATE when it was before or, unless it is forced, the price would be below
 * today's MAP or cost, and PRICE_CHANGED_SINCE.
 */
export const revertRepricing = mutation(
  "repricing.revert",
  async (tx, { id, force }: { id: string; force: boolean }, context) => {
    const change = required(await findRepricingChange(tx, id), "repricing_change", id);
    if (change.revertedAtMs !== null) throw new ApiError("INVALID_STATE", { key: "repricing.reverted_before" });
    const { productId, priceListId, beforeCents, afterCents, currency } = change;
    const expectedCents = force ? undefined : afterCents;
    const move = { productId, priceListId, expectedCents, cents: beforeCents, currency, mayUndercut: force };
    const [outcome] = await storePrices(tx, [move], context);
    if (outcome === "price_changed_since") throw new ApiError("PRICE_CHANGED_SINCE");
    if (outcome === "other_currency") throw new ApiError("INVALID_STATE", { key: "repricing.list_changed_currency" });
    if (outcome === "no_tax_rate") throw new ApiError("INVALID_STATE", { key: "tax.rate_unknown" });
    if (outcome === "below_floor") throw new ApiError("INVALID_STATE", { key: "repricing.revert_below_floor" });
    await markReverted(tx, [id], context.now());
    return { ...change, revertedAtMs: context.now() };
  },
);

/** The number of prices taken back while a caller waits; more take a job. */
const DIRECT_MAX = 1_000;
const AT_ONCE = 500;

function counted(reasons: Record<string, number>, more: readonly string[]): Record<string, number> {
  const counts = { ...reasons };
  for (const reason of more) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/**
 * Takes a part of a run back, after a change: what is another price by now stays, and unless it is forced what would be below
 * today's MAP or cost. Returns how far the run is taken back then.
 */
async function revertPart(
  tx: Tx,
  { runId, force, sum }: { runId: string; force: boolean; sum: RunRevert },
  context: MutationContext,
): Promise<RunRevert> {
  const inEffect = await listInEffect(tx, runId, sum.after, AT_ONCE);
  const moves = inEffect.map(({ productId, priceListId, afterCents, beforeCents, currency }) => ({
    ...{ productId, priceListId, currency, mayUndercut: force },
    expectedCents: afterCents,
    cents: beforeCents,
  }));
  const outcomes = await storePrices(tx, moves, context);
  const reverted = inEffect.filter((_, place) => outcomes[place] === "moved").map(({ id }) => id);
  await markReverted(tx, reverted, context.now());
  const skips = outcomes.filter((outcome) => outcome !== "moved");
  return {
    status: inEffect.length < AT_ONCE ? "completed" : "processing",
    reverted: sum.reverted + reverted.length,
    skipReasons: counted(sum.skipReasons, skips),
    after: inEffect.at(-1)?.id ?? sum.after,
  };
}

/** Notes how far a run is taken back. */
const setRevert = (tx: Tx, id: string, revert: RunRevert) => RepricingRuns.table.set(tx, { id }, { revert });

const NOTHING_YET: RunRevert = { status: "processing", reverted: 0, skipReasons: {}, after: "" };

/**
 * Takes a run back, or begins a job that does when it has changed many prices: its state is then "processing". Throws
 * NOT_FOUND, and INVALID_STATE while the run itself or such a job is under way.
 */
export const revertRun = mutation(
  "repricing.revert-run",
  async (tx, { runId, force }: { runId: string; force: boolean }, context): Promise<RunRevert> => {
    const run = required(await RepricingRuns.find(tx, runId), "repricing_run", runId);
    if (run.revert?.status === "processing") throw new ApiError("INVALID_STATE", { key: "repricing.reverting" });
    let sum = NOTHING_YET;
    if (await standMoreThan(tx, runId, DIRECT_MAX)) {
      const job = { uid: context.newId(), runAtMs: context.now(), queue: "bulk" } as const;
      await enqueue(tx, "repricing.revert", { runId, force }, job);
    } else {
      while (sum.status === "processing") sum = await revertPart(tx, { runId, force, sum }, context);
    }
    await setRevert(tx, runId, sum);
    return sum;
  },
);

/** Takes the next part of a run back, for its job. Returns whether there is more. */
export const revertRunPart = mutation(
  "repricing.revert-part",
  async (tx, { runId, force }: { runId: string; force: boolean }, context) => {
    const run = await RepricingRuns.find(tx, runId);
    if (run?.revert?.status !== "processing") return { hasMore: false };
    const sum = await revertPart(tx, { runId, force, sum: run.revert }, context);
    await setRevert(tx, runId, { ...sum, status: "processing" });
    return { hasMore: sum.status === "processing" };
  },
);

export const finishRevert = mutation("repricing.finish-revert", async (tx, { runId }: { runId: string }) => {
  const run = await RepricingRuns.find(tx, runId);
  if (run?.revert) await setRevert(tx, runId, { ...run.revert, status: "completed" });
});

/** What a revert's job leaves when it cannot go on: to ask for it again takes back what is left. */
export async function failRunRevert(tx: Tx, { runId }: { runId: string }): Promise<void> {
  const run = await RepricingRuns.find(tx, runId);
  if (run?.revert) await setRevert(tx, runId, { ...run.revert, status: "failed" });
}
