import type { ProductFilter } from "../products/lists/filter.ts";
import { filterSql } from "../products/lists/filter.ts";
import type { Args } from "../rows.ts";

/** A condition that rows are of the products of a filter, beginning with `and`; nothing for a filter of all. */
export function amongProducts(column: string, filter: ProductFilter): { sql: string; args: Args } {
  if (Object.keys(filter).length === 0) return { sql: "", args: {} };
  const { where, args } = filterSql({ ...filter, includeDeleted: false });
  return {
    sql: `and ${column} in (select product.id from product
      cross join product_state state on state.tenant_id = :tenant and state.row_id = product.row_id
      where product.tenant_id = :tenant and ${where})`,
    args,
  };
}
