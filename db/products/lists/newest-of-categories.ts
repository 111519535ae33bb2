import { categoriesBelow } from "./categories-below.ts";
import { isLive, type ProductFilter } from "./filter.ts";

const BELOW = categoriesBelow("category.id in (select value from json_each(:categoryIds))");

/** Whether a list is of categories with all below them, and of nothing else. */
export const isOfCategories = (filter: ProductFilter): boolean => Object.keys(filter).join() === "categoryIds";

/**
 * The rows of a page of such a list in the order of their making. Of each category an index has the newest, so no more are
 * read than each may have on the page: the others of a large category are not sorted. `from`: what the row ids are to be.
 */
export const newestOfCategories = (order: "asc" | "desc", from: string): string =>
  `select product.row_id as row_id, product.row_id as sort_0 from (${BELOW}) below
    cross join product on +product.tenant_id = :tenant and product.row_id in (
      select product.row_id from product
        where product.tenant_id = :tenant and ${isLive("index-newest")} and product.category_id = below.id ${from}
        order by product.row_id ${order} limit :limit + :offset)
    order by product.row_id ${order}`;
