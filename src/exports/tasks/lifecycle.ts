import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { requireTaskRoom } from "../../storage/tenant-quota.ts";
import type { ExportOptions } from "./export-options.ts";
import { ExportTasks, OPEN_TASKS, tasks } from "./task.ts";

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
export async function addTask(tx: Tx, { options, tasksMax }: ExportStart, context: MutationContext) {
  await requireTaskRoom(tx, tasksMax);
  const [taskId, jobUid] = [context.newId(), context.newId()];
  await ExportTasks.table.insert(tx, { id: taskId, options, createdAtMs: context.now() });
  await enqueue(tx, "exports.write", { taskId }, context, { uid: jobUid, queue: "bulk", attemptsMax: ATTEMPTS_MAX });
  return { taskId, jobUid };
}

/** Starts an export. Throws RATE_LIMIT_EXCEEDED when the tenant has too many. */
export const startExport = mutation("exports.start", (tx, start: ExportStart, context) => addTask(tx, start, context));

/** Notes how many rows of an export are written. */
export const noteProgress = mutation(
  "exports.note-progress",
  (tx, { taskId: id, ...rows }: { taskId: string; currentRows: number; totalRows: number }) =>
    ExportTasks.table.set(tx, { id, ...OPEN_TASKS }, { status: "PROGRESS", ...rows }),
);

/** Ends an export whose file is whole. It can be fetched for `storedMs`. */
export const finishExport = mutation(
  "exports.finish",
  async (
    tx,
    done: { taskId: string; rows: number; fileSizeBytes: number; cutCells?: number; storedMs: number },
    context,
  ): Promise<void> => {
    const { taskId, rows, fileSizeBytes, cutCells = 0, storedMs } = done;
    const file = { currentRows: rows, totalRows: rows, fileSizeBytes, cutCells, expiresAtMs: context.now() + storedMs };
    await tasks.settleById(tx, taskId, "succeed", file, context);
  },
);

/** Ends the export of a job that has failed for good. Called by the job's own end. */
export const failExport = (tx: Tx, { taskId }: { taskId: string }, error: string, context: MutationContext) =>
  tasks.settleById(tx, taskId, "fail", { error, expiresAtMs: context.now() }, context);

/** Notes that nothing of an expired export is left on the disk. */
export const clearFile = mutation("exports.forget-file", (tx, { taskId: id }: { taskId: string }, { now }) =>
  ExportTasks.table.set(tx, { id, fileDeletedAtMs: null }, { fileDeletedAtMs: now() }),
);
