import { type ContentRecord, putContentRecord } from "../../../db/content-variants/content-records.ts";
import { masterReviews } from "../../../db/content-variants/master-reviews.ts";
import { setWaitsSince } from "../../../db/content-variants/unreviewed.ts";
import { mutation } from "../../../db/ports.ts";
import { required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { touchProducts } from "../../products/changes/commit/touch-products.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { masterHash, masterRecord } from "./content-body.ts";
import { contentChange } from "./content-change.ts";
import { type ContentRequest, findContent } from "./find-content.ts";

interface ContentReview extends ContentRequest, Conditional {
  reviewed: boolean;
}

/**
 * Says that somebody has looked at a content variant, or takes that back. Throws PRODUCT_NOT_FOUND, NOT_FOUND,
 * INVALID_PARAMETER and PRECONDITION_FAILED.
 */
export const reviewContent = mutation(
  "content-variants.review",
  async (tx, { reviewed, expected, ...request }: ContentReview, context): Promise<ContentRecord> => {
    const { product, key, isMaster, record } = await findContent(tx, request);
    const before = required(record, "content_variant", request.language);
    requireVersion(expected, before.updatedAtUs);
    // Not a change of the texts: they leave the list of what waits, or come back to it.
    if (!isMaster) await setWaitsSince(tx, before.id, reviewed ? null : context.now());
    if (before.reviewed === reviewed) return before;
    const after = { ...before, reviewed };
    const reviewedHash = reviewed ? masterHash(product) : null;
    const stored = isMaster ? after : await putContentRecord(tx, after, context.now());
    if (isMaster) await masterReviews.put(tx, { productId: product.id, reviewedHash });
    const changes = [contentChange(before, after)];
    await touchProducts(tx, [{ productId: product.id, updatedFields: ["content_variants"], changes }], context);
    return isMaster ? masterRecord(await findLiveProduct(tx, product.id), key.language, reviewedHash) : stored;
  },
);
