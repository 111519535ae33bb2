import { deleteImportErrors } from "../../../db/imports/import-errors.ts";
import { findImportSource, setFetchedFile } from "../../../db/imports/import-sources.ts";
import { resetRun } from "../../../db/imports/imports.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { mutation } from "../../../db/ports.ts";
import { ApiError } from "../../http/output/errors.ts";
import { requireTaskRoom } from "../../storage/tenant-quota.ts";
import { enqueueRun } from "../enqueue-run.ts";
import { requireMovable } from "../require-import.ts";
import { refuseWhileReverting } from "../revert/revert-import.ts";
import { Reverts } from "../revert/revert-run.ts";
import type { ImportStart } from "./start-processing.ts";

/** Forgets what came of the last run and queues the whole file again. Throws INVALID_STATE when the file was purged. */
export const retryImport = mutation("imports.retry", async (tx, { id, tasksMax }: ImportStart, { now, newId }) => {
  const { found, status } = await requireMovable(tx, id, "retry");
  // Nothing was made of it yet: it is fetched again.
  const from = found.mapping === null ? await findImportSource(tx, id) : undefined;
  if (found.fileKey === null && !from) {
    throw new ApiError("INVALID_STATE", { key: "imports.file_purged", details: { current_state: found.status } });
  }
  if (await refuseWhileReverting(tx, id)) await Reverts.table.erase(tx, { id });
  await requireTaskRoom(tx, tasksMax);
  const jobUid = newId();
  await deleteImportErrors(tx, id, 0);
  await resetRun(tx, { id, status, jobUid });
  if (from) await setFetchedFile(tx, { id, fileName: "", fileKey: null, fileSizeBytes: 0 });
  if (from) await enqueue(tx, "imports.fetch", { importId: id }, { uid: jobUid, runAtMs: now(), queue: "outside" });
  else await enqueueRun(tx, { ...found, jobUid, nowMs: now() });
  return { id, status };
});
