import {
  countImports,
  IMPORT_STATUSES,
  type Import,
  listImportsAfter,
  NO_FILTER,
} from "../../../db/imports/imports.ts";
import type { Reader } from "../../../db/ports.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { isoOfMs, isoOrNull } from "../../text/instant.ts";
import type { PageSize } from "../tasks/row-page-size.ts";
import type { Column, Table } from "./table.ts";

/** Which imports to export. Plain data. */
export interface ImportExport {
  statuses: string[] | null;
  supplierCode: string | null;
}

const column = (name: string, read: Column<Import>["read"]): Column<Import> => ({ name, kind: "plain", read });

const COLUMNS: readonly Column<Import>[] = [
  column("id", ({ id }) => id),
  column("status", ({ status }) => status),
  column("import_type", ({ importType }) => importType),
  column("file_name", ({ fileName }) => fileName),
  column("supplier_code", ({ supplierCode }) => supplierCode),
  column("total_rows", ({ totalRows }) => totalRows),
  column("processed_rows", ({ processedRows }) => processedRows),
  column("successful_rows", ({ successfulRows }) => successfulRows),
  column("failed_rows", ({ failedRows }) => failedRows),
  column("skipped_rows", ({ skippedRows }) => skippedRows),
  column("products_created", ({ productsCreated }) => productsCreated),
  column("products_updated", ({ productsUpdated }) => productsUpdated),
  column("error_count", ({ errorCount }) => errorCount),
  column("warning_count", ({ warningCount }) => warningCount),
  column("created_at", ({ createdAtMs }) => isoOfMs(createdAtMs)),
  column("completed_at", ({ completedAtMs }) => isoOrNull(completedAtMs)),
];

const ALLOWED = { allowed: IMPORT_STATUSES.join(", ") };

function filterProblem(name: string, value: unknown): FieldProblem | undefined {
  const field = `filters.${name}`;
  if (name !== "status" && name !== "supplier_code") {
    return { field, type: "invalid_value", key: "validation.unknown_field" };
  }
  if (typeof value !== "string") return { field, type: "wrong_type" };
  const isKnown = name !== "status" || IMPORT_STATUSES.some((status) => status === value);
  return isKnown ? undefined : { field, type: "invalid_value", key: "validation.one_of", params: ALLOWED };
}

/** Reads filters of imports by their API names; null does not restrict. An unknown name is a problem. */
export function readImportFilter(
  filters: Readonly<Record<string, unknown>>,
): ImportExport | { problems: FieldProblem[] } {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null);
  const problems = given.flatMap(([name, value]) => filterProblem(name, value) ?? []);
  if (problems.length > 0) return { problems };
  const texts = new Map(given.map(([name, value]) => [name, String(value)]));
  const status = texts.get("status");
  return { statuses: status === undefined ? null : [status], supplierCode: texts.get("supplier_code") ?? null };
}

const filterOf = (wanted: ImportExport) => ({ ...NO_FILTER, ...wanted, archived: "all" as const });

export const countImportRows = (db: Reader, wanted: ImportExport): Promise<number> =>
  countImports(db, filterOf(wanted));

async function* importPages(db: Reader, wanted: ImportExport, size: PageSize) {
  let after = { createdAtMs: Number.MAX_SAFE_INTEGER, id: "" };
  for (;;) {
    const limit = size.rows;
    const rows = await listImportsAfter(db, filterOf(wanted), { ...after, limit });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < limit) return;
    after = { createdAtMs: last.createdAtMs, id: last.id };
  }
}

/** Imports as a table, the newest first. */
export const importTable = (db: Reader, wanted: ImportExport, size: PageSize): Table<Import> => ({
  columns: COLUMNS,
  pages: importPages(db, wanted, size),
});
