import type { Reader, Tx } from "../ports.ts";
import { number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

export const LEGACY_STATUSES = ["pending", "processing", "completed", "failed", "cancelled"] as const;
export type LegacyStatus = (typeof LEGACY_STATUSES)[number];

/** An export as the older routes show it: one that they started, or a job of a platform. */
export interface LegacyExport {
  id: string;
  /** `null` for a job of a platform; so is the format. */
  exportType: string | null;
  format: string | null;
  status: LegacyStatus;
  totalRecords: number;
  /** The task and the job that write its file; `null` for a job of a platform. */
  taskId: string | null;
  jobUid: string | null;
  /** From when on its file is gone. */
  expiresAtMs: number | null;
  createdAtMs: number;
}

const STARTED = `select e.id, e.export_type, e.format, e.task_id, e.job_uid, e.created_at_ms, t.expires_at_ms,
    t.total_rows as total_records,
    case when e.cancelled_at_ms is not null then 'cancelled' when t.state = 'PENDING' then 'pending'
         when t.state = 'PROGRESS' then 'processing' when t.state = 'SUCCESS' then 'completed' else 'failed' end as status
  from legacy_export e join export_task t on t.tenant_id = e.tenant_id and t.id = e.task_id
 where e.tenant_id = :tenant`;
const SENT = `select id, null as export_type, null as format, null as task_id, null as job_uid, created_at_ms,
    null as expires_at_ms, total_items as total_records, iif(status = 'running', 'processing', status) as status
  from export_job where tenant_id = :tenant`;

const COLUMNS = `id, export_type, format, task_id, job_uid, created_at_ms, expires_at_ms, total_records, status`;

const readExport = (row: Row): LegacyExport => ({
  id: text(row, "id"),
  exportType: textOrNull(row, "export_type"),
  format: textOrNull(row, "format"),
  // The statements above leave no other word in this column.
  status: text(row, "status") as LegacyStatus,
  totalRecords: number(row, "total_records"),
  taskId: textOrNull(row, "task_id"),
  jobUid: textOrNull(row, "job_uid"),
  expiresAtMs: numberOrNull(row, "expires_at_ms"),
  createdAtMs: number(row, "created_at_ms"),
});

/** Which exports; `null` does not restrict. */
export interface LegacyFilter {
  status: string | null;
  exportType: string | null;
}
const MATCHES = `(:status is null or status = :status) and (:exportType is null or export_type = :exportType)`;

/** A part of the list, behind `after`, the newest first. */
export const listLegacyExports = (
  db: Reader,
  filter: LegacyFilter,
  range: { after: readonly [createdAtMs: number, id: string] | undefined; offset: number; limit: number },
) =>
  db.all(
    `select ${COLUMNS} from (${STARTED} union all ${SENT}) where ${MATCHES}
        and (:afterMs is null or (created_at_ms, id) < (:afterMs, :afterId))
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    {
      ...filter,
      afterMs: range.after?.[0] ?? null,
      afterId: range.after?.[1] ?? null,
      limit: range.limit,
      offset: range.offset,
    },
    readExport,
  );

export const countLegacyExports = (db: Reader, filter: LegacyFilter): Promise<number> =>
  db.one(`select count(*) as exports from (${STARTED} union all ${SENT}) where ${MATCHES}`, { ...filter }, (row) =>
    number(row, "exports"),
  );

export const findLegacyExport = (db: Reader, id: string) =>
  db.first(`${STARTED} and e.id = :id union all ${SENT} and id = :id`, { id }, readExport);

export const insertLegacyExport = (
  tx: Tx,
  made: { id: string; exportType: string; format: string; taskId: string; jobUid: string; nowMs: number },
) =>
  tx.run(
    `insert into legacy_export (tenant_id, id, export_type, format, task_id, job_uid, created_at_ms)
     values (:tenant, :id, :exportType, :format, :taskId, :jobUid, :nowMs)`,
    made,
  );

export const markLegacyCancelled = (tx: Tx, { id, nowMs }: { id: string; nowMs: number }) =>
  tx.run("update legacy_export set cancelled_at_ms = :nowMs where tenant_id = :tenant and id = :id", { id, nowMs });

export const deleteLegacyExport = (tx: Tx, id: string) =>
  tx.run("delete from legacy_export where tenant_id = :tenant and id = :id", { id });
