import { Buffer } from "node:buffer";
import {
  allErrors,
  type ImportError,
  type ImportErrorFilter,
  listImportErrors,
} from "../../../db/imports/import-errors.ts";
import { type Import, type ImportFilter, listImportsAfter } from "../../../db/imports/imports.ts";
import type { Reader } from "../../../db/ports.ts";
import { type CsvOptions, csv } from "../../exports/encode/csv.ts";
import { csvLine } from "../../exports/encode/csv-line.ts";
import { LIST_PAGES, SPREADSHEET_CSV, tableOfList } from "../../exports/encode/list-file.ts";
import { type Column, plainColumn } from "../../exports/tables/table.ts";
import type { Language } from "../../http/output/messages.ts";
import { pagesBehind, type ReadBehind } from "../../kit/pages-behind.ts";
import { fileStream } from "../../storage/file-stream.ts";
import { ImportRecord, importRecord } from "../import-record.ts";
import { outcomeOf, outcomeText } from "./outcome/outcome-of.ts";

/** A spreadsheet takes the file for UTF-8 by it. */
const BYTE_ORDER_MARK = "\ufeff";

const plainLine = csvLine<string[]>(
  [plainColumn("name", ([name]) => name ?? ""), plainColumn("value", ([, value]) => value ?? "")],
  ",",
);

const ERROR_COLUMNS: Column<ImportError>[] = [
  plainColumn("row_number", (error) => error.rowNumber),
  plainColumn("severity", (error) => error.severity),
  plainColumn("error_type", (error) => error.errorType),
  plainColumn("field", (error) => error.field),
  plainColumn("message", (error) => error.message),
  plainColumn("raw_value", (error) => error.rawValue),
];

const errorsOf = (db: Reader, importId: string, filter: ImportErrorFilter, options: CsvOptions) => {
  const read: ReadBehind<ImportError> = (last, limit) =>
    listImportErrors(db, importId, filter, { seq: last?.seq ?? 0, offset: 0, limit });
  return csv({ columns: ERROR_COLUMNS, pages: pagesBehind(read, LIST_PAGES) }, options);
};

async function* reportOf(db: Reader, found: Import, language: Language): AsyncGenerator<Uint8Array> {
  const summary = Object.entries(importRecord(found));
  const unusual = (await outcomeOf(db, found)).map((each) => ["warning", outcomeText(each, language)]);
  const lines = [...summary.map(([name, value]) => [name, String(value ?? "")]), ...unusual];
  yield Buffer.from(`${BYTE_ORDER_MARK}${lines.map((line) => plainLine(line)).join("")}\r\n`);
  yield* errorsOf(db, found.id, allErrors(language), { ...SPREADSHEET_CSV, utf8Bom: false });
}

/** Answers a CSV file, made as fast as it is taken. */
const csvAnswer = (name: string, file: AsyncIterable<Uint8Array>, language?: Language): Response =>
  new Response(fileStream(file), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "private, no-store",
      ...(language && { "content-language": language, vary: "Accept-Language" }),
    },
  });

/** A summary of an import, then every stored problem. */
export const answerReport = (db: Reader, found: Import, language: Language) =>
  csvAnswer(`import-${found.id}`, reportOf(db, found, language), language);

/** The stored problems of an import that are about EANs. */
export const answerInvalidEans = (db: Reader, { id }: Import, language: Language) =>
  csvAnswer(
    `invalid-eans-${id}`,
    errorsOf(db, id, { ...allErrors(language), eanOnly: true }, SPREADSHEET_CSV),
    language,
  );

/** Imports as the list shows them. */
export function answerImports(db: Reader, filter: ImportFilter): Response {
  const table = tableOfList({ Body: ImportRecord, of: importRecord }, (last: Import | undefined, limit) => {
    const { createdAtMs = Number.MAX_SAFE_INTEGER, id = "" } = last ?? {};
    return listImportsAfter(db, filter, { createdAtMs, id, limit });
  });
  return csvAnswer("imports", csv(table, SPREADSHEET_CSV));
}
