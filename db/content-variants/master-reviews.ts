import type { Reader, Tx } from "../ports.ts";
import { textOrNull } from "../rows.ts";

/** What is known of a product's own texts as a content variant. */
export interface MasterReview {
  /** Of the texts that were reviewed; `null`: none were. */
  reviewedHash: string | null;
}

/** `undefined`: they were never written or reviewed as a content variant. */
export const findMasterReview = (db: Reader, productId: string): Promise<MasterReview | undefined> =>
  db.first(
    "select reviewed_hash from master_review where tenant_id = :tenant and product_id = :productId",
    { productId },
    (row) => ({ reviewedHash: textOrNull(row, "reviewed_hash") }),
  );

export const putMasterReview = (tx: Tx, productId: string, { reviewedHash }: MasterReview): Promise<number> =>
  tx.run(
    `insert into master_review (tenant_id, product_id, reviewed_hash) values (:tenant, :productId, :reviewedHash)
      on conflict (tenant_id, product_id) do update set reviewed_hash = excluded.reviewed_hash`,
    { productId, reviewedHash },
  );
