import type { Column, Table } from "../tables/table.ts";
import { FULL_PAGES, type PageSize } from "../tasks/row-page-size.ts";
import { type CsvDelimiter, csvLine } from "./csv-line.ts";

export interface CsvOptions {
  /** Whether the file starts with the UTF-8 byte order mark that spreadsheets need. */
  utf8Bom: boolean;
  delimiter: CsvDelimiter;
}

const BOM = "\uFEFF";
const UTF8 = new TextEncoder();

const named = ({ name }: { name: string }): Column<undefined> => ({ name, kind: "plain", read: () => name });

/** Writes the header row of a table, then its rows as lines: one chunk for each page, whose length `size` is given. */
export async function* csv<Row>(
  { columns, pages, sparse }: Table<Row>,
  { utf8Bom, delimiter }: CsvOptions,
  size: PageSize = FULL_PAGES,
): AsyncGenerator<Uint8Array, void> {
  yield UTF8.encode((utf8Bom ? BOM : "") + csvLine(columns.map(named), delimiter)(undefined));
  const line = csvLine(columns, delimiter, sparse);
  for await (const rows of pages) {
    let text = "";
    for (const row of rows) text += line(row);
    const bytes = UTF8.encode(text);
    size.note(rows.length, bytes.length);
    yield bytes;
  }
}
