import type { Tx } from "../ports.ts";
import type { ProductRow } from "./product-row.ts";

/** Adds new products to those that the tenant has. Triggers count what happens later. */
export function countNew(tx: Tx, rows: readonly ProductRow[]): Promise<void> {
  const live = rows.filter(({ deletedAtMs }) => deletedAtMs === null).length;
  return tx.send(
    `insert into tenant_clock (tenant_id, last_us, live_products, deleted_products) values (:tenant, 0, :live, :deleted)
      on conflict do update set live_products = live_products + excluded.live_products,
        deleted_products = deleted_products + excluded.deleted_products`,
    { live, deleted: rows.length - live },
  );
}

/** Adds new products to those that their brands, categories and statuses have. Triggers count what happens later. */
export async function countOfOwners(tx: Tx, rows: readonly ProductRow[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { brandId, categoryId, status, deletedAtMs } of rows) {
    if (deletedAtMs !== null) continue;
    for (const id of [brandId, categoryId, `status ${status}`])
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  await tx.send(
    `insert into product_count (tenant_id, owner_id, products)
      select :tenant, counted.key, counted.value from json_each(:counts) counted where true
      on conflict do update set products = products + excluded.products`,
    { counts: JSON.stringify(Object.fromEntries(counts)) },
  );
}
