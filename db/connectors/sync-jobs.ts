import type { Reader, Tx } from "../ports.ts";
import { json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** How many products a synchronisation has met, by what became of them. */
export interface SyncCounts {
  pushed: number;
  pulled: number;
  updated: number;
  errors: number;
  skipped: number;
}

/** Which products a synchronisation is of. */
export interface SyncScope {
  productIds?: string[];
  /** Unix microseconds. */
  sinceUs?: number;
}

export const SYNC_TYPES = ["push_products", "pull_products", "push_stock", "push_prices"] as const;
export type SyncType = (typeof SYNC_TYPES)[number];

export interface SyncJob extends SyncCounts {
  id: string;
  connectorId: string;
  jobType: SyncType | "webhook" | "live";
  status: "processing" | "completed" | "failed";
  trigger: "manual" | "webhook" | "live";
  scope: SyncScope;
  errorMessage: string | null;
  startedAtMs: number;
  completedAtMs: number | null;
}

const COLUMNS = `id, connector_id, job_type, status, trigger, scope, pushed, pulled, updated, errors, skipped,
  error_message, started_at_ms, completed_at_ms`;

const read = (row: Row): SyncJob => ({
  id: text(row, "id"),
  connectorId: text(row, "connector_id"),
  // What `insertSyncJob` was given.
  jobType: text(row, "job_type") as SyncJob["jobType"],
  status: text(row, "status") as SyncJob["status"],
  trigger: text(row, "trigger") as SyncJob["trigger"],
  scope: json(row, "scope") as SyncScope,
  pushed: number(row, "pushed"),
  pulled: number(row, "pulled"),
  updated: number(row, "updated"),
  errors: number(row, "errors"),
  skipped: number(row, "skipped"),
  errorMessage: textOrNull(row, "error_message"),
  startedAtMs: number(row, "started_at_ms"),
  completedAtMs: numberOrNull(row, "completed_at_ms"),
});

/** Of one connector, the newest first. */
export const listSyncJobs = (db: Reader, connectorId: string, limit: number): Promise<SyncJob[]> =>
  db.all(
    `select ${COLUMNS} from sync_job where tenant_id = :tenant and connector_id = :connectorId
      order by started_at_ms desc, id desc limit :limit`,
    { connectorId, limit },
    read,
  );

/** The newest of each of these connectors. */
export const listLastJobs = (db: Reader, connectorIds: readonly string[]): Promise<SyncJob[]> =>
  db.all(
    `select ${COLUMNS} from sync_job where tenant_id = :tenant and id in (
      select (select newest.id from sync_job newest
        where newest.tenant_id = :tenant and newest.connector_id = wanted.value
        order by newest.started_at_ms desc, newest.id desc limit 1) from json_each(:connectorIds) wanted)`,
    { connectorIds: JSON.stringify(connectorIds) },
    read,
  );

export const findSyncJob = (db: Reader, connectorId: string, id: string): Promise<SyncJob | undefined> =>
  db.first(
    `select ${COLUMNS} from sync_job where tenant_id = :tenant and connector_id = :connectorId and id = :id`,
    { connectorId, id },
    read,
  );

/** Whether a synchronisation of this kind is under way. */
export const findRunning = (db: Reader, connectorId: string, jobType: string): Promise<SyncJob | undefined> =>
  db.first(
    `select ${COLUMNS} from sync_job where tenant_id = :tenant and connector_id = :connectorId and job_type = :jobType
      and status = 'processing' and trigger = 'manual'`,
    { connectorId, jobType },
    read,
  );

/** The job that notes what a connector has pushed by itself since that time. */
export const findLiveJob = (db: Reader, connectorId: string, sinceMs: number): Promise<SyncJob | undefined> =>
  db.first(
    `select ${COLUMNS} from sync_job where tenant_id = :tenant and connector_id = :connectorId
      and started_at_ms > :sinceMs and trigger = 'live' order by started_at_ms desc limit 1`,
    { connectorId, sinceMs },
    read,
  );

export const insertSyncJob = (tx: Tx, job: SyncJob) =>
  tx.run(
    `insert into sync_job (tenant_id, ${COLUMNS}) values (:tenant, :id, :connectorId, :jobType, :status, :trigger, :scope,
      :pushed, :pulled, :updated, :errors, :skipped, :errorMessage, :startedAtMs, :completedAtMs)`,
    { ...job, scope: JSON.stringify(job.scope) },
  );

/** Adds what a chunk has met. */
export const addCounts = (tx: Tx, id: string, { pushed, pulled, updated, errors, skipped }: SyncCounts) =>
  tx.run(
    `update sync_job set pushed = pushed + :pushed, pulled = pulled + :pulled, updated = updated + :updated,
      errors = errors + :errors, skipped = skipped + :skipped where tenant_id = :tenant and id = :id`,
    { id, pushed, pulled, updated, errors, skipped },
  );

/** Notes that a job that goes on now and then has done something. */
export const markActive = (tx: Tx, { id, error, nowMs }: { id: string; error: string | null; nowMs: number }) =>
  tx.run(
    "update sync_job set completed_at_ms = :nowMs, error_message = :error where tenant_id = :tenant and id = :id",
    { id, error, nowMs },
  );

/** Ends a synchronisation; one that has ended stays as it is. */
export const markEnded = (
  tx: Tx,
  ended: { id: string; status: "completed" | "failed"; errorMessage: string | null; nowMs: number },
) =>
  tx.run(
    `update sync_job set status = :status, error_message = :errorMessage, completed_at_ms = :nowMs
      where tenant_id = :tenant and id = :id and status = 'processing'`,
    ended,
  );
