import type { Reader, Tx } from "../ports.ts";
import { nextNumbers } from "../products/sequence.ts";
import { number, text } from "../rows.ts";

/** The stock of these variants; unknown variants are absent. */
export const findVariantStock = async (db: Reader, variantIds: readonly string[]) =>
  new Map(
    await db.all(
      `select variant.id, variant.stock from json_each(:ids) wanted
        cross join product_variant variant on variant.tenant_id = :tenant and variant.id = wanted.value`,
      { ids: JSON.stringify(variantIds) },
      (row) => [text(row, "id"), number(row, "stock")] as const,
    ),
  );

/** Sets the stock of variants, each with a new `updated_at`. */
export async function setVariantStock(
  tx: Tx,
  rows: readonly { variantId: string; quantity: number }[],
  nowMs: number,
): Promise<void> {
  if (rows.length === 0) return;
  const firstUs = await nextNumbers(tx, rows.length, nowMs);
  await tx.runMany(
    `update product_variant set stock = :quantity, updated_at_us = :updatedAtUs
      where tenant_id = :tenant and id = :variantId`,
    rows.map(({ variantId, quantity }, index) => ({ variantId, quantity, updatedAtUs: firstUs + index })),
  );
}
