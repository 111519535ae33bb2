import type { Reader, Tx } from "../ports.ts";
import { json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

export type ExportState = "PENDING" | "PROGRESS" | "SUCCESS" | "FAILURE";

/** A file that is written for a caller to fetch. */
export interface ExportTask {
  id: string;
  state: ExportState;
  /** What to write, as the action that started it stored it. */
  options: unknown;
  currentRows: number;
  totalRows: number;
  /** `null` unless it succeeded. */
  fileSizeBytes: number | null;
  /** Why it failed; `null` unless it did. */
  error: string | null;
  createdAtMs: number;
  /** From when on its file is gone; `null` until it ends. */
  expiresAtMs: number | null;
}

const readTask = (row: Row): ExportTask => ({
  id: text(row, "id"),
  // The table's check leaves no other word in this column.
  state: text(row, "state") as ExportState,
  options: json(row, "options"),
  currentRows: number(row, "current_rows"),
  totalRows: number(row, "total_rows"),
  fileSizeBytes: numberOrNull(row, "file_size_bytes"),
  error: textOrNull(row, "error"),
  createdAtMs: number(row, "created_at_ms"),
  expiresAtMs: numberOrNull(row, "expires_at_ms"),
});

export const findExportTask = (db: Reader, id: string) =>
  db.first(
    `select id, state, options, current_rows, total_rows, file_size_bytes, error, created_at_ms, expires_at_ms
       from export_task where tenant_id = :tenant and id = :id`,
    { id },
    readTask,
  );

export const insertExportTask = (tx: Tx, { id, options, nowMs }: { id: string; options: unknown; nowMs: number }) =>
  tx.run(`insert into export_task (tenant_id, id, options, created_at_ms) values (:tenant, :id, :options, :nowMs)`, {
    id,
    options: JSON.stringify(options),
    nowMs,
  });

/** Notes how far an unfinished export is. */
export const markProgress = (
  tx: Tx,
  { taskId, currentRows, totalRows }: { taskId: string; currentRows: number; totalRows: number },
) =>
  tx.run(
    `update export_task set state = 'PROGRESS', current_rows = :currentRows, total_rows = :totalRows
      where tenant_id = :tenant and id = :taskId and state in ('PENDING', 'PROGRESS')`,
    { taskId, currentRows, totalRows },
  );

/** Notes that an unfinished export has its file. */
export const markSucceeded = (
  tx: Tx,
  {
    taskId,
    rows,
    fileSizeBytes,
    expiresAtMs,
  }: { taskId: string; rows: number; fileSizeBytes: number; expiresAtMs: number },
) =>
  tx.run(
    `update export_task set state = 'SUCCESS', current_rows = :rows, total_rows = :rows,
            file_size_bytes = :fileSizeBytes, expires_at_ms = :expiresAtMs
      where tenant_id = :tenant and id = :taskId and state in ('PENDING', 'PROGRESS')`,
    { taskId, rows, fileSizeBytes, expiresAtMs },
  );

/** Notes that an unfinished export will have no file. */
export const markFailed = (tx: Tx, { taskId, error, nowMs }: { taskId: string; error: string; nowMs: number }) =>
  tx.run(
    `update export_task set state = 'FAILURE', error = :error, expires_at_ms = :nowMs
      where tenant_id = :tenant and id = :taskId and state in ('PENDING', 'PROGRESS')`,
    { taskId, error, nowMs },
  );

export const markFileDeleted = (tx: Tx, { taskId, nowMs }: { taskId: string; nowMs: number }) =>
  tx.run(
    `update export_task set file_deleted_at_ms = :nowMs
      where tenant_id = :tenant and id = :taskId and file_deleted_at_ms is null`,
    { taskId, nowMs },
  );

/** Lets the file of a task that succeeded expire now. */
export const expireTask = (tx: Tx, { taskId, nowMs }: { taskId: string; nowMs: number }) =>
  tx.run(
    `update export_task set expires_at_ms = :nowMs
      where tenant_id = :tenant and id = :taskId and expires_at_ms > :nowMs`,
    { taskId, nowMs },
  );
