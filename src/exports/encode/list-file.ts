import type { Static, TObject } from "@sinclair/typebox";
import type { ExportValue, Table } from "../tables/table.ts";
import { type Sheet, writeWorkbook } from "../xlsx/write-workbook.ts";
import { type CsvOptions, csv } from "./csv.ts";

/** Rows that are read at once. */
const ROWS = 500;
/** As spreadsheets take it for UTF-8. */
export const SPREADSHEET_CSV: CsvOptions = { utf8Bom: true, delimiter: "," };

/** Reads the rows behind one, or the first. */
type ReadBehind<Row> = (last: Row | undefined, limit: number) => Promise<Row[]>;

/** A list page by page, each read when it is taken. */
export async function* pagesOfList<Row>(read: ReadBehind<Row>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last, ROWS);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS) return;
    last = rows.at(-1);
  }
}

/** A list of answers as a table, whose columns are called as their fields. */
export function tableOfList<Row, Body extends TObject>(
  { Body, of }: { Body: Body; of: (row: Row) => Static<Body> },
  read: ReadBehind<Row>,
): Table<Record<string, ExportValue>> {
  async function* pages() {
    // Fields of such answers are values of cells.
    for await (const rows of pagesOfList(read)) yield rows.map((row) => of(row) as Record<string, ExportValue>);
  }
  const columns = Object.keys(Body.properties).map((name) => ({
    name,
    kind: "plain" as const,
    read: (row: Record<string, ExportValue>) => row[name] ?? null,
  }));
  return { columns, pages: pages() };
}

/** A table as a file for spreadsheets. */
export const listFile = (
  format: "csv" | "xlsx",
  name: string,
  table: Table<Record<string, ExportValue>>,
): AsyncIterable<Uint8Array> =>
  format === "csv" ? csv(table, SPREADSHEET_CSV) : writeWorkbook([{ name, ...table } as Sheet<unknown>]);
