import { listActorsOf } from "../../../../db/audit/entries.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { findSimulation } from "../../../../db/repricing/runs.ts";
import { noteAudit } from "../../../audit/note-audit.ts";
import { ApiError } from "../../../http/output/errors.ts";
import { lifecycle, requireUnchanged } from "../runs/repricing-run.ts";
import { type RepricingRun, RepricingRuns } from "../runs/run-record.ts";

/** The users who have a hand in a run: who started it, who made or changed its rules, and who holds the keys that did. */
async function findParticipants(tx: Tx, { starterKind, starterId, request }: RepricingRun): Promise<Set<string>> {
  const ruleIds = request.rules.map(([ruleId]) => ruleId);
  const actors = await listActorsOf(tx, "repricing_rule", ruleIds);
  const starter = starterId === null ? [] : [{ kind: starterKind, id: starterId }];
  const all = [...actors, ...starter];
  const idsOf = (wanted: string) => all.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  const holders = await listActorsOf(tx, "api_key", idsOf("api_key"));
  return new Set([...idsOf("user"), ...holders.flatMap(({ kind, id }) => (kind === "user" ? [id] : []))]);
}

/** Throws where what was to be approved is not there any more. */
async function requireAsStarted(tx: Tx, { simulationId, request }: RepricingRun, nowMs: number): Promise<void> {
  const simulation = simulationId === null ? undefined : await findSimulation(tx, simulationId);
  if (simulationId !== null && !(simulation && simulation.expiresAtMs >= nowMs)) {
    throw new ApiError("INVALID_STATE", { key: "repricing.simulation_gone" });
  }
  await requireUnchanged(tx, request.rules);
}

async function decide(
  tx: Tx,
  { run, move }: { run: RepricingRun; move: "approve" | "reject" },
  context: MutationContext,
): Promise<RepricingRun> {
  const values = { decidedBy: context.by?.id ?? null, decidedAtMs: context.now() };
  const after = await lifecycle.settle(tx, run, move, values, context);
  await noteAudit(tx, context, move === "approve" ? "repricing_run.approved" : "repricing_run.rejected", run.id, {
    started_by: run.starterId,
    rule_ids: run.request.rules.map(([id]) => id),
  });
  return after ?? run;
}

/**
 * Has a run that waits begin. Throws NOT_FOUND, INVALID_STATE for one that does not wait or whose simulation has run out,
 * SECOND_PERSON_REQUIRED for who has started it or made its rules, SIMULATION_REQUIRED where these are others by now.
 */
export const approveRun = mutation("repricing.approve-run", async (tx, { id }: { id: string }, context) => {
  const run = await RepricingRuns.require(tx, id);
  RepricingRuns.requireMove(run, "approve");
  const userId = context.by?.kind === "user" ? context.by.id : null;
  const participants = await findParticipants(tx, run);
  if (userId === null || participants.has(userId)) throw new ApiError("SECOND_PERSON_REQUIRED");
  await requireAsStarted(tx, run, context.now());
  return decide(tx, { run, move: "approve" }, context);
});

/** Has a run that waits never begin; anybody who may run rules may say so. Throws NOT_FOUND and INVALID_STATE. */
export const rejectRun = mutation("repricing.reject-run", async (tx, { id }: { id: string }, context) => {
  const run = await RepricingRuns.require(tx, id);
  RepricingRuns.requireMove(run, "reject");
  return decide(tx, { run, move: "reject" }, context);
});
