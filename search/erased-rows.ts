import type { Reader } from "../db/ports.ts";
import { number } from "../db/rows.ts";

/** Row ids of products that were erased after one value of the tenant's clock up to another. */
export const listErased = (db: Reader, fromUs: number, toUs: number): Promise<number[]> =>
  db.all(
    `select row_id from product_tombstone
      where tenant_id = :tenant and updated_at_us > :fromUs and updated_at_us <= :toUs`,
    { fromUs, toUs },
    (row) => number(row, "row_id"),
  );

/** A row whose product was erased. */
export interface ErasedRow {
  rowId: number;
  updatedAtUs: number;
}

/**
 * The next rows that were erased after this value of the clock, and that no product has, in that order. A row id may be
 * given to another product, of any tenant.
 */
export const listNextErased = (db: Reader, afterUs: number, limit: number): Promise<ErasedRow[]> =>
  db.all(
    `select row_id, updated_at_us from product_tombstone
      where tenant_id = :tenant and updated_at_us > :afterUs
        and not exists (select 1 from product where product.row_id = product_tombstone.row_id)
      order by updated_at_us limit :limit`,
    { afterUs, limit },
    (row) => ({ rowId: number(row, "row_id"), updatedAtUs: number(row, "updated_at_us") }),
  );
