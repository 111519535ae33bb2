import { type ContentRecord, putContentRecord } from "../../../db/content-variants/content-records.ts";
import { masterReviews } from "../../../db/content-variants/master-reviews.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { touchProducts } from "../../products/changes/commit/touch-products.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { storeUpdate } from "../../products/changes/update-product.ts";
import type { Texts } from "../../products/views/resolve-content.ts";
import { masterRecord } from "./content-body.ts";
import { contentChange } from "./content-change.ts";
import { type ContentRequest, type FoundContent, findContent } from "./find-content.ts";

interface ContentWrite extends ContentRequest, Conditional {
  /** By API name, cleaned: null and "" clear, an absent field stays. */
  fields: Texts;
}

/** The texts with the changes. */
function merge(texts: Texts, changes: Texts): Texts {
  const merged = { ...texts };
  for (const [field, value] of Object.entries(changes)) {
    if (value === null || value === "") delete merged[field];
    else if (value !== undefined) merged[field] = value;
  }
  return merged;
}

/** What is there is held against what the caller has read. A new one has no version. */
function requireExpected(expected: string[] | null, record: ContentRecord | undefined): void {
  requireVersion(expected, record?.updatedAtUs ?? "none");
}

/**
 * Writes texts of a product for a language and target, which then count as not reviewed. The unscoped pivot language is
 * the product itself. Throws PRODUCT_NOT_FOUND, NOT_FOUND, INVALID_PARAMETER, PRECONDITION_FAILED, and VALIDATION_FAILED
 * for taking the product's title away.
 */
export const putContent = mutation(
  "content-variants.put",
  async (tx, { fields, expected, ...request }: ContentWrite, context): Promise<ContentRecord> => {
    const found = await findContent(tx, request);
    requireExpected(expected, found.record);
    if (found.isMaster) return putMaster(tx, found, fields, context);
    const { record: before, key } = found;
    const content = merge(before?.content ?? {}, fields);
    const isSame = JSON.stringify(content) === JSON.stringify(before?.content);
    if (before && isSame && !before.reviewed) return before;
    const record: ContentRecord = {
      ...key,
      id: before?.id ?? context.newId(),
      content,
      reviewed: false,
      createdAtMs: before?.createdAtMs ?? context.now(),
      updatedAtUs: 0,
    };
    const stored = await putContentRecord(tx, record, context.now());
    const changes = [contentChange(before, record)];
    const { productId } = key;
    await touchProducts(tx, [{ productId, updatedFields: ["content_variants"], changes }], context);
    return stored;
  },
);

/** Writes the product's own texts, as an update of the product would. */
async function putMaster(
  tx: Tx,
  { product, key: { language }, record }: FoundContent,
  fields: Texts,
  context: MutationContext,
): Promise<ContentRecord> {
  const title = fields["title"];
  if (title === null || title === "") {
    throw invalidBody([{ field: "title", type: "too_short", key: "validation.not_empty" }]);
  }
  const known = await masterReviews.find(tx, { productId: product.id });
  const { changed } = await storeUpdate(tx, product, fields, context);
  if (!known || known.reviewedHash !== null) await masterReviews.put(tx, { productId: product.id, reviewedHash: null });
  const before = required(record, "content_variant");
  if (changed.length === 0 && before.reviewed) {
    const changes = [contentChange(before, { ...before, reviewed: false })];
    await touchProducts(tx, [{ productId: product.id, updatedFields: ["content_variants"], changes }], context);
  }
  return masterRecord(await findLiveProduct(tx, product.id), language, null);
}
