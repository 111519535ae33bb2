import { markRunStatus } from "../../../db/import-configs/configs.ts";
import { deleteImportErrors } from "../../../db/imports/import-errors.ts";
import { haltRunning, markReported, resumeHalted } from "../../../db/imports/import-run.ts";
import { importSources, setFetchedFile } from "../../../db/imports/import-sources.ts";
import { type Import, imports, NOTHING_DONE } from "../../../db/imports/imports.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { cancelJob, pauseJob, resumeJob } from "../../../db/jobs/tenant-jobs.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { type CatalogEvent, emitEvents } from "../../events/emit-events.ts";
import { ApiError } from "../../http/output/errors.ts";
import type { ErrorCode } from "../../http/output/faults/error-codes.ts";
import { translate } from "../../http/output/messages.ts";
import { lifecycleOf } from "../../kit/runs/lifecycle.ts";
import { openNames, storeNames } from "../../products/changes/set/names.ts";
import { findLanguages } from "../../settings/languages.ts";
import { requireTaskRoom } from "../../storage/tenant-quota.ts";
import { noteRun } from "../configs/note-run.ts";
import { enqueueRun } from "../enqueue-run.ts";
import { wantImages } from "../images/want-images.ts";
import { optionsOf } from "../map/saved-mapping.ts";
import { wantLookup } from "../pending/look-up-pending.ts";
import { requireImport, requireMovable } from "../require-import.ts";
import { refuseWhileReverting } from "../revert/revert-import.ts";
import { Reverts } from "../revert/revert-run.ts";
import { type ImportMove, Imports, QUEUED_FROM_ROWS } from "../states.ts";
import { cancelDryRuns } from "./dry-run/start-dry-run.ts";
import type { RunSettings } from "./row/chunk-row.ts";
import { findSupplierOf, settingsOf } from "./run-settings.ts";

/** The event of an import whose rows are being read. */
const importStarted = ({ id, fileName, supplierCode, importType, totalRows }: Import): CatalogEvent => ({
  type: "import.started",
  data: {
    id,
    file_name: fileName,
    supplier_code: supplierCode,
    import_type: importType,
    total_rows: totalRows,
  },
});

/** The event of an import whose rows are all applied, some of them perhaps with errors. */
const importCompleted = (found: Import): CatalogEvent => ({
  type: "import.completed",
  data: {
    id: found.id,
    status: found.status,
    total_rows: found.totalRows,
    successful_rows: found.successfulRows,
    failed_rows: found.failedRows,
    products_created: found.productsCreated,
    products_updated: found.productsUpdated,
    duration_seconds: Math.round((found.completedAtMs ?? 0) - (found.startedAtMs ?? found.completedAtMs ?? 0)) / 1000,
  },
});

/** The event of an import that cannot go on. */
const importFailed = ({ id, fileName, errorCode, errorMessage }: Import): CatalogEvent => ({
  type: "import.failed",
  data: { id, file_name: fileName, error_code: errorCode, error_message: errorMessage },
});

type Follow = (tx: Tx, found: Import, context: MutationContext) => Promise<unknown>;

/** What follows from a move. The job of an import stays the same while it is paused: it goes on after its last committed row. */
const FOLLOWS: Partial<Record<ImportMove, Follow>> = {
  begin: async (tx, found, context) => {
    if (await markReported(tx, found.id)) await emitEvents(tx, [importStarted(found)], context);
  },
  pause: async (tx, { jobUid }) => jobUid !== null && pauseJob(tx, jobUid),
  resume: async (tx, { jobUid }) => jobUid !== null && resumeJob(tx, jobUid),
  cancel: async (tx, { id, jobUid, status }, { now }) => {
    if (jobUid !== null) await cancelJob(tx, jobUid, now());
    await markRunStatus(tx, id, status);
  },
  complete: async (tx, found, context) => {
    const { id, status, warningCount, startedAtMs } = found;
    if (warningCount > 0) await wantLookup(tx, startedAtMs ?? context.now(), context);
    if (optionsOf(found).fetchImages) await wantImages(tx, id, context);
    await noteRun(tx, id, status, context);
    await emitEvents(tx, [importCompleted(found)], context);
  },
  fail: async (tx, found, context) => {
    await noteRun(tx, found.id, found.status, context);
    await emitEvents(tx, [importFailed(found)], context);
  },
};

const lifecycle = lifecycleOf("imports", Imports, {
  moved: async (tx, { after, move }, context) => FOLLOWS[move]?.(tx, after, context),
});
/** Pauses an import, or lets it go on. Throws IMPORT_JOB_NOT_FOUND and INVALID_STATE. */
export const moveImport = lifecycle.move;

/** An import to be run. */
interface ImportStart {
  id: string;
  /** How many unfinished tasks the tenant may have; 0: no limit. */
  tasksMax: number;
}

