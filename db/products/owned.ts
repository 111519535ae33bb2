import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text } from "../rows.ts";

/** What a product can belong to; to the tenant all of them do. */
export type Owner = "brand" | "category" | "supplier" | "tag" | "price_list" | "tenant";

/** A product of an owner, and what the next page of them begins behind. */
export interface OwnedProduct {
  id: string;
  place: string | number;
}

const readByRow = (row: Row): OwnedProduct => ({ id: text(row, "id"), place: number(row, "row_id") });
const readById = (row: Row): OwnedProduct => ({ id: text(row, "id"), place: text(row, "id") });

interface Range {
  /** `place` of the last product before; `null`: from the beginning. */
  after: string | number | null;
  limit: number;
}

/**
 * Some live products that show a brand, a category, a tag or, as their main one, a supplier, that a price list has entries
 * for, or of all. Each page is a range of an index.
 */
export function listOwned(db: Reader, owner: Owner, ownerId: string, { after, limit }: Range): Promise<OwnedProduct[]> {
  switch (owner) {
    case "brand":
      return db.all(
        `select id, row_id from product
          where tenant_id = :tenant and deleted_at_ms is null and brand_id = :ownerId and row_id > :after
          order by row_id limit :limit`,
        { ownerId, after: after ?? 0, limit },
        readByRow,
      );
    case "category":
      return db.all(
        `select id, row_id from product
          where tenant_id = :tenant and deleted_at_ms is null and category_id = :ownerId and row_id > :after
          order by row_id limit :limit`,
        { ownerId, after: after ?? 0, limit },
        readByRow,
      );
    case "supplier":
      return db.all(
        `select product.id from product_supplier link
          cross join product on product.tenant_id = :tenant and product.id = link.product_id
            and product.supplier_id = :ownerId and product.deleted_at_ms is null
          where link.tenant_id = :tenant and link.supplier_id = :ownerId and link.product_id > :after
          order by link.product_id limit :limit`,
        { ownerId, after: after ?? "", limit },
        readById,
      );
    case "tag":
      return db.all(
        `select product.id from product_tag link
          cross join product on product.tenant_id = :tenant and product.id = link.product_id
            and product.deleted_at_ms is null
          where link.tenant_id = :tenant and link.tag_id = :ownerId and link.product_id > :after
          order by link.product_id limit :limit`,
        { ownerId, after: after ?? "", limit },
        readById,
      );
    case "price_list":
      return db.all(
        `select distinct product.id from price_list_entry entry
          cross join product on product.tenant_id = :tenant and product.id = entry.product_id
            and product.deleted_at_ms is null
          where entry.tenant_id = :tenant and entry.price_list_id = :ownerId and entry.product_id > :after
          order by entry.product_id limit :limit`,
        { ownerId, after: after ?? "", limit },
        readById,
      );
    case "tenant":
      return db.all(
        `select id, row_id from product
          where tenant_id = :tenant and deleted_at_ms is null and row_id > :after order by row_id limit :limit`,
        { after: after ?? 0, limit },
        readByRow,
      );
  }
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
