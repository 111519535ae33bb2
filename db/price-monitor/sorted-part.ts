import { type Args, number, text } from "../rows.ts";
import type { ColumnType } from "../table.ts";

/** What a row of a list is ordered by. */
export const SORTED_BY: ColumnType<string | number> = {
  read: (row, column) => (typeof row[column] === "string" ? text(row, column) : number(row, column)),
  bind: (value) => value,
};

/** Where the part of a list before ended: the value that it is ordered by, and what distinguishes rows of one value. */
export type Place = readonly [value: string | number, ...key: string[]];

/** Which part of a list, in which order. */
export interface SortedPart<Sort extends string> {
  sort: Sort;
  isDescending: boolean;
  after: Place | undefined;
  limit: number;
  offset: number;
}

/** From this share of all products on, a part is read in the order of an index of products until it is full. */
const DENSE = 8;
export const isDense = (found: number, products: number): boolean => found * DENSE >= products;

/** Such a part of a list that is ordered by these columns: what is behind the part before, and the order, with its bounds. */
export function sortedSql(
  columns: readonly string[],
  { isDescending, after, limit, offset }: Omit<SortedPart<string>, "sort">,
): { behind: string; order: string; range: string; args: Args } {
  const [direction, beyond] = isDescending ? ["desc", "<"] : ["asc", ">"];
  const places = columns.map((_, at) => `after${at}`);
  return {
    behind: after ? `and (${columns.join(", ")}) ${beyond} (${places.map((name) => `:${name}`).join(", ")})` : "",
    order: `order by ${columns.map((column) => `${column} ${direction}`).join(", ")}`,
    range: "limit :limit offset :offset",
    args: { limit, offset, ...(after && Object.fromEntries(places.map((name, at) => [name, after[at] ?? ""]))) },
  };
}
