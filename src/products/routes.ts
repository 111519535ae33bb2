import { Elysia } from "elysia";
import { access } from "../http/access.ts";
import { invalidBody } from "../http/errors.ts";
import { CONDITIONS, ifMatch } from "../http/etag.ts";
import { headersIn } from "../http/request-headers.ts";
import type { Services } from "../services.ts";
import { answerLeft, answerProduct, answerWritten, findVisible, openKeptProducts } from "./answer-product.ts";
import { completenessBody } from "./completeness-body.ts";
import { createProduct } from "./create-product.ts";
import { deleteProduct, restoreProduct } from "./delete-product.ts";
import { findLiveProduct } from "./live-product.ts";
import { pageOfProducts } from "./page-of-products.ts";
import { DELETE, EDIT, VIEW } from "./policies.ts";
import { ProductCreate, ProductUpdate } from "./product-fields.ts";
import { readFields } from "./read-fields.ts";
import {
  CompletenessBody,
  DeletionQuery,
  EmptyBody,
  ProductBody,
  ProductListParameters,
  ProductPage,
  ProductParams,
  ProductQuery,
} from "./schema.ts";
import { ProductTotals } from "./totals.ts";
import { updateProduct } from "./update-product.ts";

/** A new product needs a name, under either of the field's names. Throws VALIDATION_FAILED. */
function requireName(body: { name?: string; title?: string }): void {
  if (body.name === undefined && body.title === undefined) throw invalidBody([{ field: "name", type: "missing" }]);
}

const WITH_CHANGES = "Fields that are absent stay as they are, null clears. A change to what is there already is none.";

/** `/products`: the catalog, by id. */
export const productRoutes = (services: Services) => {
  const totals = new ProductTotals(services.now);
  const kept = openKeptProducts();
  return new Elysia({ prefix: "/products", tags: ["Products"] })
    .use(access(services))
    .get("", ({ db, query }) => pageOfProducts({ services, totals, db }, query), {
      policy: VIEW,
      query: ProductListParameters,
      response: { 200: ProductPage },
      detail: {
        operationId: "listProducts",
        summary: "List products",
        description: "Newest first, in the pivot language. All filters given must hold.",
      },
    })
    .post(
      "",
      async ({ db, write, body, set, status }) => {
        requireName(body);
        const written = await write(createProduct, { values: readFields(body) });
        set.headers["location"] = `/api/v1/products/${written.id}`;
        return status(201, await answerWritten({ set }, db, written.id, written));
      },
      {
        policy: EDIT,
        body: ProductCreate,
        response: { 201: ProductBody },
        detail: {
          operationId: "createProduct",
          summary: "Create a product",
          description: "Only the name is required. Brand, category and supplier must exist.",
        },
      },
    )
    .use(productWrites(services))
    .get(
      "/:product_id",
      ({ db, params, query, request, set }) =>
        answerProduct(
          { headers: headersIn(request, ["accept-language", ...CONDITIONS]), set },
          { db, kept },
          params.product_id,
          query,
        ),
      {
        policy: VIEW,
        params: ProductParams,
        query: ProductQuery,
        response: { 200: ProductBody },
        detail: {
          operationId: "getProduct",
          summary: "Read a product",
          description:
            "Each text comes in the first language of Accept-Language that has it, and in the pivot language at last.",
        },
      },
    )
    .get(
      "/:product_id/completeness",
      async ({ db, params: { product_id: id } }) =>
        completenessBody(await findLiveProduct(db, id), await findVisible(db, id, { withContent: true })),
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: CompletenessBody },
        detail: {
          operationId: "getProductCompleteness",
          summary: "Read how complete a product is",
          description: "Which parts count, which are missing, and how complete the texts of each language are.",
        },
      },
    );
};

/** What changes one product. */
const productWrites = (services: Services) =>
  new Elysia({ tags: ["Products"] })
    .use(access(services))
    .put(
      "/:product_id",
      async ({ db, write, params: { product_id: id }, body, headers, set }) => {
        const change = { id: id.toLowerCase(), values: readFields(body), expected: ifMatch(headers) };
        return answerWritten({ set }, db, change.id, await write(updateProduct, change));
      },
      {
        policy: EDIT,
        params: ProductParams,
        body: ProductUpdate,
        response: { 200: ProductBody },
        detail: { operationId: "putProduct", summary: "Change a product", description: WITH_CHANGES },
      },
    )
    .patch(
      "/:product_id",
      async ({ db, write, params: { product_id: id }, body, headers, set }) => {
        const change = { id: id.toLowerCase(), values: readFields(body), expected: ifMatch(headers) };
        return answerWritten({ set }, db, change.id, await write(updateProduct, change));
      },
      {
        policy: EDIT,
        params: ProductParams,
        body: ProductUpdate,
        response: { 200: ProductBody },
        detail: { operationId: "updateProduct", summary: "Change a product", description: WITH_CHANGES },
      },
    )
    .delete(
      "/:product_id",
      async ({ write, params, query, headers }) => {
        const { permanent = false } = query;
        await write(deleteProduct, { id: params.product_id.toLowerCase(), permanent, expected: ifMatch(headers) });
        return {};
      },
      {
        policy: DELETE,
        params: ProductParams,
        query: DeletionQuery,
        response: { 200: EmptyBody },
        detail: {
          operationId: "deleteProduct",
          summary: "Delete a product",
          description: "Hides it, and keeps its EAN taken, until it is restored. `permanent` erases it.",
        },
      },
    )
    .post(
      "/:product_id/restore",
      async ({ db, write, params: { product_id: id }, headers, set }) => {
        await write(restoreProduct, { id: id.toLowerCase(), expected: ifMatch(headers) });
        return answerLeft({ set }, db, id);
      },
      {
        policy: DELETE,
        params: ProductParams,
        response: { 200: ProductBody },
        detail: {
          operationId: "restoreProduct",
          summary: "Restore a deleted product",
          description: "Shows it again as it was.",
        },
      },
    );
