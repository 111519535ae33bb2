import { initially, keyedTable } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";
import { TEXT, TEXT_OR_NULL } from "../table.ts";

/** The products that batches are through with. */
export const items = keyedTable(
  "enrichment_batch_item",
  { batchId: TEXT, productId: TEXT, error: initially(TEXT_OR_NULL, null) },
  ["batchId", "productId"],
);

/** Those of some products that a batch is through with. */
export const listItems = async (db: Reader, batchId: string, productId: readonly string[]): Promise<string[]> =>
  (await items.list(db, { where: { batchId, productId } })).map((item) => item.productId);

/** The first products of a batch for which not all was made, and why. */
export const listItemErrors = (
  db: Reader,
  batchId: string,
  limit: number,
): Promise<{ product_id: string; error: string }[]> =>
  db.all(
    `select product_id, error from enrichment_batch_item indexed by enrichment_batch_item_error
      where tenant_id = :tenant and batch_id = :batchId and error is not null order by product_id limit :limit`,
    { batchId, limit },
    (row) => ({ product_id: text(row, "product_id"), error: text(row, "error") }),
  );
