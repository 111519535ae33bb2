import { allErrors, type ImportError, listImportErrors } from "../../db/imports/import-errors.ts";
import type { Import } from "../../db/imports/imports.ts";
import type { Reader } from "../../db/ports.ts";
import { csv } from "../../src/exports/encode/csv.ts";
import type { CsvDelimiter } from "../../src/exports/encode/csv-line.ts";
import { json } from "../../src/exports/encode/json.ts";
import { writeOds } from "../../src/exports/encode/ods.ts";
import type { Column, Table } from "../../src/exports/tables/table.ts";
import { type Sheet, writeWorkbook } from "../../src/exports/xlsx/write-workbook.ts";
import {
  type FailedRowsFormat,
  type FailedRowsRequest,
  failedRowsFormat,
  reasonColumn,
  reasonElement,
} from "../../src/imports/correct/failed-rows.ts";
import { formatOf } from "../../src/imports/map/saved-mapping.ts";
import { unpack } from "../../src/imports/parse/archive/unpack.ts";
import { sourceOf } from "../../src/imports/parse/file-source.ts";
import { readTable } from "../../src/imports/parse/read-table.ts";
import { ColumnList } from "../../src/imports/parse/tree/column-list.ts";
import { keptRecords } from "../../src/imports/parse/xml/kept-records.ts";
import { fileOf, requireImport } from "../../src/imports/require-import.ts";
import { pagesBehind, type ReadBehind } from "../../src/kit/pages-behind.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

const PAGE = 500;
const DELIMITERS: ReadonlySet<string> = new Set([",", ";", "\t", "|"]);

/** A failed row: the cells as they stand in the file, and what was wrong with them. */
interface FailedRow {
  cells: string[];
  reason: string;
}

/** The failed rows of an import as a file, with the columns of its own file and the reasons beside. */
export async function* failedRows(
  { reader, files }: ThreadServices,
  tenantId: string,
  { importId, language, format }: FailedRowsRequest,
): AsyncGenerator<Uint8Array> {
  const db = reader(tenantId);
  const found = await requireImport(db, importId);
  const reasons = await reasonsOf(db, importId, language);
  const own = format ?? failedRowsFormat(found);
  if (own === "xml") return yield* failedRecords(files, found, reasons);
  const table = { columns: columnsOf(found), pages: pagesOf(files, found, reasons) };
  yield* written(own, table, format ? null : formatOf(found).delimiter);
}

/** Those of an XML file, in its own elements. */
async function* failedRecords(
  files: ThreadServices["files"],
  found: Import,
  reasons: ReadonlyMap<number, string[]>,
): AsyncGenerator<Uint8Array> {
  const format = formatOf(found);
  const source = await sourceOf(files, fileOf(found), found.fileName);
  await using inner = await unpack(source, format.container ?? null, { isRandom: false });
  if (format.format !== "xml") return;
  yield* keptRecords(inner, format, {
    element: reasonElement(found.id),
    of: (row) => reasons.get(row)?.join("; "),
  });
}

function written(
  format: FailedRowsFormat,
  table: Table<FailedRow>,
  delimiter: string | null = null,
): AsyncIterable<Uint8Array> {
  if (format === "xlsx") return writeWorkbook([{ name: "Rows", ...table } as Sheet<unknown>]);
  if (format === "ods") return writeOds("Rows", table);
  if (format !== "csv") return json(table, { isPretty: format === "json", isLines: format === "ndjson" });
  const isOurs = delimiter !== null && DELIMITERS.has(delimiter);
  return csv(table, { utf8Bom: true, delimiter: isOurs ? (delimiter as CsvDelimiter) : "," });
}

const columnsOf = ({ id, columns }: Import): Column<FailedRow>[] => [
  ...columns.map(
    (name, index): Column<FailedRow> => ({ name, kind: "plain", read: ({ cells }) => cells[index] ?? "" }),
  ),
  { name: reasonColumn(id), kind: "plain", read: ({ reason }) => reason },
];

/** What was wrong with each row, by its number; of the errors that are stored. */
async function reasonsOf(db: Reader, importId: string, language: "en" | "fr"): Promise<Map<number, string[]>> {
  const reasons = new Map<number, string[]>();
  const filter = { ...allErrors(language), severity: "error" };
  const read: ReadBehind<ImportError> = (last, limit) =>
    listImportErrors(db, importId, filter, { seq: last?.seq ?? 0, offset: 0, limit });
  for await (const page of pagesBehind(read, { rows: PAGE })) {
    for (const { rowNumber, message } of page) reasons.set(rowNumber, [...(reasons.get(rowNumber) ?? []), message]);
  }
  return reasons;
}

async function* pagesOf(
  files: ThreadServices["files"],
  found: Import,
  reasons: ReadonlyMap<number, string[]>,
): AsyncGenerator<FailedRow[]> {
  const format = formatOf(found);
  const source = await sourceOf(files, fileOf(found), found.fileName);
  let isHeader = format.hasHeader;
  let left = reasons.size;
  for await (const batch of readTable(source, format, { columns: new ColumnList(found.columns) })) {
    const page = batch.slice(isHeader ? 1 : 0).flatMap(({ number, cells }): FailedRow[] => {
      const reason = reasons.get(number);
      return reason ? [{ cells, reason: reason.join("; ") }] : [];
    });
    isHeader = false;
    if (page.length > 0) yield page;
    left -= page.length;
    if (left <= 0) return;
  }
}
