import type { Tx } from "../ports.ts";

/** Hides a product, or shows it again with `null`. */
export const markDeleted = (
  tx: Tx,
  { id, deletedAtMs, updatedAtUs }: { id: string; deletedAtMs: number | null; updatedAtUs: number },
): Promise<number> =>
  tx.run(
    `update product set deleted_at_ms = :deletedAtMs, updated_at_us = :updatedAtUs
      where tenant_id = :tenant and id = :id`,
    { id, deletedAtMs, updatedAtUs },
  );

/** Erases a product, which is in no index any more, with all that belongs to it, and leaves a tombstone for whoever follows the changes. */
export async function deleteProduct(tx: Tx, { id, updatedAtUs }: { id: string; updatedAtUs: number }): Promise<void> {
  await tx.run(
    `insert into product_tombstone (tenant_id, row_id, id, ean, updated_at_us)
      select product.tenant_id, product.row_id, product.id, product.ean, :updatedAtUs from product
        where product.tenant_id = :tenant and product.id = :id`,
    { id, updatedAtUs },
  );
  await tx.run("delete from product where tenant_id = :tenant and id = :id", { id });
}
