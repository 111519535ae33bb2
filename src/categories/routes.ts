import { Elysia } from "elysia";
import { countCategories, findCategory, listCategories, listTree } from "../../db/categories/categories.ts";
import { access } from "../http/access.ts";
import { required } from "../http/errors.ts";
import { withETag } from "../http/etag.ts";
import { namedPage } from "../http/named-list.ts";
import { pageOfProducts } from "../products/page-of-products.ts";
import { EDIT, VIEW } from "../products/policies.ts";
import { ProductPage } from "../products/schema.ts";
import { ProductTotals } from "../products/totals.ts";
import type { Services } from "../services.ts";
import { cleanHtml } from "../text/clean-html.ts";
import { categoryBody, treeOf } from "./category-body.ts";
import { createCategory } from "./create-category.ts";
import {
  CategoryBody,
  CategoryCreate,
  CategoryListQuery,
  CategoryPage,
  CategoryParams,
  CategoryProductsQuery,
  CategoryTree,
} from "./schema.ts";
import { categoryWrites } from "./write-routes.ts";

/** `/categories`: the tree that products are sorted into. */
export const categoryRoutes = (services: Services) =>
  new Elysia({ prefix: "/categories", tags: ["Categories"] })
    .use(access(services))
    .get(
      "",
      async ({ db, query }) => {
        const { parent_id: parentId, flat = parentId === undefined } = query;
        const parent = parentId === undefined ? undefined : await findCategory(db, parentId.toLowerCase());
        if (parentId !== undefined) required(parent, "category", parentId);
        const below = {
          parentId: parent && !flat ? parent.id : null,
          belowKey: parent && flat ? parent.pathKey : null,
          isRoot: !parent && !flat,
        };
        return namedPage(
          {
            name: `categories ${JSON.stringify(below)}`,
            list: (range) => listCategories(db, { ...below, search: range.search }, range),
            count: (search) => countCategories(db, { ...below, search }),
          },
          query,
          categoryBody,
        );
      },
      {
        policy: VIEW,
        query: CategoryListQuery,
        response: { 200: CategoryPage },
        detail: {
          operationId: "listCategories",
          summary: "List categories",
          description: "Newest first, of all levels unless `parent_id` or `flat` say otherwise.",
        },
      },
    )
    .post(
      "",
      async ({ write, body, set, status }) => {
        const fields = body.description ? { ...body, description: cleanHtml(body.description) } : body;
        const category = await write(createCategory, { fields });
        set.headers["location"] = `/api/v1/categories/${category.id}`;
        return status(201, withETag({ headers: {}, set }, category.version, categoryBody(category), "0"));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        body: CategoryCreate,
        response: { 201: CategoryBody },
        detail: {
          operationId: "createCategory",
          summary: "Create a category",
          description: "At the root, or below another one; at most ten levels deep.",
        },
      },
    )
    .get("/tree", async ({ db }) => treeOf(await listTree(db)), {
      policy: VIEW,
      response: { 200: CategoryTree },
      detail: {
        operationId: "getCategoryTree",
        summary: "Read the tree of categories",
        description: "Each with its children, by sort order and name.",
      },
    })
    .use(oneCategory(services))
    .use(categoryWrites(services));

const oneCategory = (services: Services) => {
  const totals = new ProductTotals(services.now);
  return new Elysia({ tags: ["Categories"] })
    .use(access(services))
    .get(
      "/:category_id",
      async ({ db, params: { category_id: id }, headers, set }) => {
        const category = required(await findCategory(db, id.toLowerCase()), "category", id);
        return withETag({ headers, set }, category.version, categoryBody(category), String(category.productCount));
      },
      {
        policy: VIEW,
        params: CategoryParams,
        response: { 200: CategoryBody },
        detail: {
          operationId: "getCategory",
          summary: "Read a category",
          description: "With how many products are in it.",
        },
      },
    )
    .get(
      "/:category_id/products",
      async ({ db, params, query }) => {
        const { id } = required(
          await findCategory(db, params.category_id.toLowerCase()),
          "category",
          params.category_id,
        );
        const { include_descendants: isWide = true } = query;
        const restricted = isWide ? { ...query, category_ids: [id] } : { ...query, only_category_id: [id] };
        return pageOfProducts({ services, totals, db }, restricted);
      },
      {
        policy: VIEW,
        params: CategoryParams,
        query: CategoryProductsQuery,
        response: { 200: ProductPage },
        detail: {
          operationId: "listCategoryProducts",
          summary: "List the products of a category",
          description: "And of those below it. Takes the filters of the product list.",
        },
      },
    );
};
