import {
  insertExportTask,
  markFailed,
  markFileDeleted,
  markProgress,
  markSucceeded,
} from "../../db/exports/export-tasks.ts";
import { enqueue } from "../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { requireTaskRoom } from "../storage/tenant-quota.ts";
import type { ExportOptions } from "./export-options.ts";

/** Why a task has failed, as it is stored. */
export const [DISK_FULL, QUOTA_USED_UP] = ["disk full", "storage quota"] as const;

// What cannot be written cannot be written later either, save for a passing fault.
const ATTEMPTS_MAX = 3;

export interface ExportStart {
  options: ExportOptions;
  /** How many unfinished tasks the tenant may have; 0: no limit. */
  tasksMax: number;
}

/** Adds a task, and the job that writes its file. Throws RATE_LIMIT_EXCEEDED when the tenant has too many. */
export async function addTask(tx: Tx, { options, tasksMax }: ExportStart, { now, newId }: MutationContext) {
  await requireTaskRoom(tx, tasksMax);
  const [taskId, jobUid] = [newId(), newId()];
  const nowMs = now();
  await insertExportTask(tx, { id: taskId, options, nowMs });
  await enqueue(
    tx,
    "exports.write",
    { taskId },
    { uid: jobUid, runAtMs: nowMs, queue: "bulk", attemptsMax: ATTEMPTS_MAX },
  );
  return { taskId, jobUid };
}

/** Starts an export. Throws RATE_LIMIT_EXCEEDED when the tenant has too many. */
export const startExport = mutation("exports.start", (tx, start: ExportStart, context) => addTask(tx, start, context));

/** Notes how many rows of an export are written. */
export const noteProgress = mutation(
  "exports.note-progress",
  (tx, progress: { taskId: string; currentRows: number; totalRows: number }) => markProgress(tx, progress),
);

/** Ends an export whose file is whole. It can be fetched for `keptMs`. */
export const finishExport = mutation(
  "exports.finish",
  (tx, done: { taskId: string; rows: number; fileSizeBytes: number; keptMs: number }, { now }) =>
    markSucceeded(tx, { ...done, expiresAtMs: now() + done.keptMs }),
);

/** Ends the export of a job that has failed for good. Called by the job's own end. */
export const failExport = (tx: Tx, { taskId }: { taskId: string }, error: string, { now }: MutationContext) =>
  markFailed(tx, { taskId, error, nowMs: now() });

/** Notes that nothing of an expired export is left on the disk. */
export const forgetFile = mutation("exports.forget-file", (tx, { taskId }: { taskId: string }, { now }) =>
  markFileDeleted(tx, { taskId, nowMs: now() }),
);
