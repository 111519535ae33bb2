import type { Reader } from "../../../db/ports.ts";
import type { PageSize } from "../page-size.ts";
import { type ProductExport, productPages } from "../product-table.ts";
import type { ProfileRow } from "../profiles/profile-row.ts";
import { profileTable } from "../profiles/profile-table.ts";
import { valueText } from "../profiles/template.ts";
import type { Column, ExportValue } from "../table.ts";
import type { FeedValues } from "./feed-type.ts";
import type { PlannedFeed } from "./plan-feed.ts";
import { type FeedProblem, problemsOf } from "./rules.ts";
import { FEED_TYPES } from "./types.ts";

/** Where and when items are made. */
export interface FeedPlace {
  db: Reader;
  /** The address of this service. */
  origin: string;
  nowMs: number;
  size: PageSize;
}

/** An item of a feed, with what a marketplace would say of it. */
export interface FeedItem {
  row: ProfileRow;
  values: FeedValues;
  problems: FeedProblem[];
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

/** The names of the columns of a feed, and its items page by page. */
export function openItems(
  { feedType, wanted }: PlannedFeed,
  { db, origin, nowMs, size }: FeedPlace,
  part: Partial<Pick<ProductExport, "limit">> & { afterRowId?: number } = {},
): { names: string[]; pages: AsyncIterable<FeedItem[]> } {
  if (!wanted.profile) throw new TypeError("A feed has a profile");
  const { afterRowId, ...limited } = part;
  const selection = { ...wanted, ...limited };
  const { columns, pages } = profileTable(db, wanted.profile, {
    origin,
    nowMs,
    also: ["reference", "title"],
    size,
    open: (members, languages, fitting) => productPages(db, { ...selection, languages }, members, fitting, afterRowId),
  });
  const { rules } = FEED_TYPES[feedType];
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
