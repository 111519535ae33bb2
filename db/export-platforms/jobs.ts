import type { Reader, Tx } from "../ports.ts";
import { json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

export const JOB_STATUSES = ["pending", "running", "completed", "failed", "cancelled"] as const;
export type ExportJobStatus = (typeof JOB_STATUSES)[number];
export type ExportJobType = "single" | "bulk" | "scheduled";

/** Products that are sent to a platform. */
export interface ExportJob {
  id: string;
  platformId: string;
  platformName: string;
  platformType: string;
  jobType: ExportJobType;
  status: ExportJobStatus;
  totalItems: number;
  successItems: number;
  failedItems: number;
  metadata: unknown;
  origin: string;
  /** Where the one file of a schedule lies on the server; `null` until it is there, and for other jobs. */
  filePath: string | null;
  error: string | null;
  startedAtMs: number | null;
  completedAtMs: number | null;
  createdAtMs: number;
}

const COLUMNS = `id, platform_id, platform_name, platform_type, job_type, status, total_items, success_items,
  failed_items, metadata, origin, file_path, error, started_at_ms, completed_at_ms, created_at_ms`;

const readJob = (row: Row): ExportJob => ({
  id: text(row, "id"),
  platformId: text(row, "platform_id"),
  platformName: text(row, "platform_name"),
  platformType: text(row, "platform_type"),
  // The table's checks leave no other words in these columns.
  jobType: text(row, "job_type") as ExportJobType,
  status: text(row, "status") as ExportJobStatus,
  totalItems: number(row, "total_items"),
  successItems: number(row, "success_items"),
  failedItems: number(row, "failed_items"),
  metadata: json(row, "metadata"),
  origin: text(row, "origin"),
  filePath: textOrNull(row, "file_path"),
  error: textOrNull(row, "error"),
  startedAtMs: numberOrNull(row, "started_at_ms"),
  completedAtMs: numberOrNull(row, "completed_at_ms"),
  createdAtMs: number(row, "created_at_ms"),
});

/** Which jobs; `null` does not restrict. */
export interface JobFilter {
  platformId: string | null;
  status: string | null;
}
const MATCHES = `tenant_id = :tenant and (:platformId is null or platform_id = :platformId)
  and (:status is null or status = :status)`;

/** A part of a list, behind `after`, the newest first. */
interface JobRange {
  after: readonly [createdAtMs: number, id: string] | undefined;
  offset: number;
  limit: number;
}

export const listExportJobs = (db: Reader, filter: JobFilter, { after, offset, limit }: JobRange) =>
  db.all(
    `select ${COLUMNS} from export_job where ${MATCHES}
        and (:afterMs is null or (created_at_ms, id) < (:afterMs, :afterId))
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    { ...filter, afterMs: after?.[0] ?? null, afterId: after?.[1] ?? null, limit, offset },
    readJob,
  );

export const countExportJobs = (db: Reader, filter: JobFilter): Promise<number> =>
  db.one(`select count(*) as jobs from export_job where ${MATCHES}`, { ...filter }, (row) => number(row, "jobs"));

export const findExportJob = (db: Reader, id: string) =>
  db.first(`select ${COLUMNS} from export_job where tenant_id = :tenant and id = :id`, { id }, readJob);

/** What the jobs of one status have sent. */
export interface StatusFigures {
  status: string;
  jobs: number;
  totalItems: number;
  successItems: number;
  failedItems: number;
}

export const countByStatus = (db: Reader): Promise<StatusFigures[]> =>
  db.all(
    `select status, count(*) as jobs, sum(total_items) as total_items, sum(success_items) as success_items,
            sum(failed_items) as failed_items
       from export_job where tenant_id = :tenant group by status`,
    {},
    (row) => ({
      status: text(row, "status"),
      jobs: number(row, "jobs"),
      totalItems: number(row, "total_items"),
      successItems: number(row, "success_items"),
      failedItems: number(row, "failed_items"),
    }),
  );

export type NewExportJob = Omit<
  ExportJob,
  "successItems" | "failedItems" | "filePath" | "error" | "startedAtMs" | "completedAtMs"
>;

export const insertExportJob = (tx: Tx, job: NewExportJob) =>
  tx.run(
    `insert into export_job (tenant_id, id, platform_id, platform_name, platform_type, job_type, status, total_items,
                             metadata, origin, created_at_ms)
     values (:tenant, :id, :platformId, :platformName, :platformType, :jobType, :status, :totalItems, :metadata,
             :origin, :createdAtMs)`,
    { ...job, metadata: JSON.stringify(job.metadata) },
  );

/** Takes up a job; one that was interrupted keeps the time at which it began. */
export const markRunning = (tx: Tx, { id, nowMs }: { id: string; nowMs: number }) =>
  tx.run(
    `update export_job set status = 'running', started_at_ms = ifnull(started_at_ms, :nowMs)
      where tenant_id = :tenant and id = :id and status in ('pending', 'running')`,
    { id, nowMs },
  );

/** Ends an open job, by what became of its items unless `status` says how. */
export const markEnded = (
  tx: Tx,
  { id, status, error, nowMs }: { id: string; status: ExportJobStatus | null; error: string | null; nowMs: number },
) =>
  tx.run(
    `update export_job set completed_at_ms = :nowMs, error = :error,
            status = ifnull(:status, iif(success_items > 0 or failed_items = 0, 'completed', 'failed'))
      where tenant_id = :tenant and id = :id and status in ('pending', 'running')`,
    { id, status, error, nowMs },
  );

export const addCounts = (tx: Tx, { id, success, failed }: { id: string; success: number; failed: number }) =>
  tx.run(
    `update export_job set success_items = success_items + :success, failed_items = failed_items + :failed
      where tenant_id = :tenant and id = :id`,
    { id, success, failed },
  );

/** Notes how many products the file of a schedule has so far. */
export const setFileItems = (tx: Tx, { id, items }: { id: string; items: number }) =>
  tx.run(
    `update export_job set total_items = :items
      where tenant_id = :tenant and id = :id and status in ('pending', 'running')`,
    { id, items },
  );

/** Counts the products of a file, all of which share what became of it; `path`: where it is, `null` when it did not arrive. */
export const countFile = (tx: Tx, { id, path }: { id: string; path: string | null }) =>
  tx.run(
    `update export_job set file_path = :path, success_items = iif(:path is null, 0, total_items),
            failed_items = iif(:path is null, total_items, 0)
      where tenant_id = :tenant and id = :id and status in ('pending', 'running')`,
    { id, path },
  );

/** The job of a schedule's run that goes on, or waits to be tried again; `undefined` when there is none. */
export const findOpenRun = (db: Reader, scheduleId: string): Promise<string | undefined> =>
  db.first(
    `select id from export_job where tenant_id = :tenant and status = 'running'
        and job_type = 'scheduled' and metadata ->> 'schedule_id' = :scheduleId`,
    { scheduleId },
    (row) => text(row, "id"),
  );

/** Lets a job that has ended begin again with what failed. */
export const markRetried = (tx: Tx, id: string) =>
  tx.run(
    `update export_job set status = 'pending', failed_items = 0, error = null, completed_at_ms = null
      where tenant_id = :tenant and id = :id and status in ('completed', 'failed')`,
    { id },
  );

/** Cancels the open jobs of a platform that goes. */
export const cancelJobsOf = (tx: Tx, { platformId, nowMs }: { platformId: string; nowMs: number }) =>
  tx.run(
    `update export_job set status = 'cancelled', completed_at_ms = :nowMs
      where tenant_id = :tenant and platform_id = :platformId and status in ('pending', 'running')`,
    { platformId, nowMs },
  );

export const deleteExportJob = (tx: Tx, id: string) =>
  tx.run("delete from export_job where tenant_id = :tenant and id = :id", { id });
