import type { Reader, Tx } from "../ports.ts";
import { computed, membersOf, selection } from "../selection.ts";
import { FLAG, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

/** What a link of a product to a supplier says, by its columns. */
export const TERMS = {
  supplierReference: TEXT_OR_NULL,
  costPriceCents: NUMBER_OR_NULL,
  currency: TEXT_OR_NULL,
  leadTimeDays: NUMBER_OR_NULL,
  minOrderQuantity: NUMBER_OR_NULL,
  stock: NUMBER_OR_NULL,
};
/** On what terms a supplier sells a product; `null`: unknown, or the supplier's own. The stock is a count. */
export type Terms = ValuesOf<typeof TERMS>;

const MEMBERS = membersOf(TERMS);

/** A link of a product to a supplier, on these terms. What is absent keeps its value; `null` clears it. */
export type SupplierTerms = { productId: string; supplierId: string } & { [T in keyof Terms]?: Terms[T] | undefined };

/** Links products to suppliers, or changes the terms: a statement for each set of terms that rows give. Call `refreshStock` afterwards. */
export async function setSupplierTerms(tx: Tx, rows: readonly SupplierTerms[], nowMs: number): Promise<void> {
  const isGiven = (row: Record<string, unknown>) => MEMBERS.filter(({ member }) => row[member] !== undefined);
  for (const group of Map.groupBy(rows, (row) =>
    isGiven(row)
      .map(({ column }) => column)
      .join(),
  ).values()) {
    const given = group[0] ? isGiven(group[0]) : [];
    const named = given.map(({ column }) => column);
    const columns = ["product_id", "supplier_id", ...named];
    const set = [...named, "updated_at_ms"].map((column) => `${column} = excluded.${column}`);
    await tx.send(
      `insert into product_supplier (tenant_id, ${columns.join(", ")}, updated_at_ms)
        select :tenant, ${columns.map((_, place) => `value ->> ${place}`).join(", ")}, :nowMs
          from json_each(:rows) where true
        on conflict do update set ${set.join(", ")}`,
      {
        rows: JSON.stringify(
          group.map((row: Record<string, unknown>) => [
            row["productId"],
            row["supplierId"],
            ...given.map(({ member }) => row[member] ?? null),
          ]),
        ),
        nowMs,
      },
    );
  }
}

/** Unlinks products from suppliers of which nothing else is known. Call `refreshStock` afterwards. */
export const deleteEmptyTerms = (
  tx: Tx,
  deleted: readonly { productId: string; supplierId: string }[],
): Promise<void> =>
  tx.runMany(
    `delete from product_supplier
      where tenant_id = :tenant and product_id = :productId and supplier_id = :supplierId
        and supplier_reference is null and cost_price_cents is null and stock is null`,
    deleted,
  );

const LINK = {
  productId: TEXT,
  supplierId: TEXT,
  stock: NUMBER_OR_NULL,
  /** Whether it is the product's main supplier. */
  isMain: computed("product.supplier_id is link.supplier_id", FLAG),
};
/** A product and a supplier that sells it. */
export type SupplierLink = ValuesOf<typeof LINK>;
const links = selection("link", LINK);

/** Some products of a supplier, soft-deleted ones included, in no order. */
export const listLinks = (db: Reader, supplierId: string, limit: number): Promise<SupplierLink[]> =>
  db.all(
    `select ${links.selected} from product_supplier link
      cross join product on product.tenant_id = :tenant and product.id = link.product_id
      where link.tenant_id = :tenant and link.supplier_id = :supplierId limit :limit`,
    { supplierId, limit },
    links.read,
  );

/** Unlinks products from suppliers. Call `refreshStock` afterwards. */
export const deleteLinks = (tx: Tx, deleted: readonly { productId: string; supplierId: string }[]): Promise<void> =>
  tx.runMany(
    `delete from product_supplier
      where tenant_id = :tenant and product_id = :productId and supplier_id = :supplierId`,
    deleted,
  );
