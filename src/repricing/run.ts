import { enqueue } from "../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { findRepricingChange, insertRepricingChanges, listStanding, markReverted } from "../../db/repricing/changes.ts";
import { findRun, findSimulation, insertRun, type PlannedChange, updateRun } from "../../db/repricing/runs.ts";
import { ApiError, required } from "../http/output/errors.ts";
import type { RepricingScope } from "./evaluate.ts";
import { rulesOf, unsimulated } from "./rules-of.ts";
import { type MoveOutcome, storePrices } from "./store-prices.ts";
import { tellOfRun } from "./tell-of-run.ts";

/** What a run goes by: a simulation, or rules; of a schedule also the names of rules that it leaves out. */
export type RunRequest = { simulationId: string } | { scope: RepricingScope; leftOut?: string[] };

/** Throws SIMULATION_REQUIRED for rules that have changed since they were simulated. */
async function requireSimulated(tx: Tx, request: RunRequest, nowMs: number): Promise<void> {
  const ids: string[] = [];
  if ("simulationId" in request) {
    const found = await findSimulation(tx, request.simulationId);
    const { rules } = required(
      found && found.expiresAtMs >= nowMs ? found : undefined,
      "simulation",
      request.simulationId,
    );
    const now = new Map((await rulesOf(tx, null)).map(({ id, version }) => [id, version]));
    ids.push(...rules.filter(([id, version]) => now.has(id) && now.get(id) !== version).map(([id]) => id));
  } else {
    ids.push(...unsimulated(await rulesOf(tx, request.scope.ruleIds)).map(({ id }) => id));
  }
  if (ids.length > 0) throw new ApiError("SIMULATION_REQUIRED", { details: { rule_ids: ids } });
}

async function begin(tx: Tx, request: RunRequest, triggeredBy: "manual" | "schedule", { now, newId }: MutationContext) {
  const id = newId();
  const simulationId = "simulationId" in request ? request.simulationId : null;
  await insertRun(tx, { id, triggeredBy, simulationId, request, startedAtMs: now() });
  await enqueue(tx, "repricing.run", { runId: id }, { uid: id, runAtMs: now(), queue: "bulk" });
  return id;
}

/** Begins a run. Throws NOT_FOUND for a simulation that there is not any more, SIMULATION_REQUIRED, VALIDATION_FAILED. */
export const beginRun = mutation("repricing.begin-run", async (tx, request: RunRequest, context) => {
  await requireSimulated(tx, request, context.now());
  return { id: await begin(tx, request, "manual", context) };
});

/** Begins the run of a schedule: of the active rules only those that were simulated as they are. */
export const beginScheduledRun = mutation("repricing.begin-scheduled", async (tx, _: undefined, context) => {
  const rules = await rulesOf(tx, null);
  const changed = new Set(unsimulated(rules).map(({ id }) => id));
  const ruleIds = rules.filter(({ id }) => !changed.has(id)).map(({ id }) => id);
  const leftOut = rules.filter(({ id }) => changed.has(id)).map(({ name }) => name);
  if (ruleIds.length === 0) {
    if (leftOut.length > 0) await tellOfRun(tx, { changed: 0, skipped: 0, isFailed: false, leftOut }, context);
    return;
  }
  await begin(tx, { scope: { ruleIds, filter: {} }, leftOut }, "schedule", context);
});

interface RunPart {
  runId: string;
  changes: PlannedChange[];
  evaluated: number;
  /** How many were passed over for which reason. */
  skips: Record<string, number>;
}

