import type { Reader } from "../../ports.ts";
import { json } from "../../rows.ts";

/** A statement for the ids of categories, and of all below them. */
export const categoriesBelow = (isRoot: string): string => `with recursive tree (id) as (
    select category.id from category where category.tenant_id = :tenant and (${isRoot})
    union select category.id from tree
      cross join category on category.tenant_id = :tenant and category.parent_id = tree.id)
  select id from tree`;

const BELOW = categoriesBelow("category.id in (select value from json_each(:ids))");

/** The ids of these categories, and of all below them. */
export const listCategoriesBelow = (db: Reader, ids: readonly string[]): Promise<string[]> =>
  db.one(
    `select (select json_group_array(id) from (${BELOW})) as ids`,
    { ids: JSON.stringify(ids) },
    // Made by SQLite of ids.
    (row) => json(row, "ids") as string[],
  );
