import type { Tx } from "../ports.ts";

/** Sets the generic stock of products, which counts instead of their suppliers' records. */
export const setGenericStock = (
  tx: Tx,
  rows: readonly { productId: string; quantity: number }[],
  nowMs: number,
): Promise<void> =>
  tx.runMany(
    `insert into product_stock (tenant_id, product_id, quantity, updated_at_ms)
      values (:tenant, :productId, :quantity, :nowMs)
      on conflict do update set quantity = excluded.quantity, updated_at_ms = excluded.updated_at_ms`,
    rows.map((row) => ({ ...row, nowMs })),
  );

const HAS_LINK = `exists (select 1 from product_supplier
  where product_supplier.tenant_id = :tenant and product_supplier.product_id = product.id)`;

/**
 * Brings `stock`, `supplier_count` and the supplier's part of the completeness score up to date for these products,
 * after their stock or suppliers have changed. Leaves the change clock alone.
 */
export async function refreshStock(tx: Tx, productIds: readonly string[]): Promise<void> {
  const ids = JSON.stringify(productIds);
  // The few rows whose score moves go first, because an update of the score rewrites its index.
  await tx.run(
    `update product set completeness_score = completeness_score + iif(supplier_count > 0, -5, 5)
      where tenant_id = :tenant and id in (select value from json_each(:ids))
        and supplier_id is null and (supplier_count > 0) <> ${HAS_LINK}`,
    { ids },
  );
  await tx.run(
    `update product set stock = fresh.stock, supplier_count = fresh.suppliers
      from (
        select changed.value as id, count(link.supplier_id) as suppliers,
            coalesce(
              (select quantity from product_stock
                where product_stock.tenant_id = :tenant and product_stock.product_id = changed.value),
              sum(link.stock), 0) as stock
          from json_each(:ids) changed
          left join product_supplier link on link.tenant_id = :tenant and link.product_id = changed.value
          group by changed.value
      ) fresh
      where product.tenant_id = :tenant and product.id = fresh.id
        and (product.stock, product.supplier_count) <> (fresh.stock, fresh.suppliers)`,
    { ids },
  );
}
