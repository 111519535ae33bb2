import { markEnded } from "../../../db/imports/import-run.ts";
import { cancelJob } from "../../../db/jobs/queue.ts";
import { mutation } from "../../../db/ports.ts";
import { requireMovable } from "../require-import.ts";

/** Ends an import; the rows that are committed stay. Cancelling a cancelled one changes nothing. */
export const cancelImport = mutation("imports.cancel", async (tx, { id }: { id: string }, { now }) => {
  const { found, status } = await requireMovable(tx, id, "cancel");
  if (found.status === status) return { id, status };
  await markEnded(tx, { id, status, error: null, nowMs: now() });
  if (found.jobUid !== null) await cancelJob(tx, found.jobUid, now());
  return { id, status };
});
