import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { AT_ROOT, belowPath } from "../../../db/categories/categories.ts";
import type { Reader } from "../../../db/ports.ts";
import type { Condition } from "../../../db/table-statements.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { idParams } from "../../http/input/fields.ts";
import { conditionsOf, NAMED_LIST, pageOfList } from "../../kit/resource/list.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import { pageOfProducts } from "../../products/lists/page-of-products.ts";
import { DELETE, EDIT, VIEW } from "../../products/policies.ts";
import { ProductPage } from "../../products/schema.ts";
import type { Services } from "../../runtime/services.ts";
import { cleanHtml } from "../../text/clean-html.ts";
import { Category, listTree } from "./category.ts";
import { categoryChanges } from "./change-category.ts";
import {
  CategoryDeletionQuery,
  CategoryListQuery,
  CategoryPage,
  CategoryProductsQuery,
  CategoryTree,
} from "./schema.ts";

const CategoryParams = idParams({ category_id: "category" });

/** `/categories`: the tree that products are sorted into. */
export const categoryRoutes = (services: Services) =>
  new Elysia().use(routesOfCategories(services)).use(productsOfCategory(services));

interface Node extends Record<string, unknown> {
  id: string;
  children: Node[];
}

/** Categories in one another, of a list in which parents come before their children and siblings are in order. */
function treeOf(categories: Awaited<ReturnType<typeof listTree>>): Node[] {
  const roots: Node[] = [];
  const nodes = new Map<string, Node>();
  for (const category of categories) {
    const node = { ...Category.bodyOf(category), id: category.id, children: [] };
    nodes.set(category.id, node);
    const siblings = category.parent_id === null ? roots : nodes.get(category.parent_id)?.children;
    siblings?.push(node);
  }
  return roots;
}

/** Which part of the tree a list shows. */
async function partOf(db: Reader, query: Static<typeof CategoryListQuery>): Promise<Condition[]> {
  const { parent_id: parentId, flat = parentId === undefined } = query;
  if (parentId === undefined) return flat ? [] : [AT_ROOT];
  const parent = await Category.require(db, parentId);
  return flat ? [belowPath(parent.path_key)] : conditionsOf({ parent_id: parent.id });
}

const routesOfCategories = (services: Services) =>
  resourceRoutes(services, Category, {
    path: "/categories",
    tag: "Categories",
    rights: { view: VIEW, edit: EDIT, remove: DELETE },
    changes: categoryChanges,
    leaves: ["list"],
    prepare: (fields) => (fields.description ? { ...fields, description: cleanHtml(fields.description) } : fields),
    remove: {
      query: CategoryDeletionQuery,
      how: ({ reassign_to: id, force }) => ({
        reassignTo: typeof id === "string" ? id : null,
        force: force === true,
      }),
      refusals: ["INVALID_STATE", "DUPLICATE_RESOURCE"],
    },
    texts: {
      one: "Category",
      many: "Categories",
      create: "At the root or below a parent, at most ten levels deep.",
      read: "Includes its number of products.",
      change:
        "Absent fields keep their value; null clears a field. A new name or parent also updates subcategories and products.",
      remove: "A category with products or subcategories requires `reassign_to` or `force`.",
    },
  })
    .get(
      "",
      async ({ db, query }) => {
        const source = { ...Category.table, name: "categories" };
        return pageOfList(db, source, NAMED_LIST, query, Category.bodyOf, await partOf(db, query));
      },
      {
        policy: VIEW,
        query: CategoryListQuery,
        response: { 200: CategoryPage },
        detail: {
          operationId: "listCategories",
          summary: "List categories",
          description: "Newest first, all levels unless `parent_id` or `flat` is set.",
        },
      },
    )
    .get("/tree", async ({ db }) => treeOf(await listTree(db)), {
      policy: VIEW,
      response: { 200: CategoryTree },
      detail: {
        operationId: "getCategoryTree",
        summary: "Get the category tree",
        description: "Nested by `children`, ordered by sort order and name.",
      },
    });

const productsOfCategory = (services: Services) => {
  return accessRoutes(services, "Categories", "/categories").get(
    "/:category_id/products",
    async ({ db, params, query }) => {
      const { id } = await Category.require(db, params.category_id);
      const { include_descendants: isWide = true } = query;
      const restricted = isWide ? { ...query, category_ids: [id] } : { ...query, only_category_id: [id] };
      return pageOfProducts({ services, db }, restricted);
    },
    {
      policy: VIEW,
      params: CategoryParams,
      query: CategoryProductsQuery,
      response: { 200: ProductPage },
      detail: {
        operationId: "listCategoryProducts",
        summary: "List the products of a category",
        description: "Includes subcategories. Accepts the filters of the product list.",
      },
    },
  );
};
