import { keyedTable } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { jsonColumn, NUMBER, TEXT, type ValuesOf } from "../table.ts";

const COLUMNS = {
  userId: TEXT,
  nameKey: TEXT,
  name: TEXT,
  /** Parameters of the list of products, and their values. */
  query: jsonColumn<Record<string, string>>(),
  /** Names of product fields, in order. */
  columns: jsonColumn<string[]>(),
  updatedAtMs: NUMBER,
};
export const savedViews = keyedTable("saved_view", COLUMNS, ["userId", "nameKey"]);

/** A list of products that a user has named. */
export type SavedView = ValuesOf<typeof COLUMNS>;

/** Those of a user, by name. */
export const listSavedViews = (
  db: Reader,
  { userId, after, ...range }: { userId: string; after: string | undefined; limit: number; offset: number },
): Promise<SavedView[]> =>
  savedViews.list(db, { where: { userId }, by: "nameKey", order: "asc", after: [after ?? "", ""], ...range });
