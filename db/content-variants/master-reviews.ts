import { keyedTable } from "../keyed-table.ts";
import { TEXT, TEXT_OR_NULL } from "../table.ts";

const MASTER_REVIEW = {
  productId: TEXT,
  /** Of the texts that were reviewed; `null`: none were. */
  reviewedHash: TEXT_OR_NULL,
};
/** What is known of products' own texts as content variants; of those that were never written or reviewed as one, nothing. */
export const masterReviews = keyedTable("master_review", MASTER_REVIEW, ["productId"]);
