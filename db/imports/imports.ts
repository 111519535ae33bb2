import { COUNT, initially, jsonOrNullColumn, keyedTable, type NewRow } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

/** What an import has done so far; all in rows of the file but `errorCount` and `warningCount`, which count problems. */
const COUNTS = {
  processedRows: COUNT,
  successfulRows: COUNT,
  failedRows: COUNT,
  skippedRows: COUNT,
  productsCreated: COUNT,
  productsUpdated: COUNT,
  pricesUpdated: COUNT,
  stockUpdated: COUNT,
  errorCount: COUNT,
  warningCount: COUNT,
};
export type ImportCounts = ValuesOf<typeof COUNTS>;

const IMPORT = {
  id: TEXT,
  status: TEXT,
  importType: TEXT,
  fileName: TEXT,
  /** `null` before it is fetched. */
  fileKey: TEXT_OR_NULL,
  /** The import configuration that wanted it. */
  configId: TEXT_OR_NULL,
  /** The import whose failed rows it brings, corrected. */
  continuesId: initially(TEXT_OR_NULL, null),
  fileSizeBytes: NUMBER,
  fileFormat: jsonColumn<unknown>(),
  columns: jsonColumn<string[]>(),
  suggestedMapping: jsonColumn<unknown>(),
  /** `null` until it is saved. */
  mapping: jsonOrNullColumn<unknown>(),
  jobUid: TEXT_OR_NULL,
  supplierId: TEXT_OR_NULL,
  supplierCode: TEXT_OR_NULL,
  language: TEXT,
  totalRows: NUMBER,
  createdAtMs: NUMBER,
  ...COUNTS,
  storedErrors: COUNT,
  storedWarnings: COUNT,
  errorCode: initially(TEXT_OR_NULL, null),
  errorMessage: initially(TEXT_OR_NULL, null),
  startedAtMs: initially(NUMBER_OR_NULL, null),
  completedAtMs: initially(NUMBER_OR_NULL, null),
  archivedAtMs: initially(NUMBER_OR_NULL, null),
};
/** Files of products and how far they have come. */
export const imports = keyedTable("import", IMPORT);
/** One file of products and how far it has come. */
export type Import = ValuesOf<typeof IMPORT>;
export type NewImport = NewRow<typeof IMPORT>;

const { selected: COLUMNS, read: readImport } = imports;

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

export const findImport = (db: Reader, id: string): Promise<Import | undefined> => imports.find(db, { id });

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

export const insertImport = (tx: Tx, row: NewImport): Promise<Import> => imports.insert(tx, row);

/** What a run that begins at the first row has behind it: nothing. */
const RESET = {
  ...(Object.fromEntries(Object.keys(COUNTS).map((name) => [name, 0])) as ImportCounts),
  storedErrors: 0,
  storedWarnings: 0,
  errorCode: null,
  errorMessage: null,
  startedAtMs: null,
  completedAtMs: null,
};

type Analysis = Pick<Import, "id" | "status" | "fileFormat" | "columns" | "suggestedMapping" | "totalRows">;

/** Notes another reading of the file; what came of the former one is forgotten, its error rows are not deleted here. */
export const setAnalysis = (tx: Tx, { id, ...analysis }: Analysis) =>
  imports.set(tx, { id }, { ...analysis, mapping: null, ...RESET });

export const setMapping = (tx: Tx, { id, status, mapping }: { id: string; status: string; mapping: unknown }) =>
  imports.set(tx, { id }, { status, mapping });

export const setStatus = (tx: Tx, id: string, status: string) => imports.set(tx, { id }, { status });

/** Prepares another run from the first row. */
export const resetRun = (tx: Tx, { id, status, jobUid }: { id: string; status: string; jobUid: string }) =>
  imports.set(tx, { id }, { status, jobUid, ...RESET });
