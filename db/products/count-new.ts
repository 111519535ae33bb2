import type { Tx } from "../ports.ts";
import type { ProductRow } from "./product-row.ts";
import { readSequence } from "./sequence.ts";

/**
 * Allocates the change numbers of new products, and adds them to those that the tenant has. Returns the first number; the
 * others follow one by one. Triggers count what happens later.
 */
export async function numberNew(tx: Tx, rows: readonly ProductRow[], nowMs: number): Promise<number> {
  const live = rows.filter(({ deletedAtMs }) => deletedAtMs === null).length;
  const firstUs = Math.max((await readSequence(tx)) + 1, nowMs * 1000);
  await tx.send(
    `insert into tenant_clock (tenant_id, last_us, live_products, deleted_products)
        values (:tenant, :lastUs, :live, :deleted)
      on conflict do update set last_us = excluded.last_us,
        live_products = live_products + excluded.live_products, deleted_products = deleted_products + excluded.deleted_products`,
    { lastUs: firstUs + rows.length - 1, live, deleted: rows.length - live },
  );
  return firstUs;
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
