import type { Reader } from "../../../db/ports.ts";
import { pagesBehind, type ReadBehind } from "../../kit/pages-behind.ts";
import { Category, type CategoryRow } from "../../reference/categories/category.ts";
import type { PageSize } from "../tasks/row-page-size.ts";
import { type Column, plainColumn, type Table } from "./table.ts";

const COLUMNS: readonly Column<CategoryRow>[] = [
  plainColumn("id", ({ id }) => id),
  plainColumn("name", ({ name }) => name),
  plainColumn("slug", ({ slug }) => slug),
  plainColumn("parent_id", ({ parent_id }) => parent_id),
  plainColumn("level", ({ level }) => level),
  plainColumn("sort_order", ({ sort_order }) => sort_order),
  plainColumn("path", ({ path }) => path),
];

export const countCategories = (db: Reader): Promise<number> => Category.table.count(db, []);

/** Every category as a table, in the order of their paths: parents before their children. */
export function categoryTable(db: Reader, size: PageSize): Table<CategoryRow> {
  const read: ReadBehind<CategoryRow> = (last, limit) => {
    const after = last && ([last.path_key, last.id] as const);
    return Category.table.list(db, { conditions: [], sort: "path_key", order: "asc", after, offset: 0, limit });
  };
  return { columns: COLUMNS, pages: pagesBehind(read, size) };
}
