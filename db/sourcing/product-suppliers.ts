import type { Reader, Tx } from "../ports.ts";
import { boolean, numberOrNull, type Row, text } from "../rows.ts";

/** What a supplier asks for a product. What is absent keeps its value. */
export interface SupplierTerms {
  productId: string;
  supplierId: string;
  /** The supplier's own code of the product. */
  supplierReference?: string | undefined;
  costPriceCents?: number | undefined;
  stock?: number | undefined;
}

/** Links products to suppliers, or changes the terms. Call `refreshStock` afterwards. */
export const setSupplierTerms = (tx: Tx, rows: readonly SupplierTerms[], nowMs: number): Promise<void> =>
  tx.send(
    `insert into product_supplier (tenant_id, product_id, supplier_id, supplier_reference, cost_price_cents, stock,
        updated_at_ms)
      select :tenant, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, :nowMs
        from json_each(:rows) where true
      on conflict do update set
        supplier_reference = coalesce(excluded.supplier_reference, supplier_reference),
        cost_price_cents = coalesce(excluded.cost_price_cents, cost_price_cents),
        stock = coalesce(excluded.stock, stock),
        updated_at_ms = excluded.updated_at_ms`,
    {
      rows: JSON.stringify(
        rows.map(({ productId, supplierId, supplierReference, costPriceCents, stock }) => [
          productId,
          supplierId,
          supplierReference ?? null,
          costPriceCents ?? null,
          stock ?? null,
        ]),
      ),
      nowMs,
    },
  );

/** Unlinks products from suppliers of which nothing else is known. Call `refreshStock` afterwards. */
export const deleteEmptyTerms = (tx: Tx, links: readonly { productId: string; supplierId: string }[]): Promise<void> =>
  tx.runMany(
    `delete from product_supplier
      where tenant_id = :tenant and product_id = :productId and supplier_id = :supplierId
        and supplier_reference is null and cost_price_cents is null and stock is null`,
    links,
  );

/** A product and a supplier that sells it. */
export interface SupplierLink {
  productId: string;
  supplierId: string;
  stock: number | null;
  /** Whether it is the product's main supplier. */
  isMain: boolean;
}

const readLink = (row: Row): SupplierLink => ({
  productId: text(row, "product_id"),
  supplierId: text(row, "supplier_id"),
  stock: numberOrNull(row, "stock"),
  isMain: boolean(row, "is_main"),
});

/** Some products of a supplier, soft-deleted ones included, in no order. */
export const listLinks = (db: Reader, supplierId: string, limit: number): Promise<SupplierLink[]> =>
  db.all(
    `select link.product_id, link.supplier_id, link.stock, product.supplier_id is link.supplier_id as is_main
      from product_supplier link
      cross join product on product.tenant_id = :tenant and product.id = link.product_id
      where link.tenant_id = :tenant and link.supplier_id = :supplierId limit :limit`,
    { supplierId, limit },
    readLink,
  );

/** Unlinks products from suppliers. Call `refreshStock` afterwards. */
export const deleteLinks = (tx: Tx, links: readonly { productId: string; supplierId: string }[]): Promise<void> =>
  tx.runMany(
    `delete from product_supplier
      where tenant_id = :tenant and product_id = :productId and supplier_id = :supplierId`,
    links,
  );
