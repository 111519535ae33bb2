import type { Tx } from "../ports.ts";

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
export const setSupplierTerms = (tx: Tx, rows: readonly SupplierTerms[], nowMs: number): Promise<number> =>
  tx.run(
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
