import { Elysia } from "elysia";
import type { Grouping } from "../../db/product-stats/completeness.ts";
import { access } from "../http/access.ts";
import { filterOf } from "../products/page-of-products.ts";
import { VIEW } from "../products/policies.ts";
import type { Services } from "../services.ts";
import { KeptStats } from "./kept-stats.ts";
import { brandList, categoryList, categoryTree } from "./reference-lists.ts";
import {
  BrandList,
  CategoryList,
  CategoryTree,
  CompletenessStats,
  GroupStats,
  OverviewBody,
  Recalculated,
  StatsFilters,
} from "./schema.ts";

const ANALYSE = { ...VIEW, permission: "VIEW_ANALYTICS", tier: "READ_SENSITIVE" } as const;

/** `/products/stats`, and the brands and categories that a list of products is narrowed down by. */
export const productStatsRoutes = (services: Services) => {
  const kept = new KeptStats(services);
  return new Elysia({ prefix: "/products", tags: ["Products"] })
    .use(access(services))
    .get("/stats/overview", ({ db }) => kept.find(db, { kind: "overview", nowMs: services.now() }), {
      policy: ANALYSE,
      response: { 200: OverviewBody },
      detail: {
        operationId: "getProductOverview",
        summary: "Read numbers of the whole catalog",
        description: "How many products there are, in which state, and what they have or lack.",
      },
    })
    .get("/stats/completeness", ({ db, query }) => kept.find(db, { kind: "completeness", filter: filterOf(query) }), {
      policy: ANALYSE,
      query: StatsFilters,
      response: { 200: CompletenessStats },
      detail: {
        operationId: "getCompletenessStats",
        summary: "Read how complete the catalog is",
        description: "Of the products that pass the filters of the list: scores, grades, and what is missing most.",
      },
    })
    .use(groupRoute(services, kept, "category"))
    .use(groupRoute(services, kept, "brand"))
    .use(groupRoute(services, kept, "supplier"))
    .post(
      "/stats/completeness/recalculate",
      async ({ tenantId }) => {
        const startedMs = performance.now();
        const outcome = await services.ask("products.rescore", tenantId, undefined);
        return { status: "completed" as const, ...outcome, duration_ms: Math.round(performance.now() - startedMs) };
      },
      {
        policy: { ...VIEW, permission: "EDIT_CATALOG", scope: "products:write", tier: "WRITE_STANDARD" },
        response: { 200: Recalculated },
        detail: {
          operationId: "recalculateCompleteness",
          summary: "Count the completeness of every product anew",
          description: "Scores follow each change by themselves; this mends what came about otherwise.",
        },
      },
    )
    .get("/brands/list", ({ db }) => brandList(db, kept), {
      policy: VIEW,
      response: { 200: BrandList },
      detail: {
        operationId: "listBrandsOfProducts",
        summary: "List the brands with their numbers of products",
        description: "All of them, by name.",
      },
    })
    .get("/categories", ({ db }) => categoryTree(db, kept), {
      policy: VIEW,
      response: { 200: CategoryTree },
      detail: {
        operationId: "getCategoryTreeOfProducts",
        summary: "Read the categories as a tree with their numbers of products",
        description: "Each number is that of the category's own products.",
      },
    })
    .get("/categories/list", ({ db }) => categoryList(db, kept), {
      policy: VIEW,
      response: { 200: CategoryList },
      detail: {
        operationId: "listCategoriesOfProducts",
        summary: "List the categories with their numbers of products",
        description: "All of them, by level, order and name.",
      },
    });
};

/** `/products/stats/completeness/by-brand` and its like. */
function groupRoute(services: Services, kept: KeptStats, by: Grouping) {
  // One type for all of them.
  const path: string = `/stats/completeness/by-${by}`;
  return new Elysia({ tags: ["Products"] })
    .use(access(services))
    .get(path, ({ db, query }) => kept.find(db, { kind: "groups", filter: filterOf(query), by }), {
      policy: ANALYSE,
      query: StatsFilters,
      response: { 200: GroupStats },
      detail: {
        operationId: `getCompletenessBy${by[0]?.toUpperCase()}${by.slice(1)}`,
        summary: `Read how complete the products of each ${by} are`,
        description: "Of the products that pass the filters of the list.",
      },
    });
}
