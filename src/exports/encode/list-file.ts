import type { Static, TObject } from "@sinclair/typebox";
import { pagesBehind, type ReadBehind } from "../../kit/pages-behind.ts";
import type { ExportValue, Table } from "../tables/table.ts";
import { type Sheet, writeWorkbook } from "../xlsx/write-workbook.ts";
import { type CsvOptions, csv } from "./csv.ts";

/** Rows that are read at once. */
export const LIST_PAGES = { rows: 500 };
/** As spreadsheets take it for UTF-8. */
export const SPREADSHEET_CSV: CsvOptions = { utf8Bom: true, delimiter: "," };

/** A list of answers as a table, whose columns are called as their fields. */
export function tableOfList<Row, Body extends TObject>(
  { Body, of }: { Body: Body; of: (row: Row) => Static<Body> },
  read: ReadBehind<Row>,
): Table<Record<string, ExportValue>> {
  async function* pages() {
    // Fields of such answers are values of cells.
    for await (const rows of pagesBehind(read, LIST_PAGES))
      yield rows.map((row) => of(row) as Record<string, ExportValue>);
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
