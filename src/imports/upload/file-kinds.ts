import type { FieldProblem } from "../../http/output/errors.ts";
import { extensionOf } from "../../uploads/upload-name.ts";

/** The kinds of file that an import reads, with their media types. */
const READABLE = {
  ".csv": "text/csv",
  ".tsv": "text/tab-separated-values",
  ".txt": "text/plain",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".xlsm": "application/vnd.ms-excel.sheet.macroEnabled.12",
  ".ods": "application/vnd.oasis.opendocument.spreadsheet",
  ".json": "application/json",
  ".ndjson": "application/x-ndjson",
  ".jsonl": "application/x-ndjson",
  ".xml": "application/xml",
  ".gz": "application/gzip",
  ".zip": "application/zip",
} as const;
/** Endings of workbooks before 2007. */
const OLD_WORKBOOKS: ReadonlySet<string> = new Set([".xls", ".xlt", ".xlw"]);

/** The media type of a file that can be read; `undefined` for any other. */
export const mediaTypeOf = (name: string): string | undefined =>
  new Map<string, string>(Object.entries(READABLE)).get(extensionOf(name));

/** What is wrong with a file of this name; `undefined` when it can be read. */
export function fileProblem(name: string): FieldProblem | undefined {
  if (mediaTypeOf(name) !== undefined) return undefined;
  const isOld = OLD_WORKBOOKS.has(extensionOf(name));
  return {
    field: "file",
    type: "invalid_value",
    key: isOld ? "imports.file_kind_xls" : "imports.file_kind",
    params: { allowed: Object.keys(READABLE).join(", ") },
  };
}
