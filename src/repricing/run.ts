import { enqueue } from "../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import type { ProductFilter } from "../../db/products/filter.ts";
import { insertRepricingChanges } from "../../db/repricing/changes.ts";
import {
  findRun,
  findSimulation,
  insertRun,
  type PlannedChange,
  type SimulatedRules,
  updateRun,
} from "../../db/repricing/runs.ts";
import { ApiError, required } from "../http/output/errors.ts";
import type { RepricingScope } from "./evaluate.ts";
import { findStanding, fingerprintsOf, rulesOf, rulesToRun, unsimulated } from "./rules-of.ts";
import { type MoveOutcome, storePrices } from "./store-prices.ts";
import { tellOfRun } from "./tell-of-run.ts";

/** What a run is asked for: what a simulation found, or what rules make of products. */
export type RunRequest = { simulationId: string } | { scope: RepricingScope };

/** What a run goes by: the rules as they were when it began; of a schedule also the names of rules that it leaves out. */
export interface RunPlan {
  simulationId: string | null;
  /** `null`: what the simulation found. */
  filter: ProductFilter | null;
  rules: SimulatedRules;
  leftOut: string[];
}

const requireNone = (ids: string[]) => {
  if (ids.length > 0) throw new ApiError("SIMULATION_REQUIRED", { details: { rule_ids: ids } });
};

/** Plans a run. Throws SIMULATION_REQUIRED for rules that have changed, gone or been switched off since they were simulated. */
async function planOf(tx: Tx, request: RunRequest, nowMs: number): Promise<RunPlan> {
  if ("simulationId" in request) {
    const { simulationId } = request;
    const found = await findSimulation(tx, simulationId);
    const { rules } = required(found && found.expiresAtMs >= nowMs ? found : undefined, "simulation", simulationId);
    const standing = new Set((await findStanding(tx, rules)).map(({ id }) => id));
    requireNone(rules.flatMap(([id]) => (standing.has(id) ? [] : [id])));
    return { simulationId, filter: null, rules, leftOut: [] };
  }
  const { ruleIds, filter } = request.scope;
  const rows = await rulesToRun(tx, ruleIds);
  requireNone(unsimulated(rows).map(({ id }) => id));
  return { simulationId: null, filter, rules: fingerprintsOf(rows), leftOut: [] };
}

async function begin(tx: Tx, request: RunPlan, triggeredBy: "manual" | "schedule", { now, newId }: MutationContext) {
  const id = newId();
  await insertRun(tx, { id, triggeredBy, simulationId: request.simulationId, request, startedAtMs: now() });
  await enqueue(tx, "repricing.run", { runId: id }, { uid: id, runAtMs: now(), queue: "bulk" });
  return id;
}

/** Begins a run. Throws NOT_FOUND for a simulation that there is not any more, SIMULATION_REQUIRED, VALIDATION_FAILED. */
export const beginRun = mutation("repricing.begin-run", async (tx, request: RunRequest, context) => {
  const plan = await planOf(tx, request, context.now());
  return { id: await begin(tx, plan, "manual", context) };
});

/** Begins the run of a schedule: of the active rules only those that were simulated as they are. */
export const beginScheduledRun = mutation("repricing.begin-scheduled", async (tx, _: undefined, context) => {
  const rules = await rulesOf(tx, null);
  const changed = new Set(unsimulated(rules).map(({ id }) => id));
  const standing = rules.filter(({ id }) => !changed.has(id));
  const leftOut = rules.filter(({ id }) => changed.has(id)).map(({ name }) => name);
  if (standing.length === 0) {
    if (leftOut.length > 0) await tellOfRun(tx, { changed: 0, skipped: 0, isFailed: false, leftOut }, context);
    return;
  }
  const plan = { simulationId: null, filter: {}, rules: fingerprintsOf(standing), leftOut };
  await begin(tx, plan, "schedule", context);
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
    // A rule may be switched off or changed while its run is under way.
    const standing = new Set((await findStanding(tx, (run.request as RunPlan).rules)).map(({ id }) => id)); // written by `begin`
    const valid = changes.filter(([, ruleId]) => standing.has(ruleId));
    const outcomes: (MoveOutcome | "rule_changed")[] = await storePrices(
      tx,
      valid.map(([productId, , , priceListId, expectedCents, cents]) => ({
        productId,
        priceListId,
        expectedCents,
        cents,
      })),
      context,
    );
    const made = valid.filter((_, place) => outcomes[place] === "moved");
    for (let late = valid.length; late < changes.length; late++) outcomes.push("rule_changed");
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
  const { leftOut } = run.request as RunPlan; // written by `begin`
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
