import type { Reader, Tx } from "../ports.ts";
import { number, text } from "../rows.ts";
import { nextNumbers } from "./sequence.ts";

const eraseSql = (table: "product_change" | "stock_movement") =>
  `delete from ${table} where tenant_id = :tenant and product_row in (select product.row_id from product
    where product.tenant_id = :tenant and product.id in (select value from json_each(:ids)))`;

/**
 * Erases products, which are in no index any more, with all that belongs to them, and leaves tombstones for readers that
 * follow the changes; each takes a change number. History and movements go first: no foreign key or trigger finds them, and
 * the next product on a row must not find them either.
 */
export async function deleteProducts(tx: Tx, ids: readonly string[], nowMs: number): Promise<void> {
  if (ids.length === 0) return;
  const firstUs = await nextNumbers(tx, ids.length, nowMs);
  const args = { ids: JSON.stringify(ids) };
  await tx.send(
    `insert into product_tombstone (tenant_id, row_id, id, ean, updated_at_us)
      select product.tenant_id, product.row_id, product.id, product.ean, :firstUs + wanted.key
        from json_each(:ids) wanted
        cross join product on product.tenant_id = :tenant and product.id = wanted.value`,
    { ...args, firstUs },
  );
  await tx.send(eraseSql("product_change"), args);
  await tx.send(eraseSql("stock_movement"), args);
  await tx.send("delete from product where tenant_id = :tenant and id in (select value from json_each(:ids))", args);
}

/** How many products there are, soft-deleted ones included, and the row id of the last; 0 without any. */
export const measureCatalog = (db: Reader): Promise<{ products: number; lastRowId: number }> =>
  db.one(
    "select count(*) as products, ifnull(max(row_id), 0) as last_row_id from product where tenant_id = :tenant",
    {},
    (row) => ({ products: number(row, "products"), lastRowId: number(row, "last_row_id") }),
  );

/** The ids of some products up to a row id, soft-deleted ones included. */
export const listIdsUpTo = (db: Reader, lastRowId: number, limit: number): Promise<string[]> =>
  db.all(
    "select id from product where tenant_id = :tenant and row_id <= :lastRowId order by id limit :limit",
    { lastRowId, limit },
    (row) => text(row, "id"),
  );

/** The row of the live product that was made last; 0 without any. */
export async function findLastRow(db: Reader): Promise<number> {
  const last = await db.first(
    `select product.row_id from product where product.tenant_id = :tenant and product.deleted_at_ms is null
      order by product.row_id desc limit 1`,
    {},
    (row) => number(row, "row_id"),
  );
  return last ?? 0;
}
