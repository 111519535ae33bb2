import type { Grouping } from "../../../db/product-stats/completeness.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import type { Services } from "../../runtime/services.ts";
import { filterOf } from "../lists/page-of-products.ts";
import { VIEW } from "../policies.ts";
import { rescoreCall } from "./calls.ts";
import { brandList, CHANGE_DAYS, categoryList, categoryTree, changeStats, findStats } from "./find-stats.ts";
import {
  BrandList,
  CategoryList,
  CategoryTree,
  ChangeStats,
  ChangeStatsQuery,
  ChannelStats,
  CompletenessStats,
  GroupStats,
  OverviewBody,
  Recalculated,
  StatsFilters,
} from "./schema.ts";

const ANALYSE = { ...VIEW, permission: "VIEW_ANALYTICS", tier: "READ_SENSITIVE" } as const;

/** `/products/stats`, and the brands and categories that a list of products is narrowed down by. */
export const productStatsRoutes = (services: Services) =>
  accessRoutes(services, "Product Statistics", "/products")
    .get("/stats/overview", ({ db }) => findStats(services, db, { kind: "overview", nowMs: services.now() }), {
      policy: ANALYSE,
      response: { 200: OverviewBody },
      detail: {
        operationId: "getProductOverview",
        summary: "Get catalog statistics",
        description: "Number of products by status and by present or missing data.",
      },
    })
    .get(
      "/stats/completeness",
      ({ db, query }) => findStats(services, db, { kind: "completeness", filter: filterOf(query) }),
      {
        policy: ANALYSE,
        query: StatsFilters,
        response: { 200: CompletenessStats },
        detail: {
          operationId: "getCompletenessStats",
          summary: "Get completeness statistics",
          description:
            "For products matching the filters of the list: scores, grades and the most frequent missing fields.",
        },
      },
    )
    .get("/stats/channels", ({ db }) => findStats(services, db, { kind: "channels" }), {
      policy: ANALYSE,
      response: { 200: ChannelStats },
      detail: {
        operationId: "getChannelStats",
        summary: "Get readiness by channel and language",
        description:
          "How many products are ready for each channel in its language, and what they lack most: the catalog in each language that it has texts in, then each active entity with its products. Ready: complete enough to be published, with a title and a description in that language. The first 50; counted again after changes, once a minute at most.",
      },
    })
    .get("/stats/changes", ({ db, query: { days = CHANGE_DAYS.usual } }) => changeStats(db, days, services.now()), {
      policy: ANALYSE,
      query: ChangeStatsQuery,
      response: { 200: ChangeStats },
      detail: {
        operationId: "getChangeStats",
        summary: "Get changes by day",
        description:
          "How many products were made or changed on each of the last days: a request or an import counts once for each product. Products that were erased since stay counted.",
      },
    })
    .use(groupRoute(services, "category"))
    .use(groupRoute(services, "brand"))
    .use(groupRoute(services, "supplier"))
    .post(
      "/stats/completeness/recalculate",
      async ({ tenantId }) => {
        const startedMs = performance.now();
        const outcome = await services.call(rescoreCall, tenantId, undefined);
        return { status: "completed" as const, ...outcome, duration_ms: Math.round(performance.now() - startedMs) };
      },
      {
        policy: { ...VIEW, permission: "EDIT_CATALOG", scope: "products:write", tier: "WRITE_STANDARD" },
        response: { 200: Recalculated },
        detail: {
          operationId: "recalculateCompleteness",
          summary: "Recalculate completeness",
          description: "Scores are updated with each change; use this only to repair them.",
        },
      },
    )
    .get("/brands/list", ({ db }) => brandList(services, db), {
      policy: VIEW,
      response: { 200: BrandList },
      detail: {
        operationId: "listBrandsOfProducts",
        summary: "List brands with product counts",
        description: "All, ordered by name.",
      },
    })
    .get("/categories", ({ db }) => categoryTree(services, db), {
      policy: VIEW,
      response: { 200: CategoryTree },
      detail: {
        operationId: "getCategoryTreeOfProducts",
        summary: "Get the category tree with product counts",
        description: "Counts products directly in each category.",
      },
    })
    .get("/categories/list", ({ db }) => categoryList(services, db), {
      policy: VIEW,
      response: { 200: CategoryList },
      detail: {
        operationId: "listCategoriesOfProducts",
        summary: "List categories with product counts",
        description: "All, ordered by level, sort order and name.",
      },
    });

/** `/products/stats/completeness/by-brand` and its like. */
function groupRoute(services: Services, by: Grouping) {
  // One type for all of them.
  const path: string = `/stats/completeness/by-${by}`;
  return accessRoutes(services, "Product Statistics").get(
    path,
    ({ db, query }) => findStats(services, db, { kind: "groups", filter: filterOf(query), by }),
    {
      policy: ANALYSE,
      query: StatsFilters,
      response: { 200: GroupStats },
      detail: {
        operationId: `getCompletenessBy${by[0]?.toUpperCase()}${by.slice(1)}`,
        summary: `Get completeness by ${by}`,
        description: "For products matching the filters of the list.",
      },
    },
  );
}
