import type { Reader, Tx } from "../ports.ts";
import { stateOf } from "../products/product-state.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

/** What the completeness of a product depends on; long texts are cut. */
export interface Scored {
  rowId: number;
  id: string;
  title: string;
  shortDescription: string | null;
  description: string | null;
  ean: string | null;
  brandId: string | null;
  categoryId: string | null;
  supplierId: string | null;
  supplierCount: number;
  priceCents: number | null;
  weight: number | null;
  imageUrl: string | null;
  completenessScore: number;
}

/** A text says something within its first characters, or is looked at whole. */
const TEXT_MAX = 400;

const readScored = (row: Row): Scored => ({
  rowId: number(row, "row_id"),
  id: text(row, "id"),
  title: text(row, "title"),
  shortDescription: textOrNull(row, "short_description"),
  description: textOrNull(row, "description"),
  ean: textOrNull(row, "ean"),
  brandId: textOrNull(row, "brand_id"),
  categoryId: textOrNull(row, "category_id"),
  supplierId: textOrNull(row, "supplier_id"),
  supplierCount: number(row, "supplier_count"),
  // Prices and weights are numbers or null.
  priceCents: row["price_cents"] as number | null,
  weight: row["weight"] as number | null,
  imageUrl: textOrNull(row, "image_url"),
  completenessScore: number(row, "completeness_score"),
});

/** Live products in the order of their making, after a row id. */
export const listScored = (db: Reader, afterRowId: number, limit: number): Promise<Scored[]> =>
  db.all(
    `select row_id, id, title, substr(short_description, 1, ${TEXT_MAX}) as short_description,
        substr(description, 1, ${TEXT_MAX}) as description, ean, brand_id, category_id, supplier_id,
        ${stateOf("supplier_count")} as supplier_count, price_cents, weight, image_url, completeness_score
      from product indexed by product_newest
      where tenant_id = :tenant and deleted_at_ms is null and row_id > :afterRowId order by row_id limit :limit`,
    { afterRowId, limit },
    readScored,
  );

/** Stores scores and nothing else: neither the products' versions nor the change clock move. */
export const updateScores = (tx: Tx, scores: readonly { id: string; score: number }[]): Promise<void> =>
  tx.runMany("update product set completeness_score = :score where tenant_id = :tenant and id = :id", scores);

/** The mean score of the live products; 0 without any. */
export const averageScore = (db: Reader): Promise<number> =>
  db.one(
    `select ifnull(avg(completeness_score), 0) as average from product indexed by product_by_score
      where tenant_id = :tenant and deleted_at_ms is null`,
    {},
    (row) => number(row, "average"),
  );
