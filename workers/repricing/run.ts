import { findSimulation, findSimulationPart, type PlannedChange } from "../../db/repricing/runs.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { evaluate, plannedOf } from "../../src/prices/repricing/rules/evaluate.ts";
import { engineRule } from "../../src/prices/repricing/rules/rule.ts";
import { findUnchanged } from "../../src/prices/repricing/rules/rules-of.ts";
import { applyRunPart, finishRun } from "../../src/prices/repricing/runs/repricing-run.ts";
import { RepricingRuns, type RunPlan } from "../../src/prices/repricing/runs/run-record.ts";

type Context = JobContext<"repricing.run">;

/** Reprices part by part: each part commits with how far the run is, so an interrupted run goes on where it was. */
export const run: JobHandler<"repricing.run"> = async ({ runId }, context) => {
  const found = await RepricingRuns.find(context.db, runId);
  if (found?.status !== "processing") return;
  const plan = found.request;
  if (plan.simulationId !== null) await applySimulation(runId, plan.simulationId, context);
  else await applyRules(runId, plan, context);
  await context.commit(finishRun, { runId }, "done");
};

/** Makes exactly the changes that a simulation has found. */
async function applySimulation(runId: string, simulationId: string, context: Context) {
  const { db, checkpoint, commit, signal, throwIfInTheWay } = context;
  // What the simulation has passed over counts before its first part.
  const passedOver = (await findSimulation(db, simulationId))?.skipped ?? 0;
  if (!checkpoint) {
    const skips: Record<string, number> = passedOver > 0 ? { skipped_by_simulation: passedOver } : {};
    await commit(applyRunPart, { runId, changes: [], evaluated: passedOver, skips }, { checkpoint: { after: 0 } });
  }
  for (let place = checkpoint?.after ?? 0; ; place++) {
    signal.throwIfAborted();
    const changes = await findSimulationPart(db, simulationId, place);
    if (!changes) return;
    const part = { runId, changes, evaluated: changes.length, skips: {} };
    await commit(applyRunPart, part, { checkpoint: { after: place + 1 } });
    await throwIfInTheWay();
  }
}

/** Decides about products by the rules that are still as they were when the run began. */
async function applyRules(runId: string, plan: RunPlan, context: Context) {
  const { db, services, checkpoint, commit, signal } = context;
  const rules = (await findUnchanged(db, plan.rules)).map(engineRule);
  const place = { nowMs: services.now(), afterRow: checkpoint?.after ?? 0 };
  for await (const { decided, lastRow } of evaluate(db, rules, plan.filter ?? {}, place)) {
    signal.throwIfAborted();
    const changes: PlannedChange[] = [];
    const skips: Record<string, number> = {};
    for (const { facts, decision } of decided) {
      const planned = plannedOf(facts.id, decision);
      if (Array.isArray(planned)) changes.push(planned);
      else skips[planned] = (skips[planned] ?? 0) + 1;
    }
    await commit(
      applyRunPart,
      { runId, changes, evaluated: decided.length, skips },
      { checkpoint: { after: lastRow } },
    );
    await context.throwIfInTheWay();
  }
}
