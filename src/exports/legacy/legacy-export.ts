import {
  deleteLegacyExport,
  findLegacyExport,
  insertLegacyExport,
  type LegacyExport,
  markLegacyCancelled,
} from "../../../db/exports/legacy-exports.ts";
import { cancelJob } from "../../../db/jobs/tenant-jobs.ts";
import { mutation } from "../../../db/ports.ts";
import { required } from "../../http/output/errors.ts";
import { requireVersion, versionOf } from "../../http/output/etag.ts";
import { addTask, type ExportStart } from "../tasks/lifecycle.ts";
import { ExportTasks, tasks } from "../tasks/task.ts";

/** In which a thread that still writes notices that its file is no longer wanted. */
const NOTICED_MS = 3_600_000;

/** Makes an export as the older route does: a record of its own, and a task. Throws RATE_LIMIT_EXCEEDED. */
export const createLegacyExport = mutation(
  "exports.create-legacy",
  async (tx, { start, ...kind }: { start: ExportStart; exportType: string; format: string }, context) => {
    const task = await addTask(tx, start, context);
    const id = context.newId();
    await insertLegacyExport(tx, { id, ...kind, ...task, nowMs: context.now() });
    return required(await findLegacyExport(tx, id), "export", id);
  },
);

/**
 * Cancels an export that is not over, or deletes one that is, and its file. Answers the cancelled one; one of a platform
 * is answered as it is, untouched. Throws NOT_FOUND and PRECONDITION_FAILED.
 */
export const removeLegacyExport = mutation(
  "exports.remove-legacy",
  async (tx, { id, expected }: { id: string; expected: string[] | null }, context): Promise<LegacyExport | null> => {
    const found = required(await findLegacyExport(tx, id), "export", id);
    requireVersion(expected, versionOf(found));
    const { taskId, jobUid, status } = found;
    if (taskId === null || jobUid === null) return found;
    const nowMs = context.now();
    if (status === "pending" || status === "processing") {
      await cancelJob(tx, jobUid, nowMs);
      await tasks.settleById(tx, taskId, "fail", { error: "cancelled", expiresAtMs: nowMs + NOTICED_MS }, context);
      await markLegacyCancelled(tx, { id, nowMs });
      return { ...found, status: "cancelled" };
    }
    // Lets its file expire now.
    const task = await ExportTasks.find(tx, taskId);
    if ((task?.expiresAtMs ?? 0) > nowMs) await ExportTasks.table.set(tx, { id: taskId }, { expiresAtMs: nowMs });
    await deleteLegacyExport(tx, id);
    return null;
  },
);
