import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { countInEffect, listInEffect, markReverted, repricingChanges } from "../../../../db/repricing/changes.ts";
import { ApiError, required } from "../../../http/output/errors.ts";
import {
  enqueueRevert,
  lifecycle,
  noteOnRun,
  type RepricingRevert,
  RepricingReverts,
} from "../reverts/revert-record.ts";
import { RepricingRuns, type RunRevert } from "./run-record.ts";
import { storePrices } from "./store-moved-prices.ts";

/**
 * Takes one change back. Throws NOT_FOUND, INVALID_STATE when it was before or, unless it is forced, the price would be below
 * today's MAP or cost, and PRICE_CHANGED_SINCE.
 */
export const revertRepricing = mutation(
  "repricing.revert",
  async (tx, { id, force }: { id: string; force: boolean }, context) => {
    const change = required(await repricingChanges.find(tx, { id }), "repricing_change", id);
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

type Progress = Pick<RepricingRevert, "runId" | "isForced" | "reverted" | "skipReasons" | "afterId">;

/**
 * Takes a part of a run back, after a change: what is another price by now stays, and unless it is forced what would be below
 * today's MAP or cost. Returns how far the run is taken back then, and whether there is more.
 */
async function revertPart<P extends Progress>(
  tx: Tx,
  progress: P,
  context: MutationContext,
): Promise<{ progress: P; hasMore: boolean }> {
  const { runId, isForced, reverted: before, skipReasons, afterId } = progress;
  const inEffect = await listInEffect(tx, runId, afterId, AT_ONCE);
  const moves = inEffect.map(({ productId, priceListId, afterCents, beforeCents, currency }) => ({
    ...{ productId, priceListId, currency, mayUndercut: isForced },
    expectedCents: afterCents,
    cents: beforeCents,
  }));
  const outcomes = await storePrices(tx, moves, context);
  const reverted = inEffect.filter((_, place) => outcomes[place] === "moved").map(({ id }) => id);
  await markReverted(tx, reverted, context.now());
  const skips = outcomes.filter((outcome) => outcome !== "moved");
  return {
    progress: {
      ...progress,
      reverted: before + reverted.length,
      skipReasons: counted(skipReasons, skips),
      afterId: inEffect.at(-1)?.id ?? afterId,
    },
    hasMore: inEffect.length === AT_ONCE,
  };
}

/** Throws INVALID_STATE while a job takes the run back. */
async function requireAtRest(tx: Tx, runId: string): Promise<void> {
  const run = required(await RepricingRuns.find(tx, runId), "repricing_run", runId);
  if (run.revert?.status === "processing") throw new ApiError("INVALID_STATE", { key: "repricing.reverting" });
}

/**
 * Takes a run back, or begins a job that does when it has changed many prices or the caller does not wait: its state is then
 * "processing". Throws NOT_FOUND, and INVALID_STATE while such a job is under way.
 */
export const revertRun = mutation(
  "repricing.revert-run",
  async (
    tx,
    { runId, force, isInBackground }: { runId: string; force: boolean; isInBackground: boolean },
    context,
  ): Promise<RunRevert> => {
    await requireAtRest(tx, runId);
    const total = await countInEffect(tx, runId);
    if (isInBackground || total > DIRECT_MAX) {
      const made = { id: context.newId(), runId, isForced: force, total, startedAtMs: context.now() };
      const revert = await RepricingReverts.table.insert(tx, made);
      await enqueueRevert(tx, revert, context);
      await noteOnRun(tx, revert);
      return revert;
    }
    const begun: Progress = { runId, isForced: force, reverted: 0, skipReasons: {}, afterId: "" };
    let done = await revertPart(tx, begun, context);
    while (done.hasMore) done = await revertPart(tx, done.progress, context);
    const { reverted, skipReasons } = done.progress;
    const revert: RunRevert = { id: null, status: "completed", reverted, skipReasons };
    await RepricingRuns.table.set(tx, { id: runId }, { revert });
    return revert;
  },
);

/** Takes the next part of a run back, for its job. Returns whether there is more. */
export const revertRunPart = mutation("repricing.revert-part", async (tx, { id }: { id: string }, context) => {
  const revert = await RepricingReverts.find(tx, id);
  if (revert?.status !== "processing") return { hasMore: false };
  const { progress, hasMore } = await revertPart(tx, revert, context);
  await RepricingReverts.table.update(tx, progress);
  await noteOnRun(tx, progress);
  return { hasMore };
});

export const finishRevert = mutation("repricing.finish-revert", async (tx, { id }: { id: string }, context) => {
  await lifecycle.settleById(tx, id, "complete", {}, context);
});

/** Goes on with a revert that failed or was cancelled. Throws NOT_FOUND, and INVALID_STATE while another one is under way. */
export const retryRevert = mutation("repricing.retry-revert", async (tx, { id }: { id: string }, context) => {
  const revert = await RepricingReverts.require(tx, id);
  RepricingReverts.requireMove(revert, "retry");
  await requireAtRest(tx, revert.runId);
  return (await lifecycle.settle(tx, revert, "retry", { error: null }, context)) ?? revert;
});

/** What a revert's job leaves when it cannot go on. */
export const failRunRevert = (tx: Tx, { revertId }: { revertId: string }, error: string, context: MutationContext) =>
  lifecycle.settleById(tx, revertId, "fail", { error }, context);
