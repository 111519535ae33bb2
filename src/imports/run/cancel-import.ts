import { markEnded } from "../../../db/imports/import-run.ts";
import { cancelJob } from "../../../db/jobs/tenant-jobs.ts";
import { mutation } from "../../../db/ports.ts";
import { factsOf, requireImport } from "../require-import.ts";
import { nextStatus, requireMove } from "../states.ts";
import { cancelDryRuns } from "./start-dry-run.ts";

/**
 * Ends an import, or its dry run; the rows that are committed stay. Cancelling a cancelled one changes nothing. Throws
 * INVALID_STATE when neither runs.
 */
export const cancelImport = mutation("imports.cancel", async (tx, { id }: { id: string }, { now }) => {
  const found = await requireImport(tx, id);
  const facts = factsOf(found);
  const hadDryRun = await cancelDryRuns(tx, id, now());
  if (hadDryRun && nextStatus("cancel", facts) === undefined) return { id, status: facts.status };
  const status = requireMove("cancel", facts);
  if (found.status === status) return { id, status };
  await markEnded(tx, { id, status, error: null, nowMs: now() });
  if (found.jobUid !== null) await cancelJob(tx, found.jobUid, now());
  return { id, status };
});
