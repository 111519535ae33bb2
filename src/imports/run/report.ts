import { Buffer } from "node:buffer";
import {
  allErrors,
  type ImportError,
  type ImportErrorFilter,
  listImportErrors,
} from "../../../db/imports/import-errors.ts";
import { type Import, type ImportFilter, listImportsAfter } from "../../../db/imports/imports.ts";
import type { Reader } from "../../../db/ports.ts";
import { csvLine } from "../../exports/encode/csv-line.ts";
import type { Column, ExportValue } from "../../exports/tables/table.ts";
import type { Language } from "../../http/output/messages.ts";
import { ImportRecord, importRecord } from "../import-record.ts";
import { outcomeOf, outcomeText } from "./outcome/outcome-of.ts";

const PAGE_ROWS = 500;
/** A spreadsheet takes the file for UTF-8 by it. */
const BYTE_ORDER_MARK = "\ufeff";

const column = <Row>(name: string, read: (row: Row) => ExportValue): Column<Row> => ({ name, kind: "plain", read });
const plainLine = csvLine<string[]>(
  [column("name", ([name]) => name ?? ""), column("value", ([, value]) => value ?? "")],
  ",",
);
const headerOf = <Row>(columns: readonly Column<Row>[]) =>
  csvLine<null>(
    columns.map(({ name }) => column(name, () => name)),
    ",",
  )(null);

const ERROR_COLUMNS: Column<ImportError>[] = [
  column("row_number", (error) => error.rowNumber),
  column("severity", (error) => error.severity),
  column("error_type", (error) => error.errorType),
  column("field", (error) => error.field),
  column("message", (error) => error.message),
  column("raw_value", (error) => error.rawValue),
];
const IMPORT_COLUMNS: Column<ImportRecord>[] = Object.keys(ImportRecord.properties).map((name) =>
  // A key of the schema is a key of its record.
  column(name, (record) => record[name as keyof ImportRecord]),
);

/** What is read page by page, as CSV text. */
async function* pagesOf<Row>(
  columns: readonly Column<Row>[],
  next: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<string> {
  const line = csvLine(columns, ",");
  let last: Row | undefined;
  for (;;) {
    const rows = await next(last);
    if (rows.length > 0) yield rows.map(line).join("");
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1);
  }
}

async function* errorLines(db: Reader, importId: string, filter: ImportErrorFilter): AsyncGenerator<string> {
  yield headerOf(ERROR_COLUMNS);
  yield* pagesOf(ERROR_COLUMNS, (last) =>
    listImportErrors(db, importId, filter, { seq: last?.seq ?? 0, offset: 0, limit: PAGE_ROWS }),
  );
}

async function* reportLines(db: Reader, found: Import, language: Language): AsyncGenerator<string> {
  const summary = Object.entries(importRecord(found));
  const unusual = (await outcomeOf(db, found)).map((each) => ["warning", outcomeText(each, language)]);
  const lines = [...summary.map(([name, value]) => [name, String(value ?? "")]), ...unusual];
  yield BYTE_ORDER_MARK + lines.map((line) => plainLine(line)).join("");
  yield "\r\n";
  yield* errorLines(db, found.id, allErrors(language));
}

async function* invalidEanLines(db: Reader, importId: string, language: Language): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  yield* errorLines(db, importId, { ...allErrors(language), eanOnly: true });
}

async function* importLines(db: Reader, filter: ImportFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + headerOf(IMPORT_COLUMNS);
  const line = csvLine(IMPORT_COLUMNS, ",");
  let last: Import | undefined;
  for (;;) {
    const { createdAtMs = Number.MAX_SAFE_INTEGER, id = "" } = last ?? {};
    const found = await listImportsAfter(db, filter, { createdAtMs, id, limit: PAGE_ROWS });
    yield found.map((each) => line(importRecord(each))).join("");
    if (found.length < PAGE_ROWS) return;
    last = found.at(-1);
  }
}

/** Answers text as a CSV file, made as fast as it is taken. */
function csvAnswer(name: string, lines: AsyncGenerator<string>, language?: Language): Response {
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(Buffer.from(value));
    },
    cancel: async () => void (await lines.return(undefined)),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "private, no-store",
      ...(language && { "content-language": language, vary: "Accept-Language" }),
    },
  });
}

/** A summary of an import, then every stored problem. */
export const answerReport = (db: Reader, found: Import, language: Language) =>
  csvAnswer(`import-${found.id}`, reportLines(db, found, language), language);

/** The stored problems of an import that are about EANs. */
export const answerInvalidEans = (db: Reader, { id }: Import, language: Language) =>
  csvAnswer(`invalid-eans-${id}`, invalidEanLines(db, id, language), language);

/** Imports as the list shows them. */
export const answerImports = (db: Reader, filter: ImportFilter) => csvAnswer("imports", importLines(db, filter));
