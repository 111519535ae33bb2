import { listContentRecords } from "../../../db/content-variants/content-records.ts";
import { findMasterReview } from "../../../db/content-variants/master-reviews.ts";
import type { Reader } from "../../../db/ports.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { masterContent } from "../../products/views/resolve-content.ts";
import { findLanguages } from "../../settings/languages.ts";
import { contentBody, masterRecord, textsBody } from "./content-body.ts";

/**
 * All texts of a product by language and target, and the product's own as `pivot`. These are among the variants too once
 * they were written or reviewed as one. Throws PRODUCT_NOT_FOUND.
 */
export async function listContent(db: Reader, productId: string) {
  const product = await findLiveProduct(db, productId);
  const [{ pivot }, records, review] = await Promise.all([
    findLanguages(db),
    listContentRecords(db, product.id),
    findMasterReview(db, product.id),
  ]);
  const before = records.filter(({ language }) => language < pivot);
  const master = review ? [masterRecord(product, pivot, review.reviewedHash)] : [];
  const variants = [...before, ...master, ...records.slice(before.length)];
  return {
    product_id: product.id,
    pivot_language: pivot,
    pivot: { language: pivot, ...textsBody(masterContent(product)) },
    variants: variants.map(contentBody),
    total: variants.length,
  };
}
