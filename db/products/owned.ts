import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text } from "../rows.ts";

/** What a product can belong to; to the tenant all of them do. */
export type Owner = "brand" | "category" | "supplier" | "tag" | "price_list" | "tenant";

/** A product of an owner, and what the next page of them begins behind. */
export interface OwnedProduct {
  id: string;
  place: string | number;
}

interface Range {
  /** `place` of the last product before; `null`: from the beginning. */
  after: string | number | null;
  limit: number;
}

/** Pages by row, each a range of an index; `is`: whose products. */
const byRow = (is: string) => ({
  sql: `select id, row_id from product
    where tenant_id = :tenant and deleted_at_ms is null ${is} and row_id > :after order by row_id limit :limit`,
  first: 0,
  read: (row: Row): OwnedProduct => ({ id: text(row, "id"), place: number(row, "row_id") }),
});
/** Pages by id of the products that the rows of another table link to; `is`: whose rows, and whose products. */
const byLink = (table: "product_supplier" | "product_tag" | "price_list_entry", is: string, id = "product.id") => ({
  sql: `select ${id} from ${table} link
    cross join product on product.tenant_id = :tenant and product.id = link.product_id
      and product.deleted_at_ms is null
    where link.tenant_id = :tenant and ${is} and link.product_id > :after order by link.product_id limit :limit`,
  first: "",
  read: (row: Row): OwnedProduct => ({ id: text(row, "id"), place: text(row, "id") }),
});
const OWNED: Record<Owner, ReturnType<typeof byRow> | ReturnType<typeof byLink>> = {
  brand: byRow("and brand_id = :ownerId"),
  category: byRow("and category_id = :ownerId"),
  supplier: byLink("product_supplier", "link.supplier_id = :ownerId and product.supplier_id = :ownerId"),
  tag: byLink("product_tag", "link.tag_id = :ownerId"),
  price_list: byLink("price_list_entry", "link.price_list_id = :ownerId", "distinct product.id"),
  tenant: byRow(""),
};

/**
 * Some live products that show a brand, a category, a tag or, as their main one, a supplier, that a price list has entries
 * for, or of all. Each page is a range of an index.
 */
export function listOwned(db: Reader, owner: Owner, ownerId: string, { after, limit }: Range): Promise<OwnedProduct[]> {
  const { sql, first, read } = OWNED[owner];
  return db.all(sql, { ...(owner !== "tenant" && { ownerId }), after: after ?? first, limit }, read);
}

/** Columns by which products name a brand or a category. */
const COLUMNS = { brand: "brand_id", category: "category_id" } as const;

/** Some products of a brand or category, live ones first, soft-deleted ones with `isDeleted`. */
export const listAssigned = (
  db: Reader,
  owner: keyof typeof COLUMNS,
  { ownerId, isDeleted, limit }: { ownerId: string; isDeleted: boolean; limit: number },
): Promise<string[]> =>
  db.all(
    `select id from product where tenant_id = :tenant and ${COLUMNS[owner]} = :ownerId
      and deleted_at_ms is ${isDeleted ? "not null" : "null"} limit :limit`,
    { ownerId, limit },
    (row) => text(row, "id"),
  );

/** Forgets how many products a deleted brand, category, supplier or tag had. */
export const deleteCount = (tx: Tx, ownerId: string): Promise<number> =>
  tx.run("delete from product_count where tenant_id = :tenant and owner_id = :ownerId", { ownerId });
