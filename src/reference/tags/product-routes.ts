import { type Static, Type } from "@sinclair/typebox";
import { listProductTags } from "../../../db/tags/product-tags.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { noContent } from "../../http/output/answers.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { type ETagContext, ifMatch, versionOf, withETag } from "../../http/output/etag.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { EDIT, VIEW } from "../../products/policies.ts";
import type { Services } from "../../runtime/services.ts";
import { changeProductTags, type ProductTags, productTagsBody, removeProductTag } from "./change-product-tags.ts";
import {
  ProductTagParams,
  ProductTagsBody,
  type ProductTagsFields,
  ProductTagsInput,
  ProductTagsParams,
} from "./schema.ts";

/** The tags of a product with their version. */
function answerTags(context: ETagContext, tags: ProductTags): Static<typeof ProductTagsBody> {
  const body = productTagsBody(tags);
  return withETag(context, versionOf(body), body);
}

/** Throws VALIDATION_FAILED when a body names neither: it may have meant to name some. */
function requireNames({ tag_ids: ids, names }: ProductTagsFields): void {
  if (ids === undefined && names === undefined) throw invalidBody([{ field: "tag_ids", type: "missing" }]);
}

/** `/products/{product_id}/tags`: the tags of one product. */
export const productTagRoutes = (services: Services) =>
  accessRoutes(services, "Product Tags", "/products/:product_id/tags")
    .get(
      "",
      async ({ db, params, headers, set }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        return answerTags({ headers, set }, { productId: id, tags: await listProductTags(db, id) });
      },
      {
        policy: VIEW,
        params: ProductTagsParams,
        response: { 200: ProductTagsBody },
        detail: { operationId: "listProductTags", summary: "List product tags", description: "Ordered by name." },
      },
    )
    .post(
      "",
      async ({ write, params, body, set }) => {
        requireNames(body);
        const change = { productId: params.product_id, fields: body, addsOnly: true, expected: null };
        return answerTags({ headers: {}, set }, await write(changeProductTags, change));
      },
      {
        policy: EDIT,
        params: ProductTagsParams,
        body: ProductTagsInput,
        response: { 200: ProductTagsBody },
        detail: {
          operationId: "addProductTags",
          summary: "Add tags to a product",
          description: "Adds to existing tags; at most 50 in total. Unknown names are created as tags.",
        },
      },
    )
    .put(
      "",
      async ({ write, params, body, headers, set }) => {
        requireNames(body);
        const expected = ifMatch(headers);
        const change = { productId: params.product_id, fields: body, addsOnly: false, expected };
        return answerTags({ headers: {}, set }, await write(changeProductTags, change));
      },
      {
        policy: EDIT,
        params: ProductTagsParams,
        body: ProductTagsInput,
        response: { 200: ProductTagsBody },
        detail: {
          operationId: "putProductTags",
          summary: "Set the tags of a product",
          description: "Replaces all tags; an empty list removes them. At most 50.",
        },
      },
    )
    .delete(
      "/:tag_id",
      async ({ write, params, headers }) => {
        const tagId = params.tag_id;
        await write(removeProductTag, { productId: params.product_id, tagId, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT,
        params: ProductTagParams,
        response: { 204: Type.Void({ description: "The tag is removed from the product." }) },
        detail: {
          operationId: "removeProductTag",
          summary: "Remove a tag from a product",
          description: "The tag itself is kept. `If-Match` takes the ETag of the product's tags.",
        },
      },
    );
