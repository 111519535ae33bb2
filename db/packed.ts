import { type Row, text } from "./rows.ts";

/**
 * The exact value of a column of reals in JSON: SQLite would round it to 15 digits.
 */
const exactReal = (column: string) => `iif(${column} is null, null, json(printf('%!.17g', ${column})))`;

/**
 * Columns by name as one column of JSON, `packed`: each value that crosses from SQLite to JavaScript by itself costs
 * about half a microsecond, which is most of reading a wide row. `reals`: names of columns that hold reals.
 */
export function packedSql(columns: Record<string, string>, reals: readonly string[] = []): string {
  const members = Object.entries(columns).map(
    ([name, column]) => `'${name}', ${reals.includes(name) ? exactReal(column) : column}`,
  );
  return `json_object(${members.join(", ")})`;
}

/** The row with the columns that `packedSql` made one of, under the name `packed`. */
export const unpackRow = (row: Row): Row =>
  // Made by `json_object`.
  Object.assign(JSON.parse(text(row, "packed")) as Row, row);

/** The rows that a `json_group_array` of `packedSql`, under the name `packed`, holds. */
export const unpackRows = (row: Row): Row[] => JSON.parse(text(row, "packed")) as Row[]; // as above
