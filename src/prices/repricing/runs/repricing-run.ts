import { enqueue } from "../../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { repricingChanges } from "../../../../db/repricing/changes.ts";
import { findSimulation, type PlannedChange, type SimulatedRules } from "../../../../db/repricing/runs.ts";
import { noteAudit } from "../../../audit/note-audit.ts";
import { ApiError, required } from "../../../http/output/errors.ts";
import { lifecycleOf } from "../../../kit/runs/lifecycle.ts";
import { findApprovalSetting } from "../approval/approval-setting.ts";
import { planExpiry } from "../approval/plan-expiry.ts";
import type { RepricingScope } from "../rules/evaluate.ts";
import { findUnchanged, fingerprintsOf, rulesOf, rulesToRun, unsimulated } from "../rules/rules-of.ts";
import { notifyOfRun, notifyOfWaitingRun } from "./notify-of-run.ts";
import { type RepricingRun, RepricingRuns, type RunPlan } from "./run-record.ts";
import { type MoveOutcome, storePrices } from "./store-moved-prices.ts";

/** The options of a run: what a simulation found, or what rules make of products. */
export type RunRequest = { simulationId: string } | { scope: RepricingScope };

/** Throws SIMULATION_REQUIRED for rules that are others by now, deleted or switched off. */
export async function requireUnchanged(tx: Tx, rules: SimulatedRules): Promise<void> {
  const unchanged = new Set((await findUnchanged(tx, rules)).map(({ id }) => id));
  requireNone(rules.flatMap(([id]) => (unchanged.has(id) ? [] : [id])));
}

const requireNone = (ids: string[]) => {
  if (ids.length > 0) throw new ApiError("SIMULATION_REQUIRED", { details: { rule_ids: ids } });
};

/**
 * Plans a run. Throws SIMULATION_REQUIRED for rules that were changed, deleted or switched off since they were simulated.
 */
async function planOf(tx: Tx, request: RunRequest, nowMs: number): Promise<RunPlan> {
  if ("simulationId" in request) {
    const { simulationId } = request;
    const found = await findSimulation(tx, simulationId);
    const { rules } = required(found && found.expiresAtMs >= nowMs ? found : undefined, "simulation", simulationId);
    await requireUnchanged(tx, rules);
    return { simulationId, filter: null, rules, leftOut: [] };
  }
  const { ruleIds, filter } = request.scope;
  const rows = await rulesToRun(tx, ruleIds);
  requireNone(unsimulated(rows).map(({ id }) => id));
  return { simulationId: null, filter, rules: fingerprintsOf(rows), leftOut: [] };
}

const enqueueRun = (tx: Tx, { id }: { id: string }, context: MutationContext) =>
  enqueue(tx, "repricing.run", { runId: id }, context, { uid: id, queue: "bulk" });

/** Has an approved run begin; notifies of a schedule's run that has ended. */
export const lifecycle = lifecycleOf("repricing-run", RepricingRuns, {
  enqueue: enqueueRun,
  moved: async (tx, { after: { triggeredBy, changed, skipped, status, request } }, context) => {
    if (triggeredBy !== "schedule" || (status !== "completed" && status !== "failed")) return;
    await notifyOfRun(tx, { changed, skipped, isFailed: status === "failed", leftOut: request.leftOut }, context);
  },
});

async function begin(tx: Tx, request: RunPlan, triggeredBy: RepricingRun["triggeredBy"], context: MutationContext) {
  const { now, newId, by } = context;
  const { approval_required: waits } = await findApprovalSetting(tx);
  const run = await RepricingRuns.table.insert(tx, {
    id: newId(),
    status: waits ? "awaiting_approval" : "processing",
    simulationId: request.simulationId,
    starterKind: by?.kind ?? "system",
    starterId: by?.id ?? null,
    startedAtMs: now(),
    ...{ triggeredBy, request },
  });
  if (waits) await planExpiry(tx, run, context);
  else await enqueueRun(tx, run, context);
  const details = { rule_ids: request.rules.map(([id]) => id), status: run.status };
  await noteAudit(tx, context, "repricing_run.started", run.id, details);
  return run;
}

/** Ends a run that waits and cannot be approved any more. */
export async function expire(tx: Tx, run: RepricingRun, context: MutationContext): Promise<void> {
  if (!(await lifecycle.settle(tx, run, "expire", { decidedAtMs: context.now() }, context))) return;
  await noteAudit(tx, context, "repricing_run.expired", run.id);
}

