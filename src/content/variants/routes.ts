import { Type } from "@sinclair/typebox";
import { listContentRecords } from "../../../db/content-variants/content-records.ts";
import { masterReviews } from "../../../db/content-variants/master-reviews.ts";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { noContent } from "../../http/output/answers.ts";
import { required } from "../../http/output/errors.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { readFields } from "../../products/fields/read-fields.ts";
import { EDIT, VIEW } from "../../products/policies.ts";
import { masterContent } from "../../products/views/resolve-content.ts";
import type { Services } from "../../runtime/services.ts";
import { findLanguages } from "../../settings/languages.ts";
import { contentBody, masterRecord, textsBody } from "./content-body.ts";
import { deleteContent } from "./delete-content.ts";
import { findContent, requireLanguage } from "./find-content.ts";
import { putContent } from "./put-content.ts";
import { reviewContent } from "./review-content.ts";
import { ContentBody, ContentList, ContentParams, ContentUpdate, ReviewBody, TargetParameters } from "./schema.ts";

/**
 * All texts of a product by language and target, and the product's own as `pivot`. These are among the variants too once
 * they were written or reviewed as one. Throws PRODUCT_NOT_FOUND.
 */
async function listContent(db: Reader, productId: string) {
  const product = await findLiveProduct(db, productId);
  const [{ pivot }, records, review] = await Promise.all([
    findLanguages(db),
    listContentRecords(db, product.id),
    masterReviews.find(db, { productId: product.id }),
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

/** The content variant that a request names. Throws VALIDATION_FAILED for what is no language. */
function requestOf(params: { product_id: string; language: string }, target: object) {
  requireLanguage(params.language);
  return { productId: params.product_id, language: params.language, target };
}

/** `/products/{product_id}/content-variants`: the texts of a product by language, entity and configuration. */
export const contentVariantRoutes = (services: Services) =>
  accessRoutes(services, "Product Languages", "/products/:product_id/content-variants")
    .get("", ({ db, params }) => listContent(db, params.product_id), {
      policy: VIEW,
      params: ProductParams,
      response: { 200: ContentList },
      detail: {
        operationId: "listContentVariants",
        summary: "List content variants of a product",
        description: "All languages, entities and configurations; the product's own texts are `pivot`.",
      },
    })
    .get(
      "/:language",
      async ({ db, params, query, headers, set }) => {
        const { record } = await findContent(db, requestOf(params, query));
        const found = required(record, "content_variant", params.language);
        return withETag({ headers, set }, found.updatedAtUs, contentBody(found));
      },
      {
        policy: VIEW,
        params: ContentParams,
        query: TargetParameters,
        response: { 200: ContentBody },
        detail: {
          operationId: "getContentVariant",
          summary: "Get product texts in a language",
          description: "Returned as written, without fallback to other texts.",
        },
      },
    )
    .put(
      "/:language",
      async ({ write, params, query, body, headers, set }) => {
        const fields = readFields({ ...body, ...(body.title && { title: body.title.trim() }) });
        const input = { ...requestOf(params, query), fields, expected: ifMatch(headers) };
        const record = await write(putContent, input);
        return withETag({ headers: {}, set }, record.updatedAtUs, contentBody(record));
      },
      {
        policy: EDIT,
        params: ContentParams,
        query: TargetParameters,
        body: ContentUpdate,
        response: { 200: ContentBody },
        detail: {
          operationId: "putContentVariant",
          summary: "Set product texts in a language",
          description:
            "Absent fields keep their value; null clears a field. In the pivot language and without an entity these are the " +
            "product's own texts. Resets the review.",
        },
      },
    )
    .patch(
      "/:language/review",
      async ({ write, params, query, body, headers, set }) => {
        const { reviewed = true } = body ?? {};
        const record = await write(reviewContent, {
          ...requestOf(params, query),
          reviewed,
          expected: ifMatch(headers),
        });
        return withETag({ headers: {}, set }, record.updatedAtUs, contentBody(record));
      },
      {
        policy: EDIT,
        params: ContentParams,
        query: TargetParameters,
        body: ReviewBody,
        response: { 200: ContentBody },
        detail: {
          operationId: "reviewContentVariant",
          summary: "Review product texts",
          description: "The review ends when the texts change. No body is required.",
        },
      },
    )
    .delete(
      "/:language",
      async ({ write, params, query, headers }) => {
        await write(deleteContent, { ...requestOf(params, query), expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT,
        params: ContentParams,
        query: TargetParameters,
        response: { 204: Type.Void({ description: "The texts are deleted." }) },
        detail: {
          operationId: "deleteContentVariant",
          summary: "Delete product texts in a language",
          description: "The product's own texts cannot be deleted.",
        },
      },
    );
