import { joinList } from "../../text/list-text.ts";

/** What a file can hold. */
export const SHEET_NAMES = ["products", "suppliers", "categories"] as const;

export type SheetName = (typeof SHEET_NAMES)[number];

/** What a file of its own can hold besides. */
export type TableName = SheetName | "imports" | "orders" | "customers";

/** One table of a file. */
export interface NamedTable {
  name: TableName;
  table: Table<unknown>;
}

/** One value of an exported row, as JSON would hold it. */
export type ExportValue = string | number | boolean | null | readonly unknown[] | { readonly [key: string]: unknown };

const listItem = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");

/** A list or object as one text: lists as `joinList` writes them, objects as JSON. */
export const objectText = (value: object): string =>
  Array.isArray(value) ? joinList(value.map(listItem)) : JSON.stringify(value);

export interface Column<Row> {
  name: string;
  /**
   * `money`: whole hundredths, which each format writes with its two decimals; `thousandths`: of currencies with three,
   * which it writes so. `address`: of this service, it may be a
   * path alone. `code`: a text or boolean of ours, without a character that any format would have to escape.
   */
  kind: "plain" | "money" | "thousandths" | "address" | "code";
  read(row: Row): ExportValue;
  /** Set for a column that is empty in most rows: its name in what the table's `sparse` returns for a row. */
  sparseName?: string;
}

export const plainColumn = <Row>(name: string, read: Column<Row>["read"]): Column<Row> => ({
  name,
  kind: "plain",
  read,
});

const DECIMALS: Partial<Record<Column<unknown>["kind"], number>> = { money: 2, thousandths: 3 };

/** An amount by the kind of its column; any other number as it is. */
export function amountIn(kind: Column<unknown>["kind"], value: number): number {
  const decimals = DECIMALS[kind];
  return decimals === undefined ? value : value / 10 ** decimals;
}

/** The same as a text, with all its decimals. */
export function amountText(kind: Column<unknown>["kind"], value: number): string {
  const decimals = DECIMALS[kind];
  return decimals === undefined ? String(value) : (value / 10 ** decimals).toFixed(decimals);
}

/** The contents of an export, for any kind of file: named columns, and rows that are read as they are written. */
export interface Table<Row> {
  columns: readonly Column<Row>[];
  pages: AsyncIterable<readonly Row[]>;
  /** All that a row has in columns with a `sparseName`, so that a format need not ask for the many that are empty. */
  sparse?(row: Row): Readonly<Record<string, unknown>>;
}

/** What a catalog does not have, although the older routes have a parameter for it. */
export type AbsentName = "orders" | "customers";

const NAMES: Record<AbsentName, readonly string[]> = {
  orders: ["id", "order_number", "status", "customer_id", "currency", "total", "created_at"],
  customers: ["id", "name", "email", "phone", "country", "created_at"],
};

async function* noPages(): AsyncGenerator<readonly never[]> {}

/** A table without rows. */
export const absentTable = (name: AbsentName): Table<never> => ({
  columns: NAMES[name].map((each) => plainColumn(each, () => null)),
  pages: noPages(),
});
