import type { Reader, Tx } from "../ports.ts";
import { boolean, numberOrNull, type Row, text } from "../rows.ts";
import { NUMBER_OR_NULL, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

/** What a link of a product to a supplier says, by its columns. */
const TERMS = {
  supplierReference: TEXT_OR_NULL,
  costPriceCents: NUMBER_OR_NULL,
  currency: TEXT_OR_NULL,
  leadTimeDays: NUMBER_OR_NULL,
  minOrderQuantity: NUMBER_OR_NULL,
  stock: NUMBER_OR_NULL,
};
/** On what terms a supplier sells a product; `null`: unknown, or the supplier's own. The stock is a count. */
export type Terms = ValuesOf<typeof TERMS>;

// Declared above.
const TERM_NAMES = Object.keys(TERMS) as (keyof Terms)[];
/** `costPriceCents` is kept in `cost_price_cents`. */
const columnOf = (term: string): string => term.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const TERM_COLUMNS: readonly string[] = TERM_NAMES.map(columnOf);

export const readTerms = (row: Row): Terms => {
  const terms: Record<string, unknown> = {};
  for (const name of TERM_NAMES) terms[name] = TERMS[name].read(row, columnOf(name));
  // Each read as it was declared.
  return terms as Terms;
};

/** A link of a product to a supplier, on these terms. What is absent keeps its value; `null` clears it. */
export type SupplierTerms = { productId: string; supplierId: string } & { [T in keyof Terms]?: Terms[T] | undefined };

/** Links products to suppliers, or changes the terms: a statement for each set of terms that rows give. Call `refreshStock` afterwards. */
export async function setSupplierTerms(tx: Tx, rows: readonly SupplierTerms[], nowMs: number): Promise<void> {
  const givenOf = (row: SupplierTerms) => TERM_NAMES.filter((name) => row[name] !== undefined);
  for (const group of Map.groupBy(rows, (row) => givenOf(row).join()).values()) {
    const given = group[0] ? givenOf(group[0]) : [];
    const columns = ["product_id", "supplier_id", ...given.map(columnOf)];
    const set = [...given.map(columnOf), "updated_at_ms"].map((column) => `${column} = excluded.${column}`);
    await tx.send(
      `insert into product_supplier (tenant_id, ${columns.join(", ")}, updated_at_ms)
        select :tenant, ${columns.map((_, place) => `value ->> ${place}`).join(", ")}, :nowMs
          from json_each(:rows) where true
        on conflict do update set ${set.join(", ")}`,
      {
        rows: JSON.stringify(
          group.map((row) => [row.productId, row.supplierId, ...given.map((name) => row[name] ?? null)]),
        ),
        nowMs,
      },
    );
  }
}

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
