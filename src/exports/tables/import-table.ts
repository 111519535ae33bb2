import {
  countImports,
  IMPORT_STATUSES,
  type Import,
  listImportsAfter,
  NO_FILTER,
} from "../../../db/imports/imports.ts";
import type { Reader } from "../../../db/ports.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { pagesBehind, type ReadBehind } from "../../kit/pages-behind.ts";
import { isoOfMs, isoOrNull } from "../../text/instant.ts";
import type { PageSize } from "../tasks/row-page-size.ts";
import { type Column, plainColumn, type Table } from "./table.ts";

/** Which imports to export. Plain data. */
export interface ImportExport {
  statuses: string[] | null;
  supplierCode: string | null;
}

const COLUMNS: readonly Column<Import>[] = [
  plainColumn("id", ({ id }) => id),
  plainColumn("status", ({ status }) => status),
  plainColumn("import_type", ({ importType }) => importType),
  plainColumn("file_name", ({ fileName }) => fileName),
  plainColumn("supplier_code", ({ supplierCode }) => supplierCode),
  plainColumn("total_rows", ({ totalRows }) => totalRows),
  plainColumn("processed_rows", ({ processedRows }) => processedRows),
  plainColumn("successful_rows", ({ successfulRows }) => successfulRows),
  plainColumn("failed_rows", ({ failedRows }) => failedRows),
  plainColumn("skipped_rows", ({ skippedRows }) => skippedRows),
  plainColumn("products_created", ({ productsCreated }) => productsCreated),
  plainColumn("products_updated", ({ productsUpdated }) => productsUpdated),
  plainColumn("error_count", ({ errorCount }) => errorCount),
  plainColumn("warning_count", ({ warningCount }) => warningCount),
  plainColumn("created_at", ({ createdAtMs }) => isoOfMs(createdAtMs)),
  plainColumn("completed_at", ({ completedAtMs }) => isoOrNull(completedAtMs)),
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

/** Imports as a table, the newest first. */
export function importTable(db: Reader, wanted: ImportExport, size: PageSize): Table<Import> {
  const read: ReadBehind<Import> = (last, limit) => {
    const { createdAtMs = Number.MAX_SAFE_INTEGER, id = "" } = last ?? {};
    return listImportsAfter(db, filterOf(wanted), { createdAtMs, id, limit });
  };
  return { columns: COLUMNS, pages: pagesBehind(read, size) };
}
