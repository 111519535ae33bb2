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

/** Products of each category, as a list of pairs. */
type CategoryCounts = readonly (readonly [categoryId: string, products: number])[];

/** Each product counts in its category and in all above it. */
const TOTALS = `with recursive above (id, parent_id, products) as (
    select category.id, category.parent_id, counted.value ->> 1 from json_each(:counts) counted
      cross join category on category.tenant_id = :tenant and category.id = counted.value ->> 0
    union all select parent.id, parent.parent_id, above.products from above
      cross join category parent on parent.tenant_id = :tenant and parent.id = above.parent_id)
  select json_group_array(json_array(id, products)) as totals
    from (select above.id, sum(above.products) as products from above group by above.id)`;

/**
 * What choosing each category gives: its products and those of all categories below it, from how many each has by itself.
 * Categories above them that have none by themselves are added.
 */
export const withCategoriesBelow = (db: Reader, counts: CategoryCounts): Promise<[id: string, products: number][]> =>
  counts.length === 0
    ? Promise.resolve([])
    : db.one(
        TOTALS,
        { counts: JSON.stringify(counts) },
        // Made by the statement of such pairs.
        (row) => json(row, "totals") as [string, number][],
      );
