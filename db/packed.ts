import { type Row, rowMakerOf, text } from "./rows.ts";

/**
 * The exact value of a column of reals in JSON. SQLite would round it to 15 digits, which is enough for what has at most
 * three decimals; only the rest is printed with all its digits, which is dear.
 */
const exactReal = (column: string) =>
  `case when ${column} is null then null
    when ${column} between 0 and 1e9 and cast(${column} * 1000 + 0.5 as integer) / 1000.0 = ${column} then ${column}
    else json(printf('%!.17g', ${column})) end`;

/** The fields of a record, and the column that each is read from. */
export type Columns<T> = Readonly<Record<keyof T & string, string>>;

/**
 * The columns of a record as one value, a JSON array: each value that crosses from SQLite to JavaScript by itself costs
 * about a microsecond, which is most of reading a wide row. `reals`: the fields that hold reals.
 */
export function packedSql(columns: Readonly<Record<string, string>>, reals: readonly string[] = []): string {
  const values = Object.entries(columns).map(([field, column]) => (reals.includes(field) ? exactReal(column) : column));
  return `json_array(${values.join(", ")})`;
}

/** Texts of JSON as one JSON array. */
export const jsonArraySql = (texts: readonly string[]): string => `'[' || ${texts.join(" || ',' || ")} || ']'`;

/** Reads the records that `packedSql` made of the same columns. The columns of a strict table hold what they say. */
export const unpackerOf = <T>(columns: Columns<T>): ((values: readonly unknown[]) => T) =>
  // Its fields are those of `columns`.
  rowMakerOf(Object.keys(columns)) as (values: readonly unknown[]) => T;

/** The one record in a column that `packedSql` made. */
export const packedIn = (row: Row, column: string): unknown[] => JSON.parse(text(row, column)) as unknown[];

/** The records in a `json_group_array` of `packedSql`. */
export const allPackedIn = (row: Row, column: string): unknown[][] => JSON.parse(text(row, column)) as unknown[][];
