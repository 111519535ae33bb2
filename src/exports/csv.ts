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

/** The most bytes that one UTF-16 unit of a text becomes in UTF-8. */
const UNIT_BYTES_MAX = 3;
const START_BYTES = 1024 * 1024;

/** Texts put together as UTF-8. Each is written behind the one before, which spares a text of all of them. */
class Utf8Writer {
  #bytes = Buffer.allocUnsafe(START_BYTES);
  #end = 0;

  add(text: string): void {
    const needed = this.#end + text.length * UNIT_BYTES_MAX;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    this.#end += this.#bytes.write(text, this.#end);
  }

  /** What was added since the last time, in a buffer of its own: it can be handed to another thread. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#end);
    this.#end = 0;
    return new Uint8Array(taken);
  }
}

/** Writes a table as CSV with a header row, one chunk for each page of rows. */
export async function* csv<Row>(
  { columns, pages, sparse }: Table<Row>,
  { utf8Bom, delimiter }: CsvOptions,
): AsyncGenerator<Uint8Array, void> {
  const text = new Utf8Writer();
  text.add((utf8Bom ? BOM : "") + csvLine(columns.map(named), delimiter)(undefined));
  yield text.take();
  const line = csvLine(columns, delimiter, sparse);
  for await (const rows of pages) {
    for (const row of rows) text.add(line(row));
    yield text.take();
  }
}
