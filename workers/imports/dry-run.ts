import { toWire } from "../../db/local/write-port.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import { dryRun as dryRunImport } from "../../src/imports/run/dry-run/dry-run.ts";
import { asImportError } from "../../src/imports/upload/unreadable.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { noteStep } from "../../src/jobs/lifecycle.ts";

/** How soon it is seen that the caller no longer waits. */
const LOOK_MS = 500;

/**
 * Works out what an import would do, against one state of the catalog, for a request that waits for it. After a crash the
 * request is lost, and so is the job; on a database server it may run once more, until its deadline at most.
 */
export const dryRun: JobHandler<"imports.dry-run"> = async ({ importId, language, deadlineMs, rowsMax }, context) => {
  const { db, services, checkpoint, commit } = context;
  const leftMs = deadlineMs - services.now();
  if (checkpoint !== null || leftMs <= 0) return;
  const ending = new AbortController();
  const tooLong = AbortSignal.timeout(leftMs);
  const signal = AbortSignal.any([context.signal, ending.signal, tooLong]);
  const looks = setInterval(() => {
    commit(noteStep, undefined, "none").catch((error: unknown) => ending.abort(error));
  }, LOOK_MS);
  const snapshot = await services.snapshot(db.tenantId);
  try {
    const answer = await dryRunImport(snapshot, services, {
      id: importId,
      language,
      signal,
      ...(rowsMax !== undefined && { rowsMax }),
    });
    await commit(noteStep, undefined, { checkpoint: { answer } });
  } catch (error) {
    if (tooLong.aborted) return;
    const refused = asImportError(error, language);
    if (signal.aborted || !(refused instanceof ApiError)) throw error;
    await commit(noteStep, undefined, { checkpoint: { refused: toWire(refused) } });
  } finally {
    clearInterval(looks);
    snapshot.close();
  }
};
