import type { Tx } from "../ports.ts";
import { text } from "../rows.ts";
import { type Import, type ImportCounts, type ImportStatus, imports } from "./imports.ts";

/** Notes that processing was requested, with the job that will do it. */
export const markStarted = (
  tx: Tx,
  { id, status, jobUid, nowMs }: { id: string; status: ImportStatus; jobUid: string; nowMs: number },
) => imports.set(tx, { id }, { status, jobUid, startedAtMs: nowMs });

/** Notes that the run of the import's present job was announced. Returns false when it was already. */
export const markReported = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(
    `update import set told_job_uid = job_uid
      where tenant_id = :tenant and id = :id and job_uid is not told_job_uid`,
    { id },
  )) === 1;

/** Adds one chunk's outcome. */
export const addCounts = (
  tx: Tx,
  {
    id,
    counts,
    ...values
  }: { id: string; counts: ImportCounts } & Pick<Import, "status" | "storedErrors" | "storedWarnings">,
) => imports.sendSet(tx, { id }, values, counts);

/** Notes that an import has nothing to do. */
export const markDone = (tx: Tx, id: string, nowMs: number) =>
  imports.set(tx, { id }, { status: "completed", errorCode: null, errorMessage: null, completedAtMs: nowMs });

export const deleteImport = (tx: Tx, id: string) => imports.erase(tx, { id });

/** Pauses the imports that run or wait for a worker, until `resumeHalted`. Returns their jobs. */
export const haltRunning = (tx: Tx): Promise<string[]> =>
  tx.all(
    `update import set status = 'paused', halted = 1
      where tenant_id = :tenant and status in ('pending', 'queued', 'processing', 'persisting') and job_uid is not null
      returning job_uid`,
    {},
    (row) => text(row, "job_uid"),
  );

/** Lets those go on that were halted; from `queuedFromRows` rows on they wait for a worker. Returns their jobs. */
export const resumeHalted = (tx: Tx, queuedFromRows: number): Promise<string[]> =>
  tx.all(
    `update import set status = iif(total_rows >= :queuedFromRows, 'queued', 'processing'), halted = 0
      where tenant_id = :tenant and halted = 1
      returning job_uid`,
    { queuedFromRows },
    (row) => text(row, "job_uid"),
  );
