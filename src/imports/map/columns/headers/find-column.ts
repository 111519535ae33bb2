import { nameKey } from "../../../../text/name-key.ts";
import type { ColumnFinder } from "../../values/arithmetic.ts";

/** The form in which names of columns are compared: suppliers change case, accents and blanks from file to file. */
const columnKey = (name: string): string => nameKey(name).replaceAll(/\s+/g, " ").trim();

/** Finds columns by name, and where none is called just so, by the form in which names are compared. */
export function columnFinder(columns: readonly string[]): ColumnFinder {
  const exact = new Map(columns.map((column, index) => [column, index]));
  const alike = new Map(columns.map((column, index) => [columnKey(column), index]));
  return { get: (name) => exact.get(name) ?? alike.get(columnKey(name)) };
}
