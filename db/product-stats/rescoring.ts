import type { Reader, Tx } from "../ports.ts";
import { productFields } from "../products/product-row.ts";
import { stateOf } from "../products/product-state.ts";
import { number } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT_OR_NULL } from "../table.ts";

/** A text says something within its first characters, or is looked at whole. */
const TEXT_MAX = 400;
const SCORED = selection("product", {
  rowId: NUMBER,
  ...productFields(
    ...(["id", "title", "ean", "brandId", "categoryId", "supplierId", "priceCents", "weight", "imageUrl"] as const),
    "completenessScore",
  ),
  shortDescription: computed(`substr(product.short_description, 1, ${TEXT_MAX})`, TEXT_OR_NULL),
  description: computed(`substr(product.description, 1, ${TEXT_MAX})`, TEXT_OR_NULL),
  supplierCount: computed(stateOf("supplier_count"), NUMBER),
});
/** What the completeness of a product depends on; long texts are cut. */
export type Scored = SelectedBy<typeof SCORED>;

/** Live products in the order of their making, after a row id. */
export const listScored = (db: Reader, afterRowId: number, limit: number): Promise<Scored[]> =>
  db.all(
    `select ${SCORED.selected}
      from product indexed by product_newest
      where tenant_id = :tenant and deleted_at_ms is null and row_id > :afterRowId order by row_id limit :limit`,
    { afterRowId, limit },
    SCORED.read,
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
