import type { Reader } from "../ports.ts";
import { number } from "../rows.ts";
import { filterSql, type ProductFilter } from "./filter.ts";

/** Which of these rows are live products of the tenant that a filter lets through. */
export function filterRows(db: Reader, filter: ProductFilter, rowIds: readonly number[]): Promise<number[]> {
  const { where, args } = filterSql({ ...filter, includeDeleted: true });
  return db.all(
    `select product.row_id from json_each(:rowIds) wanted
      cross join product on product.row_id = wanted.value
      where +product.tenant_id = :tenant and +product.deleted_at_ms is null and ${where}`,
    { ...args, rowIds: JSON.stringify(rowIds) },
    (row) => number(row, "row_id"),
  );
}
