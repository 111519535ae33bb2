import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { computed, selection } from "../selection.ts";
import { type Columns, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

export const LEGACY_STATUSES = ["pending", "processing", "completed", "failed", "cancelled"] as const;

const MADE = {
  id: TEXT,
  /** `null` for a job of a platform; so is the format. */
  exportType: TEXT_OR_NULL,
  format: TEXT_OR_NULL,
  /** The task and the job that write its file; `null` for a job of a platform. */
  taskId: TEXT_OR_NULL,
  jobUid: TEXT_OR_NULL,
  createdAtMs: NUMBER,
};
const EXPORT = {
  ...MADE,
  status: wordColumn(LEGACY_STATUSES),
  totalRecords: NUMBER,
  /** The time from which its file is deleted. */
  expiresAtMs: NUMBER_OR_NULL,
};
/** An export as the older routes show it: one that they started, or a job of a platform. */
export type LegacyExport = ValuesOf<typeof EXPORT>;
const { selected, read } = selection("found", EXPORT);
const started = keyedTable("legacy_export", MADE);

/** Its columns as two statements read them, in one order. */
const selectedAs = (table: string, elsewhere: { [K in keyof typeof EXPORT]?: string }): string =>
  selection(
    table,
    Object.fromEntries(
      Object.entries(EXPORT).map(([name, type]) => {
        const sql = elsewhere[name as keyof typeof EXPORT]; // one of them
        return [name, sql === undefined ? type : computed(sql, type as Columns[string])];
      }),
    ),
  ).selected;
const STARTED = `select ${selectedAs("e", {
  status: `case when e.cancelled_at_ms is not null then 'cancelled' when t.state = 'PENDING' then 'pending'
         when t.state = 'PROGRESS' then 'processing' when t.state = 'SUCCESS' then 'completed' else 'failed' end`,
  totalRecords: "t.total_rows",
  expiresAtMs: "t.expires_at_ms",
})}
  from legacy_export e join export_task t on t.tenant_id = e.tenant_id and t.id = e.task_id
 where e.tenant_id = :tenant`;
const SENT = `select ${selectedAs("export_job", {
  exportType: "null",
  format: "null",
  taskId: "null",
  jobUid: "null",
  status: "iif(status = 'running', 'processing', status)",
  totalRecords: "total_items",
  expiresAtMs: "null",
})} from export_job where tenant_id = :tenant`;

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
    `select ${selected} from (${STARTED} union all ${SENT}) found where ${MATCHES}
        and (:afterMs is null or (created_at_ms, id) < (:afterMs, :afterId))
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    {
      ...filter,
      afterMs: range.after?.[0] ?? null,
      afterId: range.after?.[1] ?? null,
      limit: range.limit,
      offset: range.offset,
    },
    read,
  );

export const countLegacyExports = (db: Reader, filter: LegacyFilter): Promise<number> =>
  db.one(`select count(*) as exports from (${STARTED} union all ${SENT}) where ${MATCHES}`, { ...filter }, (row) =>
    number(row, "exports"),
  );

export const findLegacyExport = (db: Reader, id: string) =>
  db.first(`${STARTED} and e.id = :id union all ${SENT} and id = :id`, { id }, read);

export const insertLegacyExport = (
  tx: Tx,
  { nowMs, ...made }: { id: string; exportType: string; format: string; taskId: string; jobUid: string; nowMs: number },
) => started.insert(tx, { ...made, createdAtMs: nowMs });

export const markLegacyCancelled = (tx: Tx, { id, nowMs }: { id: string; nowMs: number }) =>
  tx.run("update legacy_export set cancelled_at_ms = :nowMs where tenant_id = :tenant and id = :id", { id, nowMs });

export const deleteLegacyExport = (tx: Tx, id: string) => started.erase(tx, { id });
