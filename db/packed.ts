import { type Row, rowMakerOf, text } from "./rows.ts";

/** The fields of a record, and the column that each is read from. */
export type Columns<T> = Readonly<Record<keyof T & string, string>>;

/**
 * The columns of a record as one value, a JSON array: each value that crosses from SQLite to JavaScript by itself costs
 * about a microsecond, which is most of reading a wide row. Not for reals: SQLite would round them to 15 digits.
 */
export const packedSql = (columns: Readonly<Record<string, string>>): string =>
  `json_array(${Object.values(columns).join(", ")})`;

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
