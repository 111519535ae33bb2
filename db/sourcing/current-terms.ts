import type { Reader } from "../ports.ts";
import { numberOrNull, text, textOrNull } from "../rows.ts";

/** On what terms a supplier sells a product. */
export interface CurrentTerms {
  productId: string;
  supplierId: string;
  supplierReference: string | null;
  costPriceCents: number | null;
  stock: number | null;
}

/** The terms on which these suppliers sell these products, in no order. */
export const findTerms = (
  db: Reader,
  supplierIds: readonly string[],
  productIds: readonly string[],
): Promise<CurrentTerms[]> =>
  db.all(
    `select link.product_id, link.supplier_id, link.supplier_reference, link.cost_price_cents, link.stock
       from json_each(:productIds) wanted
      cross join product_supplier link on link.tenant_id = :tenant and link.product_id = wanted.value
        and link.supplier_id in (select value from json_each(:supplierIds))`,
    { supplierIds: JSON.stringify(supplierIds), productIds: JSON.stringify(productIds) },
    (row) => ({
      productId: text(row, "product_id"),
      supplierId: text(row, "supplier_id"),
      supplierReference: textOrNull(row, "supplier_reference"),
      costPriceCents: numberOrNull(row, "cost_price_cents"),
      stock: numberOrNull(row, "stock"),
    }),
  );

/** Which products suppliers sell under references of their own, in no order. */
export const findSupplied = (
  db: Reader,
  references: readonly { supplierId: string; supplierReference: string }[],
): Promise<{ productId: string; supplierId: string; supplierReference: string }[]> =>
  db.all(
    `select link.product_id, link.supplier_id, link.supplier_reference from json_each(:references) wanted
      cross join product_supplier link on link.tenant_id = :tenant and link.supplier_id = wanted.value ->> 0
        and link.supplier_reference = wanted.value ->> 1`,
    {
      references: JSON.stringify(
        references.map(({ supplierId, supplierReference }) => [supplierId, supplierReference]),
      ),
    },
    (row) => ({
      productId: text(row, "product_id"),
      supplierId: text(row, "supplier_id"),
      supplierReference: text(row, "supplier_reference"),
    }),
  );
