/** One value of an exported row, as JSON would hold it. */
export type ExportValue = string | number | boolean | null | readonly unknown[] | { readonly [key: string]: unknown };

export interface Column<Row> {
  name: string;
  /**
   * `money`: whole hundredths, which each format writes with its two decimals. `address`: of this service, it may be a
   * path alone.
   */
  kind: "plain" | "money" | "address";
  read(row: Row): ExportValue;
}

/** What an export consists of, whatever file it becomes: named columns, and rows that are read as they are written. */
export interface Table<Row> {
  columns: readonly Column<Row>[];
  pages: AsyncIterable<readonly Row[]>;
}
