import type { Reader } from "../../ports.ts";
import { number } from "../../rows.ts";
import { boundColumn, filterSql, isLive, type ProductFilter, plusFor } from "./filter.ts";
import { INDEXED_BY } from "./filter-conditions.ts";
import { storedFilterOf, sumStoredCounts } from "./stored-counts.ts";

const DELETED = "product.deleted_at_ms is not null";

const ALL = `select ifnull((select live_products + iif(:includeDeleted, deleted_products, 0) from tenant_clock
  where tenant_id = :tenant), 0) as products`;

/** How many products there are; that is always known. */
export const countAllProducts = (db: Reader, { includeDeleted = false }: ProductFilter = {}): Promise<number> =>
  db.one(ALL, { includeDeleted: includeDeleted ? 1 : 0 }, (row) => number(row, "products"));

/** Whether a filter lets all products through, or all live ones. */
const isOfAll = (filter: ProductFilter): boolean =>
  Object.entries(filter).every(([key, value]) => key === "includeDeleted" || value === undefined);

/** How many products a filter lets through. Reads every one of them, unless their counts are stored: cache it. */
export function countProducts(db: Reader, filter: ProductFilter): Promise<number> {
  if (isOfAll(filter)) return countAllProducts(db, filter);
  const stored = storedFilterOf(filter);
  if (stored !== undefined) return sumStoredCounts(db, filter, stored);
  const by = boundColumn(filter);
  const { where, args, reach } = filterSql({ ...filter, includeDeleted: true }, by);
  const hint = (index: string) => (reach === "any" ? `indexed by ${index}` : "");
  const live = by ? INDEXED_BY[by] : "product_newest";
  const deleted = `+ (select count(*) from product ${hint("product_deleted")}
    where ${plusFor(reach)}product.tenant_id = :tenant and ${DELETED} and ${where})`;
  return db.one(
    `select (select count(*) from product ${hint(live)}
        where ${plusFor(reach)}product.tenant_id = :tenant and ${isLive(reach)} and ${where})
      ${filter.includeDeleted ? deleted : ""} as products`,
    args,
    (row) => number(row, "products"),
  );
}

/** Whether the tenant has any product, soft-deleted ones included. */
export const hasProducts = async (db: Reader): Promise<boolean> =>
  (await db.first("select 1 from product where tenant_id = :tenant limit 1", {}, () => true)) ?? false;
