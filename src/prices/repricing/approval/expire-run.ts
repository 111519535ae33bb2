import { mutation } from "../../../../db/ports.ts";
import { unplan } from "../../../schedules/schedule-plan.ts";
import { expire } from "../runs/repricing-run.ts";
import { RepricingRuns } from "../runs/run-record.ts";
import { EXPIRY } from "./plan-expiry.ts";

/** Ends a run that still waits when its simulation is gone. */
export const expireRun = mutation("repricing.expire-run", async (tx, { runId }: { runId: string }, context) => {
  await unplan(tx, EXPIRY, runId);
  const run = await RepricingRuns.find(tx, runId);
  if (run) await expire(tx, run, context);
});
