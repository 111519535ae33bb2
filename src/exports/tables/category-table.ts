import type { Reader } from "../../../db/ports.ts";
import { Category, type CategoryRow } from "../../reference/categories/category.ts";
import type { PageSize } from "../tasks/row-page-size.ts";
import type { Column, Table } from "./table.ts";

const column = (name: string, read: Column<CategoryRow>["read"]): Column<CategoryRow> => ({
  name,
  kind: "plain",
  read,
});

const COLUMNS: readonly Column<CategoryRow>[] = [
  column("id", ({ id }) => id),
  column("name", ({ name }) => name),
  column("slug", ({ slug }) => slug),
  column("parent_id", ({ parent_id }) => parent_id),
  column("level", ({ level }) => level),
  column("sort_order", ({ sort_order }) => sort_order),
  column("path", ({ path }) => path),
];

export const countCategories = (db: Reader): Promise<number> => Category.table.count(db, []);

async function* categoryPages(db: Reader, size: PageSize) {
  let after: readonly [string, string] | undefined;
  for (;;) {
    const limit = size.rows;
    const range = { conditions: [], sort: "path_key", order: "asc", after, offset: 0, limit } as const;
    const rows = await Category.table.list(db, range);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < limit) return;
    after = [last.path_key, last.id];
  }
}

/** Every category as a table, in the order of their paths: parents before their children. */
export const categoryTable = (db: Reader, size: PageSize): Table<CategoryRow> => ({
  columns: COLUMNS,
  pages: categoryPages(db, size),
});
