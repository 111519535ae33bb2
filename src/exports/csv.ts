import { type CsvDelimiter, csvLine } from "./csv-line.ts";
import type { Column, Table } from "./table.ts";
import { Utf8Writer } from "./utf8-writer.ts";

export interface CsvOptions {
  /** Whether the file starts with the UTF-8 byte order mark that spreadsheets need. */
  utf8Bom: boolean;
  delimiter: CsvDelimiter;
}

/** Some rows, which can be written as lines of CSV. */
export interface LinePage {
  /** How many rows. */
  length: number;
  writeTo(text: Utf8Writer): void;
}

const BOM = "\uFEFF";

const named = ({ name }: { name: string }): Column<undefined> => ({ name, kind: "plain", read: () => name });

/** Writes a header row of these columns, then the lines: one chunk for each page. */
export async function* csv(
  columns: readonly { name: string }[],
  pages: AsyncIterable<LinePage>,
  { utf8Bom, delimiter }: CsvOptions,
): AsyncGenerator<Uint8Array, void> {
  const text = new Utf8Writer();
  text.add((utf8Bom ? BOM : "") + csvLine(columns.map(named), delimiter)(undefined));
  yield text.take();
  for await (const page of pages) {
    page.writeTo(text);
    yield text.take();
  }
}

/** The rows of a table as lines. */
export async function* linePages<Row>(
  { columns, pages, sparse }: Table<Row>,
  delimiter: CsvDelimiter,
): AsyncGenerator<LinePage, void> {
  const line = csvLine(columns, delimiter, sparse);
  for await (const rows of pages) {
    yield {
      length: rows.length,
      writeTo: (text) => {
        for (const row of rows) text.add(line(row));
      },
    };
  }
}
