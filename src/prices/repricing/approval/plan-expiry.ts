import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { findSimulation } from "../../../../db/repricing/runs.ts";
import { everyMinutes } from "../../../schedules/next-run.ts";
import { plan } from "../../../schedules/schedule-plan.ts";
import type { RepricingRun } from "../runs/run-record.ts";

export const EXPIRY = "repricing.expire";
const MINUTE_MS = 60_000;

/** Sees to it that a run which waits ends with its simulation: it cannot be approved any more. */
export async function planExpiry(
  tx: Tx,
  { id: ownerId, simulationId }: Pick<RepricingRun, "id" | "simulationId">,
  { now }: Pick<MutationContext, "now">,
): Promise<void> {
  const simulation = simulationId === null ? undefined : await findSimulation(tx, simulationId);
  if (!simulation) return;
  const minutes = Math.floor((simulation.expiresAtMs - now()) / MINUTE_MS) + 1;
  const owner = { kind: EXPIRY, ownerId, payload: { runId: ownerId }, isActive: true } as const;
  await plan(tx, owner, everyMinutes(minutes), now());
}
