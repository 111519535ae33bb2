import { markStarted } from "../../../db/imports/import-run.ts";
import { mutation } from "../../../db/ports.ts";
import { requireTaskRoom } from "../../storage/tenant-quota.ts";
import { enqueueRun } from "../enqueue-run.ts";
import { requireMovable } from "../require-import.ts";

/** An import to be run. */
export interface ImportStart {
  id: string;
  /** How many unfinished tasks the tenant may have; 0: no limit. */
  tasksMax: number;
}

/** Queues the job that applies the rows. The answer says `processing` also while a large file waits for its turn. */
export const startProcessing = mutation("imports.start", async (tx, { id, tasksMax }: ImportStart, { now, newId }) => {
  const { status, found } = await requireMovable(tx, id, "start_processing");
  await requireTaskRoom(tx, tasksMax);
  const nowMs = now();
  const jobUid = newId();
  await markStarted(tx, { id, status, jobUid, nowMs });
  await enqueueRun(tx, { ...found, jobUid, nowMs });
  return { id, status: "processing" as const, started_at: new Date(nowMs).toISOString() };
});