/** Whether a scheduled run waits. One whose rules have changed since cannot be approved: it ends, and another may begin. */
async function isWaiting(tx: Tx, context: MutationContext): Promise<boolean> {
  const where = { status: "awaiting_approval", triggeredBy: "schedule" } as const;
  for (const run of await RepricingRuns.table.list(tx, { where, limit: 1 })) {
    if ((await findUnchanged(tx, run.request.rules)).length === run.request.rules.length) return true;
    await expire(tx, run, context);
  }
  return false;
}

/** Begins a run. Throws NOT_FOUND for a deleted simulation, SIMULATION_REQUIRED, VALIDATION_FAILED. */
export const beginRun = mutation("repricing.begin-run", async (tx, request: RunRequest, context) => {
  const plan = await planOf(tx, request, context.now());
  const { id, status } = await begin(tx, plan, "manual", context);
  return { id, status };
});

/** Begins the run of a schedule: of the active rules only those that were simulated as they are. */
export const beginScheduledRun = mutation("repricing.begin-scheduled", async (tx, _: unknown, context) => {
  const rules = await rulesOf(tx, null);
  const changed = new Set(unsimulated(rules).map(({ id }) => id));
  const unchanged = rules.filter(({ id }) => !changed.has(id));
  const leftOut = rules.filter(({ id }) => changed.has(id)).map(({ name }) => name);
  if (unchanged.length === 0) {
    if (leftOut.length > 0) await notifyOfRun(tx, { changed: 0, skipped: 0, isFailed: false, leftOut }, context);
    return;
  }
  // One that waits for its approval is enough.
  if (await isWaiting(tx, context)) return;
  const plan = { simulationId: null, filter: {}, rules: fingerprintsOf(unchanged), leftOut };
  const { status } = await begin(tx, plan, "schedule", context);
  if (status === "awaiting_approval") await notifyOfWaitingRun(tx, context);
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
    const run = await RepricingRuns.find(tx, runId);
    if (run?.status !== "processing") return;
    // A rule may be switched off or changed while its run is under way.
    const unchanged = new Set((await findUnchanged(tx, run.request.rules)).map(({ id }) => id));
    const valid = changes.filter(([, ruleId]) => unchanged.has(ruleId));
    const outcomes: (MoveOutcome | "rule_changed")[] = await storePrices(
      tx,
      valid.map(([productId, , , priceListId, expectedCents, cents, , currency]) => ({
        ...{ productId, priceListId, expectedCents, cents, currency },
      })),
      context,
    );
    const made = valid.filter((_, place) => outcomes[place] === "moved");
    for (let late = valid.length; late < changes.length; late++) outcomes.push("rule_changed");
    await repricingChanges.insertAll(
      tx,
      made.map(
        ([productId, ruleId, ruleName, priceListId, beforeCents, afterCents, reason, currency, exchangeRate]) => ({
          id: context.newId(),
          ...{
            runId,
            ruleId,
            ruleName,
            productId,
            priceListId,
            beforeCents,
            afterCents,
            reason,
            currency,
            exchangeRate,
          },
          actorKind: context.by?.kind ?? "system",
          actorId: context.by?.id ?? null,
          createdAtMs: context.now(),
        }),
      ),
    );
    const skipReasons = { ...run.skipReasons };
    for (const [reason, count] of Object.entries(skips)) skipReasons[reason] = (skipReasons[reason] ?? 0) + count;
    for (const outcome of outcomes) if (outcome !== "moved") skipReasons[outcome] = (skipReasons[outcome] ?? 0) + 1;
    const total = run.evaluated + evaluated;
    const changed = run.changed + made.length;
    await RepricingRuns.table.update(tx, { ...run, evaluated: total, changed, skipped: total - changed, skipReasons });
  },
);

export const finishRun = mutation("repricing.finish-run", async (tx, { runId }: { runId: string }, context) => {
  await lifecycle.settleById(tx, runId, "complete", {}, context);
});

/** What a run's job leaves when it cannot go on. */
export const failRepricing = (tx: Tx, { runId }: { runId: string }, _: string, context: MutationContext) =>
  lifecycle.settleById(tx, runId, "fail", {}, context);
