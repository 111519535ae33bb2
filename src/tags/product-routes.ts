import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { listProductTags } from "../../db/tags/product-tags.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { invalidBody } from "../http/errors.ts";
import { findLiveProduct } from "../products/live-product.ts";
import { EDIT, VIEW } from "../products/policies.ts";
import type { Services } from "../services.ts";
import { changeProductTags, type ProductTags, removeProductTag } from "./change-product-tags.ts";
import {
  ProductTagParams,
  ProductTagsBody,
  type ProductTagsFields,
  ProductTagsInput,
  ProductTagsParams,
} from "./schema.ts";

const bodyOf = ({ productId, tags }: ProductTags): Static<typeof ProductTagsBody> => ({ product_id: productId, tags });

/** Throws VALIDATION_FAILED when a body names neither: it may have meant to name some. */
function requireNames({ tag_ids: ids, names }: ProductTagsFields): void {
  if (ids === undefined && names === undefined) throw invalidBody([{ field: "tag_ids", type: "missing" }]);
}

/** `/products/{product_id}/tags`: the tags of one product. */
export const productTagRoutes = (services: Services) =>
  new Elysia({ prefix: "/products/:product_id/tags", tags: ["Product Tags"] })
    .use(access(services))
    .get(
      "",
      async ({ db, params }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        return bodyOf({ productId: id, tags: await listProductTags(db, id) });
      },
      {
        policy: VIEW,
        params: ProductTagsParams,
        response: { 200: ProductTagsBody },
        detail: { operationId: "listProductTags", summary: "List the tags of a product", description: "By name." },
      },
    )
    .post(
      "",
      async ({ write, params, body }) => {
        requireNames(body);
        const change = { productId: params.product_id, fields: body, keepsOthers: true };
        return bodyOf(await write(changeProductTags, change));
      },
      {
        policy: EDIT,
        params: ProductTagsParams,
        body: ProductTagsInput,
        response: { 200: ProductTagsBody },
        detail: {
          operationId: "addProductTags",
          summary: "Tag a product",
          description: "Besides the tags it has; at most 50 in all. Names that no tag has become tags.",
        },
      },
    )
    .put(
      "",
      async ({ write, params, body }) => {
        requireNames(body);
        const change = { productId: params.product_id, fields: body, keepsOthers: false };
        return bodyOf(await write(changeProductTags, change));
      },
      {
        policy: EDIT,
        params: ProductTagsParams,
        body: ProductTagsInput,
        response: { 200: ProductTagsBody },
        detail: {
          operationId: "putProductTags",
          summary: "Set the tags of a product",
          description: "In place of those it has; an empty list takes all off. At most 50.",
        },
      },
    )
    .delete(
      "/:tag_id",
      async ({ write, params }) => {
        await write(removeProductTag, { productId: params.product_id, tagId: params.tag_id.toLowerCase() });
        return noContent();
      },
      {
        policy: EDIT,
        params: ProductTagParams,
        response: { 204: Type.Void({ description: "The product does not have the tag any more." }) },
        detail: {
          operationId: "removeProductTag",
          summary: "Take a tag off a product",
          description: "The tag itself stays.",
        },
      },
    );
