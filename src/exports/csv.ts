import { Buffer } from "node:buffer";
import { type CsvDelimiter, csvLine } from "./csv-line.ts";
import type { Column, Table } from "./table.ts";

export interface CsvOptions {
  /** Whether the file starts with the UTF-8 byte order mark that spreadsheets need. */
  utf8Bom: boolean;
  delimiter: CsvDelimiter;
}

const BOM = "\uFEFF";

const named = ({ name }: { name: string }): Column<undefined> => ({ name, kind: "plain", read: () => name });

/** Writes a table as CSV with a header row, one chunk for each page of rows. */
export async function* csv<Row>(
  { columns, pages }: Table<Row>,
  { utf8Bom, delimiter }: CsvOptions,
): AsyncGenerator<Uint8Array, void> {
  const header = csvLine(columns.map(named), delimiter);
  yield Buffer.from((utf8Bom ? BOM : "") + header(undefined));
  const line = csvLine(columns, delimiter);
  for await (const rows of pages) yield Buffer.from(rows.map(line).join(""));
}
