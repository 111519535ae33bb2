import type { Reader } from "../ports.ts";
import { number, numberOrNull, text, textOrNull } from "../rows.ts";

/** The terms on which a supplier sells these products; products without are absent. */
export const findTerms = async (db: Reader, supplierId: string, productIds: readonly string[]) =>
  new Map(
    await db.all(
      `select link.product_id, link.supplier_reference, link.cost_price_cents, link.stock from json_each(:ids) wanted
        cross join product_supplier link on link.tenant_id = :tenant and link.product_id = wanted.value
          and link.supplier_id = :supplierId`,
      { supplierId, ids: JSON.stringify(productIds) },
      (row) =>
        [
          text(row, "product_id"),
          {
            supplierReference: textOrNull(row, "supplier_reference"),
            costPriceCents: numberOrNull(row, "cost_price_cents"),
            stock: numberOrNull(row, "stock"),
          },
        ] as const,
    ),
  );

/** The generic stock of these products; products without are absent. */
export const findGenericStock = async (db: Reader, productIds: readonly string[]) =>
  new Map(
    await db.all(
      `select stock.product_id, stock.quantity from json_each(:ids) wanted
        cross join product_stock stock on stock.tenant_id = :tenant and stock.product_id = wanted.value`,
      { ids: JSON.stringify(productIds) },
      (row) => [text(row, "product_id"), number(row, "quantity")] as const,
    ),
  );
