import type { Import } from "../../../db/imports/imports.ts";
import { ApiError } from "../../http/output/errors.ts";
import { extensionOf } from "../../uploads/upload-name.ts";
import { formatOf } from "../map/saved-mapping.ts";
import { isOfProducts } from "../parse/file-format.ts";
import { fileOf } from "../require-import.ts";

/** How the failed rows of an import are written: as its file is, but for XML files of one product each. */
export type FailedRowsFormat = "csv" | "xlsx" | "ods" | "json" | "ndjson" | "xml";

/** What a caller may ask for, regardless of the format of the file. */
export const TABLE_FORMATS = ["csv", "xlsx", "ods", "json", "ndjson"] as const;
type TableFormat = (typeof TABLE_FORMATS)[number];

export const FAILED_ROWS_TYPES: Record<FailedRowsFormat, string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  json: "application/json",
  ndjson: "application/x-ndjson",
  xml: "application/xml",
};

/** Which rows are requested. It crosses threads. */
export interface FailedRowsRequest {
  importId: string;
  /** Absent: as its file is. */
  format?: TableFormat | undefined;
  language: "en" | "fr";
}

/** The column that says what was wrong, and by which a file that comes back is known. */
export const reasonColumn = (importId: string): string => `error (import ${importId})`;
/** The same as the name of an element. */
export const reasonElement = (importId: string): string => `error-import-${importId}`;
const REASON_COLUMN = /^error(?: \(import |-import-)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)?$/i;

/** The import whose failed rows a file holds, by its columns; `undefined` for any other file. */
export function correctedImport(columns: readonly string[]): string | undefined {
  for (const column of columns) {
    const [, id] = REASON_COLUMN.exec(column) ?? [];
    if (id !== undefined) return id.toLowerCase();
  }
  return undefined;
}

export function failedRowsFormat(found: Import): FailedRowsFormat {
  const format = formatOf(found);
  if (format.format === "xml") return isOfProducts(format) ? "csv" : "xml";
  return format.format === "json" && format.isLines ? "ndjson" : format.format;
}

/** What a file of failed rows is called. Throws INVALID_STATE when no row failed, and when the file was purged. */
export function requireFailedRows(found: Import, wanted?: TableFormat): { format: FailedRowsFormat; fileName: string } {
  fileOf(found);
  if (found.failedRows === 0)
    throw new ApiError("INVALID_STATE", { key: "imports.no_failed_rows", details: { current_state: found.status } });
  const format = wanted ?? failedRowsFormat(found);
  const stem = found.fileName.replace(/\.(?:gz|zip)$/i, "");
  const name = stem.slice(0, stem.length - extensionOf(stem).length).replaceAll(/[^\w.-]/g, "_") || "import";
  return { format, fileName: `${name}-failed-rows.${format}` };
}