/** Makes a part of a run's changes: a price that is another by now, or would be below its floor, is passed over. */
export const applyRunPart = mutation(
  "repricing.apply-part",
  async (tx, { runId, changes, evaluated, skips }: RunPart, context): Promise<void> => {
    const run = await findRun(tx, runId);
    if (run?.status !== "processing") return;
    const outcomes: MoveOutcome[] = await storePrices(
      tx,
      changes.map(([productId, , , priceListId, expectedCents, cents]) => ({
        productId,
        priceListId,
        expectedCents,
        cents,
      })),
      context,
    );
    const made = changes.filter((_, place) => outcomes[place] === "moved");
    await insertRepricingChanges(
      tx,
      made.map(([productId, ruleId, ruleName, priceListId, beforeCents, afterCents, reason]) => ({
        id: context.newId(),
        runId,
        ruleId,
        ruleName,
        productId,
        priceListId,
        beforeCents,
        afterCents,
        reason,
        actorKind: context.by?.kind ?? "system",
        actorId: context.by?.id ?? null,
        createdAtMs: context.now(),
      })),
    );
    const skipReasons = { ...run.skipReasons };
    for (const [reason, count] of Object.entries(skips)) skipReasons[reason] = (skipReasons[reason] ?? 0) + count;
    for (const outcome of outcomes) if (outcome !== "moved") skipReasons[outcome] = (skipReasons[outcome] ?? 0) + 1;
    const total = run.evaluated + evaluated;
    const changed = run.changed + made.length;
    await updateRun(tx, { ...run, evaluated: total, changed, skipped: total - changed, skipReasons });
  },
);

/** Ends a run, and tells of it if it was a schedule's. */
async function endRun(tx: Tx, runId: string, status: "completed" | "failed", context: MutationContext): Promise<void> {
  const run = await findRun(tx, runId);
  if (run?.status !== "processing") return;
  await updateRun(tx, { ...run, status, completedAtMs: context.now() });
  if (run.triggeredBy !== "schedule") return;
  const { changed, skipped } = run;
  const request = run.request as RunRequest; // written by `begin`
  const leftOut = "leftOut" in request ? (request.leftOut ?? []) : [];
  await tellOfRun(tx, { changed, skipped, isFailed: status === "failed", leftOut }, context);
}

export const finishRun = mutation("repricing.finish-run", (tx, { runId }: { runId: string }, context) =>
  endRun(tx, runId, "completed", context),
);

/** What a run's job leaves when it cannot go on. */
export const failRepricing = (
  tx: Tx,
  { runId }: { runId: string },
  _: string,
  context: MutationContext,
): Promise<void> => endRun(tx, runId, "failed", context);

/** Takes one change back. Throws NOT_FOUND, INVALID_STATE when it was before, and PRICE_CHANGED_SINCE. */
export const revertRepricing = mutation(
  "repricing.revert",
  async (tx, { id, force }: { id: string; force: boolean }, context) => {
    const change = required(await findRepricingChange(tx, id), "repricing_change", id);
    if (change.revertedAtMs !== null) throw new ApiError("INVALID_STATE", { key: "repricing.reverted_before" });
    const { productId, priceListId, beforeCents, afterCents } = change;
    const expectedCents = force ? undefined : afterCents;
    const move = { productId, priceListId, expectedCents, cents: beforeCents, mayUndercut: true };
    const [outcome] = await storePrices(tx, [move], context);
    if (outcome !== "moved") throw new ApiError("PRICE_CHANGED_SINCE");
    await markReverted(tx, [id], context.now());
    return { ...change, revertedAtMs: context.now() };
  },
);

const AT_ONCE = 500;

/** Takes a part of a run back, after a change: what is another price by now stays. `next` is `null` when it is done. */
export const revertRunPart = mutation(
  "repricing.revert-part",
  async (tx, { runId, after }: { runId: string; after: string }, context) => {
    required(await findRun(tx, runId), "repricing_run", runId);
    const standing = await listStanding(tx, runId, after, AT_ONCE);
    const moves = standing.map(({ productId, priceListId, afterCents, beforeCents }) => ({
      productId,
      priceListId,
      expectedCents: afterCents,
      cents: beforeCents,
      mayUndercut: true,
    }));
    const outcomes = await storePrices(tx, moves, context);
    const reverted = standing.filter((_, place) => outcomes[place] === "moved");
    await markReverted(
      tx,
      reverted.map(({ id }) => id),
      context.now(),
    );
    return {
      reverted: reverted.length,
      skipped: standing.length - reverted.length,
      next: standing.length < AT_ONCE ? null : (standing.at(-1)?.id ?? null),
    };
  },
);
