import { haltRunning, resumeHalted } from "../../../db/imports/import-run.ts";
import { pauseJob, resumeJob } from "../../../db/jobs/tenant-jobs.ts";
import type { Tx } from "../../../db/ports.ts";
import { QUEUED_FROM_ROWS } from "../states.ts";

/**
 * Pauses the tenant's imports after the current chunk while it may not import, or lets them go on from there. Those that a
 * user has paused stay paused.
 */
export async function haltImports(tx: Tx, isHalted: boolean): Promise<void> {
  if (isHalted) for (const uid of await haltRunning(tx)) await pauseJob(tx, uid);
  else for (const uid of await resumeHalted(tx, QUEUED_FROM_ROWS)) await resumeJob(tx, uid);
}