/** Queues the job that applies the rows. The answer says `processing` also while a large file waits for its turn. */
export const startProcessing = mutation("imports.start", async (tx, { id, tasksMax }: ImportStart, context) => {
  const { found } = await requireMovable(tx, id, "start_processing");
  await requireTaskRoom(tx, tasksMax);
  const [startedAtMs, jobUid] = [context.now(), context.newId()];
  await lifecycle.settle(tx, found, "start_processing", { jobUid, startedAtMs }, context);
  await enqueueRun(tx, { ...found, jobUid }, context);
  return { id, status: "processing" as const, started_at: new Date(startedAtMs).toISOString() };
});

/** Forgets what came of the last run and queues the whole file again. Throws INVALID_STATE when the file was purged. */
export const retryImport = mutation("imports.retry", async (tx, { id, tasksMax }: ImportStart, context) => {
  const { found, status } = await requireMovable(tx, id, "retry");
  // Nothing was made of it yet: it is fetched again.
  const from = found.mapping === null ? await importSources.find(tx, { importId: id }) : undefined;
  if (found.fileKey === null && !from) {
    throw new ApiError("INVALID_STATE", { key: "imports.file_purged", details: { current_state: found.status } });
  }
  if (await refuseWhileReverting(tx, id)) await Reverts.table.erase(tx, { id });
  await requireTaskRoom(tx, tasksMax);
  const jobUid = context.newId();
  await deleteImportErrors(tx, id, 0);
  await lifecycle.settle(tx, found, "retry", { jobUid, ...NOTHING_DONE }, context);
  if (from) await setFetchedFile(tx, { id, fileName: "", fileKey: null, fileSizeBytes: 0 });
  if (from) await enqueue(tx, "imports.fetch", { importId: id }, context, { uid: jobUid, queue: "outside" });
  else await enqueueRun(tx, { ...found, jobUid }, context);
  return { id, status };
});

/**
 * Ends an import, or its dry run; the rows that are committed stay. Cancelling a cancelled one changes nothing. Throws
 * INVALID_STATE when neither runs.
 */
export const cancelImport = mutation("imports.cancel", async (tx, { id }: { id: string }, context): Promise<Import> => {
  const found = await requireImport(tx, id);
  const hadDryRun = await cancelDryRuns(tx, id, context.now());
  if (hadDryRun && Imports.next(found, "cancel") === undefined) return found;
  return moveImport.run(tx, { id, move: "cancel" }, context);
});

/**
 * Notes that the rows of an import are being read, also when it goes on after an interruption, and makes its supplier if
 * there is none with that code. `undefined` when the import has ended meanwhile.
 */
export const beginImport = mutation(
  "imports.begin",
  async (tx, { id }: { id: string }, context): Promise<RunSettings | undefined> => {
    const found = await requireImport(tx, id);
    if (Imports.next(found, "begin") === undefined) return undefined;
    const names = openNames(context, { areUnchecked: true });
    const supplier = await findSupplierOf(tx, found, names.suppliers);
    await storeNames(tx, names, context);
    await lifecycle.settle(tx, found, "begin", { supplierId: supplier?.id ?? null }, context);
    const { pivot } = await findLanguages(tx);
    return settingsOf(found, supplier, pivot);
  },
);

/** Ends an import whose rows are all applied. One that has ended otherwise meanwhile is left alone. */
export const completeImport = mutation("imports.complete", async (tx, { id }: { id: string }, context) => {
  await lifecycle.settleById(tx, id, "complete", {}, context);
});

interface Failure {
  id: string;
  code: ErrorCode;
  message: string;
}

/** Ends an import that cannot go on. One that has already ended, or is deleted, stays unchanged. */
export const failImport = mutation("imports.fail", async (tx, { id, code, message }: Failure, context) => {
  await lifecycle.settleById(tx, id, "fail", { errorCode: code, errorMessage: message }, context);
});

/** What the queue says of a job whose thread died again and again. */
const DIED = "its thread died";

/** Ends the import whose job will not be tried again. Called by the job's own end. */
export async function noteImportFailure(
  tx: Tx,
  { importId: id }: { importId: string },
  error: string,
  context: MutationContext,
): Promise<void> {
  const code = error === DIED ? "JOB_INTERRUPTED" : "IMPORT_PERSISTENCE_FAILED";
  const found = await imports.find(tx, { id });
  const message = translate(found?.language === "fr" ? "fr" : "en", code);
  await failImport.run(tx, { id, code, message }, context);
}

/**
 * Pauses the tenant's imports after the current chunk while it may not import, or lets them go on from there. Those that a
 * user has paused stay paused.
 */
export async function haltImports(tx: Tx, isHalted: boolean): Promise<void> {
  if (isHalted) for (const uid of await haltRunning(tx)) await pauseJob(tx, uid);
  else for (const uid of await resumeHalted(tx, QUEUED_FROM_ROWS)) await resumeJob(tx, uid);
}
