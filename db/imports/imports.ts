import type { Reader, Tx } from "../ports.ts";
import { json, jsonOrNull, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** What an import has done so far; all in rows of the file but `errorCount` and `warningCount`, which count problems. */
export interface ImportCounts {
  processedRows: number;
  successfulRows: number;
  failedRows: number;
  skippedRows: number;
  productsCreated: number;
  productsUpdated: number;
  pricesUpdated: number;
  stockUpdated: number;
  errorCount: number;
  warningCount: number;
}

export interface NewImport {
  id: string;
  status: string;
  importType: string;
  fileName: string;
  /** `null` before it is fetched. */
  fileKey: string | null;
  /** The import configuration that wanted it. */
  configId: string | null;
  fileSizeBytes: number;
  fileFormat: unknown;
  columns: string[];
  suggestedMapping: unknown;
  /** `null` until it is saved. */
  mapping: unknown;
  jobUid: string | null;
  supplierId: string | null;
  supplierCode: string | null;
  language: string;
  totalRows: number;
  createdAtMs: number;
}

/** One file of products and how far it has come. */
export interface Import extends NewImport, ImportCounts {
  storedErrors: number;
  storedWarnings: number;
  errorCode: string | null;
  errorMessage: string | null;
  startedAtMs: number | null;
  completedAtMs: number | null;
  archivedAtMs: number | null;
}

const COLUMNS = `id, status, import_type, file_name, file_key, file_size_bytes, file_format, columns, suggested_mapping,
  mapping, supplier_id, supplier_code, language, config_id, job_uid, total_rows, processed_rows, successful_rows, failed_rows,
  skipped_rows, products_created, products_updated, prices_updated, stock_updated, error_count, warning_count,
  stored_errors, stored_warnings, error_code, error_message, started_at_ms, completed_at_ms, created_at_ms,
  archived_at_ms`;

const readCounts = (row: Row): ImportCounts => ({
  processedRows: number(row, "processed_rows"),
  successfulRows: number(row, "successful_rows"),
  failedRows: number(row, "failed_rows"),
  skippedRows: number(row, "skipped_rows"),
  productsCreated: number(row, "products_created"),
  productsUpdated: number(row, "products_updated"),
  pricesUpdated: number(row, "prices_updated"),
  stockUpdated: number(row, "stock_updated"),
  errorCount: number(row, "error_count"),
  warningCount: number(row, "warning_count"),
});

const readImport = (row: Row): Import => ({
  ...readCounts(row),
  id: text(row, "id"),
  status: text(row, "status"),
  importType: text(row, "import_type"),
  fileName: text(row, "file_name"),
  fileKey: textOrNull(row, "file_key"),
  fileSizeBytes: number(row, "file_size_bytes"),
  fileFormat: json(row, "file_format"),
  // Written by `insertImport` and `setAnalysis` only.
  columns: json(row, "columns") as string[],
  suggestedMapping: json(row, "suggested_mapping"),
  mapping: jsonOrNull(row, "mapping"),
  supplierId: textOrNull(row, "supplier_id"),
  supplierCode: textOrNull(row, "supplier_code"),
  language: text(row, "language"),
  configId: textOrNull(row, "config_id"),
  jobUid: textOrNull(row, "job_uid"),
  totalRows: number(row, "total_rows"),
  storedErrors: number(row, "stored_errors"),
  storedWarnings: number(row, "stored_warnings"),
  errorCode: textOrNull(row, "error_code"),
  errorMessage: textOrNull(row, "error_message"),
  startedAtMs: numberOrNull(row, "started_at_ms"),
  completedAtMs: numberOrNull(row, "completed_at_ms"),
  createdAtMs: number(row, "created_at_ms"),
  archivedAtMs: numberOrNull(row, "archived_at_ms"),
});

/** Which imports a list shows. */
export interface ImportFilter {
  /** Any of them; `null`: all. */
  statuses: string[] | null;
  supplierCode: string | null;
  archived: "no" | "only" | "all";
  createdFromMs: number | null;
  createdBeforeMs: number | null;
}

export const NO_FILTER: ImportFilter = {
  statuses: null,
  supplierCode: null,
  archived: "no",
  createdFromMs: null,
  createdBeforeMs: null,
};

const MATCHES = `tenant_id = :tenant
  and (:statuses is null or status in (select value from json_each(:statuses)))
  and (:supplierCode is null or lower(supplier_code) = lower(:supplierCode))
  and (:archived = 'all' or (archived_at_ms is not null) = (:archived = 'only'))
  and (:createdFromMs is null or created_at_ms >= :createdFromMs)
  and (:createdBeforeMs is null or created_at_ms < :createdBeforeMs)`;

const filterArgs = ({ statuses, ...filter }: ImportFilter) => ({
  ...filter,
  statuses: statuses === null ? null : JSON.stringify(statuses),
});

/** One page, newest first. */
export const listImports = (db: Reader, filter: ImportFilter, { offset, limit }: { offset: number; limit: number }) =>
  db.all(
    `select ${COLUMNS} from import where ${MATCHES}
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    { ...filterArgs(filter), offset, limit },
    readImport,
  );

/** The next page, newest first, after the import that was made at `createdAtMs` with this id. */
export const listImportsAfter = (
  db: Reader,
  filter: ImportFilter,
  { createdAtMs, id, limit }: { createdAtMs: number; id: string; limit: number },
) =>
  db.all(
    `select ${COLUMNS} from import where ${MATCHES} and (created_at_ms, id) < (:createdAtMs, :id)
      order by created_at_ms desc, id desc limit :limit`,
    { ...filterArgs(filter), createdAtMs, id, limit },
    readImport,
  );

export const findImport = (db: Reader, id: string) =>
  db.first(`select ${COLUMNS} from import where tenant_id = :tenant and id = :id`, { id }, readImport);

export const countImports = (db: Reader, filter: ImportFilter) =>
  db.one(`select count(*) as total from import where ${MATCHES}`, filterArgs(filter), (row) => number(row, "total"));

/** What all imports of the tenant have done, archived ones included. */
export const sumImports = (db: Reader) =>
  db.one(
    `select count(*) as total, ifnull(sum(status in ('completed', 'completed_with_errors')), 0) as completed,
            ifnull(sum(status = 'failed'), 0) as failed, ifnull(sum(status = 'cancelled'), 0) as cancelled,
            ifnull(sum(processed_rows), 0) as processed_rows, ifnull(sum(products_created), 0) as products_created,
            ifnull(sum(products_updated), 0) as products_updated
       from import where tenant_id = :tenant`,
    {},
    (row) => ({
      total: number(row, "total"),
      completed: number(row, "completed"),
      failed: number(row, "failed"),
      cancelled: number(row, "cancelled"),
      processedRows: number(row, "processed_rows"),
      productsCreated: number(row, "products_created"),
      productsUpdated: number(row, "products_updated"),
    }),
  );

export const insertImport = (tx: Tx, { fileFormat, columns, suggestedMapping, mapping, ...rest }: NewImport) =>
  tx.one(
    `insert into import (tenant_id, id, status, import_type, file_name, file_key, file_size_bytes, file_format, columns,
                         suggested_mapping, mapping, config_id, job_uid, supplier_id, supplier_code, language, total_rows,
                         created_at_ms)
     values (:tenant, :id, :status, :importType, :fileName, :fileKey, :fileSizeBytes, :fileFormat, :columns,
             :suggestedMapping, :mapping, :configId, :jobUid, :supplierId, :supplierCode, :language, :totalRows, :createdAtMs)
     returning ${COLUMNS}`,
    {
      ...rest,
      fileFormat: JSON.stringify(fileFormat),
      columns: JSON.stringify(columns),
      suggestedMapping: JSON.stringify(suggestedMapping),
      mapping: mapping === null ? null : JSON.stringify(mapping),
    },
    readImport,
  );

const RESET = `processed_rows = 0, successful_rows = 0, failed_rows = 0, skipped_rows = 0, products_created = 0,
  products_updated = 0, prices_updated = 0, stock_updated = 0, error_count = 0, warning_count = 0, stored_errors = 0,
  stored_warnings = 0, error_code = null, error_message = null, started_at_ms = null, completed_at_ms = null`;

/** Notes another reading of the file; what came of the former one is forgotten, its error rows are not deleted here. */
export const setAnalysis = (
  tx: Tx,
  {
    id,
    status,
    fileFormat,
    columns,
    suggestedMapping,
    totalRows,
  }: Pick<Import, "id" | "status" | "fileFormat" | "columns" | "suggestedMapping" | "totalRows">,
) =>
  tx.run(
    `update import set status = :status, file_format = :fileFormat, columns = :columns, mapping = null,
            suggested_mapping = :suggestedMapping, total_rows = :totalRows, ${RESET}
      where tenant_id = :tenant and id = :id`,
    {
      id,
      status,
      totalRows,
      fileFormat: JSON.stringify(fileFormat),
      columns: JSON.stringify(columns),
      suggestedMapping: JSON.stringify(suggestedMapping),
    },
  );

export const setMapping = (tx: Tx, { id, status, mapping }: { id: string; status: string; mapping: unknown }) =>
  tx.run("update import set status = :status, mapping = :mapping where tenant_id = :tenant and id = :id", {
    id,
    status,
    mapping: JSON.stringify(mapping),
  });

export const setStatus = (tx: Tx, id: string, status: string) =>
  tx.run("update import set status = :status where tenant_id = :tenant and id = :id", { id, status });

/** Prepares another run from the first row. */
export const resetRun = (tx: Tx, { id, status, jobUid }: { id: string; status: string; jobUid: string }) =>
  tx.run(`update import set status = :status, job_uid = :jobUid, ${RESET} where tenant_id = :tenant and id = :id`, {
    id,
    status,
    jobUid,
  });
