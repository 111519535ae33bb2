import { valueText } from "../profiles/column-template.ts";
import type { ProfileRow } from "../profiles/profile-row.ts";
import type { Column, ExportValue, Table } from "../tables/table.ts";
import type { FeedValues } from "./rules.ts";
import { type FeedProblem, problemsOf, type Rule } from "./rules.ts";

/** An item of a feed, with what a marketplace would say of it. */
export interface FeedItem {
  row: ProfileRow;
  values: FeedValues;
  problems: FeedProblem[];
}

/** The names of the columns of a feed, and its items page by page. */
export interface FeedItems {
  names: readonly string[];
  pages: AsyncIterable<readonly FeedItem[]>;
}

const textOf = (value: ExportValue, kind: Column<unknown>["kind"]): string | readonly string[] =>
  Array.isArray(value)
    ? value.map((each) => valueText(each as ExportValue)).filter((text) => text !== "")
    : valueText(value, kind).trim();

const valuesOf = (columns: readonly Column<ProfileRow>[], row: ProfileRow): FeedValues =>
  Object.fromEntries(
    columns.flatMap(({ name, kind, read }) => {
      const text = textOf(read(row), kind);
      return text.length === 0 ? [] : [[name, text] as const];
    }),
  );

/** The rows of a profile as items, looked at by the rules of a feed. */
export function itemsOf({ columns, pages }: Table<ProfileRow>, rules: readonly Rule[]): FeedItems {
  async function* items(): AsyncGenerator<FeedItem[], void> {
    for await (const page of pages) {
      yield page.map((row) => {
        const values = valuesOf(columns, row);
        return { row, values, problems: problemsOf(values, rules) };
      });
    }
  }
  return { names: columns.map(({ name }) => name), pages: items() };
}

export const isRefused = ({ problems }: FeedItem): boolean => problems.some(({ severity }) => severity === "error");
