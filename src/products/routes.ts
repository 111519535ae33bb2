import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../db/ports.ts";
import { accessRoutes } from "../http/gate/access.ts";
import { headersIn } from "../http/gate/request-headers.ts";
import type { BoundWrite } from "../http/gate/write/bound-write.ts";
import { ProductParams } from "../http/input/fields.ts";
import { CONDITIONS, type ETagContext, ifMatch } from "../http/output/etag.ts";
import type { Services } from "../runtime/services.ts";
import { findLiveProduct } from "./changes/live-product.ts";
import { createProduct, deleteProduct, restoreProduct, updateProduct } from "./changes/update-product.ts";
import { ProductCreate, ProductUpdate } from "./fields/product-fields.ts";
import { fieldProblems, newProductProblems, readFields } from "./fields/read-fields.ts";
import { pageOfProducts } from "./lists/page-of-products.ts";
import { DELETE, EDIT, VIEW } from "./policies.ts";
import {
  CompletenessBody,
  DeletionQuery,
  EmptyBody,
  ProductBody,
  ProductListParameters,
  ProductPage,
  ProductQuery,
} from "./schema.ts";
import { answerLeft, answerProduct, findVisible, namingETag } from "./views/answer-product.ts";
import { completenessBody } from "./views/completeness-body.ts";

// All problems of a body are reported at once.
const CREATE = { ...EDIT, body: { problemsBesides: newProductProblems } };
const CHANGE = { ...EDIT, body: { problemsBesides: fieldProblems } };

const WITH_CHANGES = "Absent fields keep their value; null clears a field. Sending the current values changes nothing.";

/** `/products`: the catalog, by id. */
export const productRoutes = (services: Services) =>
  accessRoutes(services, "Products", "/products")
    .get("", ({ db, query }) => pageOfProducts({ services, db }, query), {
      policy: VIEW,
      query: ProductListParameters,
      response: { 200: ProductPage },
      detail: {
        operationId: "listProducts",
        summary: "List products",
        description: "Newest first, in the pivot language. Filters are combined with AND.",
      },
    })
    .post(
      "",
      async ({ write, body, set, status }) => {
        const answer = await write.andRead(
          createProduct,
          { values: readFields(body, newProductProblems) },
          (db, { id }) => {
            set.headers["location"] = `/api/v1/products/${id}`;
            return answerLeft({ set }, db, id);
          },
        );
        return status(201, answer);
      },
      {
        policy: CREATE,
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
          { db, cache: services.cache },
          params.product_id,
          query,
        ),
      {
        policy: { ...VIEW, isSparse: true },
        params: ProductParams,
        query: ProductQuery,
        response: { 200: ProductBody },
        detail: {
          operationId: "getProduct",
          summary: "Get a product",
          description:
            "Each text is returned in the first language of Accept-Language that has it, else in the pivot language.",
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
          summary: "Get the completeness of a product",
          description: "Score by criterion, missing fields, and completeness of the texts in each language.",
        },
      },
    );

interface ChangeContext extends ETagContext {
  db: Reader;
  write: BoundWrite;
  params: Static<typeof ProductParams>;
  body: Static<typeof ProductUpdate>;
}

/** PUT and PATCH alike: fields that are absent stay. */
async function change({ db, write, params: { product_id: id }, body, headers, set }: ChangeContext) {
  const change = { id, values: readFields(body), expected: ifMatch(headers) };
  return namingETag({ db, headers }, id, () =>
    write.andRead(updateProduct, change, (left) => answerLeft({ set }, left, id)),
  );
}
const changeRoute = (operationId: string) => ({
  policy: CHANGE,
  params: ProductParams,
  body: ProductUpdate,
  response: { 200: ProductBody },
  detail: { operationId, summary: "Update a product", description: WITH_CHANGES },
});

/** What changes one product. */
const productWrites = (services: Services) =>
  accessRoutes(services, "Products")
    .put("/:product_id", change, changeRoute("putProduct"))
    .patch("/:product_id", change, changeRoute("updateProduct"))
    .delete(
      "/:product_id",
      async ({ db, write, params: { product_id: id }, query, headers }) => {
        const { permanent = false } = query;
        const deletion = { id, permanent, expected: ifMatch(headers) };
        await namingETag({ db, headers }, id, () => write(deleteProduct, deletion));
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
          description:
            "Soft delete: the product is hidden and its EAN stays reserved until it is restored. `permanent` erases it.",
        },
      },
    )
    .post(
      "/:product_id/restore",
      async ({ db, write, params: { product_id: id }, headers, set }) => {
        await namingETag({ db, headers }, id, () => write(restoreProduct, { id, expected: ifMatch(headers) }));
        return answerLeft({ set }, db, id);
      },
      {
        policy: DELETE,
        params: ProductParams,
        response: { 200: ProductBody },
        detail: {
          operationId: "restoreProduct",
          summary: "Restore a deleted product",
          description: "Undoes a soft delete.",
        },
      },
    );
