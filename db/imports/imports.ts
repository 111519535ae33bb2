import { COUNT, initially, jsonOrNullColumn, keyedTable, type NewRow, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { computed, selection } from "../selection.ts";
import { jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

/** Every status of an import. `connecting`, `downloading` and `analyzing` are of sources that we fetch ourselves. */
export const IMPORT_STATUSES = [
  "pending",
  "queued",
  "connecting",
  "downloading",
  "analyzing",
  "awaiting_mapping",
  "ready",
  "processing",
  "persisting",
  "paused",
  "completed",
  "completed_with_errors",
  "failed",
  "cancelled",
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

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

/** What is stored of an import. */
export const IMPORT = {
  id: TEXT,
  status: wordColumn(IMPORT_STATUSES),
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

const { selected, read } = imports;

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
    `select ${selected} from import where ${MATCHES}
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    { ...filterArgs(filter), offset, limit },
    read,
  );

/** The next page, newest first, after the import that was made at `createdAtMs` with this id. */
export const listImportsAfter = (
  db: Reader,
  filter: ImportFilter,
  { createdAtMs, id, limit }: { createdAtMs: number; id: string; limit: number },
) =>
  db.all(
    `select ${selected} from import where ${MATCHES} and (created_at_ms, id) < (:createdAtMs, :id)
      order by created_at_ms desc, id desc limit :limit`,
    { ...filterArgs(filter), createdAtMs, id, limit },
    read,
  );

export const countImports = (db: Reader, filter: ImportFilter) =>
  db.one(`select count(*) as total from import where ${MATCHES}`, filterArgs(filter), (row) => number(row, "total"));

const SUMS = selection("import", {
  total: computed("count(*)", NUMBER),
  completed: computed("ifnull(sum(status in ('completed', 'completed_with_errors')), 0)", NUMBER),
  failed: computed("ifnull(sum(status = 'failed'), 0)", NUMBER),
  cancelled: computed("ifnull(sum(status = 'cancelled'), 0)", NUMBER),
  processedRows: computed("ifnull(sum(processed_rows), 0)", NUMBER),
  productsCreated: computed("ifnull(sum(products_created), 0)", NUMBER),
  productsUpdated: computed("ifnull(sum(products_updated), 0)", NUMBER),
});

/** What all imports of the tenant have done, archived ones included. */
export const sumImports = (db: Reader) =>
  db.one(`select ${SUMS.selected} from import where tenant_id = :tenant`, {}, SUMS.read);

/** What a run that begins at the first row has behind it. */
export const NOTHING_DONE = {
  ...(Object.fromEntries(Object.keys(COUNTS).map((name) => [name, 0])) as ImportCounts),
  storedErrors: 0,
  storedWarnings: 0,
  errorCode: null,
  errorMessage: null,
  startedAtMs: null,
  completedAtMs: null,
};

type Analysis = Pick<Import, "id" | "status" | "fileFormat" | "columns" | "suggestedMapping" | "totalRows">;

/** Notes another reading of the file; the results of the former one are dropped, its error rows are not deleted here. */
export const setAnalysis = (tx: Tx, { id, ...analysis }: Analysis) =>
  imports.set(tx, { id }, { ...analysis, mapping: null, ...NOTHING_DONE });

export const setMapping = (tx: Tx, { id, status, mapping }: Pick<Import, "id" | "status" | "mapping">) =>
  imports.set(tx, { id }, { status, mapping });
