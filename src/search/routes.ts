import { accessRoutes } from "../http/gate/access.ts";
import { findLiveProduct } from "../products/changes/live-product.ts";
import { EDIT, VIEW } from "../products/policies.ts";
import type { Services } from "../runtime/services.ts";
import { similarCall, suggestCall } from "./calls.ts";
import { IndexWait } from "./index-wait.ts";
import { Reindexes, startReindex } from "./reindex.ts";
import {
  FacetsBody,
  FacetsQuery,
  ReindexParams,
  ReindexStarted,
  SearchPage,
  SearchQueryParameters,
  SimilarBody,
  SimilarParams,
  SimilarQuery,
  Suggestions,
  SuggestQuery,
} from "./schema.ts";
import { answerFacets, answerSearch } from "./search-answers.ts";
import { requireVectors } from "./similar/embedding-settings.ts";

const FIND = { ...VIEW, refusals: ["SYSTEM_SERVICE_UNAVAILABLE"] } as const;
const SIMILAR = {
  ...VIEW,
  module: "search_vector",
  refusals: ["PRODUCT_NOT_FOUND", "SEARCH_VECTOR_NOT_CONFIGURED", "SYSTEM_SERVICE_UNAVAILABLE"],
} as const;
const POLL = { ...VIEW, tier: "PROGRESS_POLL" } as const;

/** `/search`: products by words, and by likeness. */
export const searchRoutes = (services: Services) => {
  const index = new IndexWait(services.search.engine);
  return accessRoutes(services, "Search", "/search")
    .get("/products", ({ db, query, request: { signal } }) => answerSearch({ db, services, index, signal }, query), {
      policy: FIND,
      query: SearchQueryParameters,
      response: { 200: SearchPage },
      detail: {
        operationId: "searchProducts",
        summary: "Search products",
        description:
          "Ordered by relevance: whole codes, then titles, brands, categories and descriptions, then words with typos. " +
          "Deleted products are excluded.",
      },
    })
    .get("/facets", ({ db, query, request: { signal } }) => answerFacets({ db, services, index, signal }, query), {
      policy: FIND,
      query: FacetsQuery,
      response: { 200: FacetsBody },
      detail: {
        operationId: "getSearchFacets",
        summary: "Get search facets",
        description: "Facets of a search, without hits. Default: all facets.",
      },
    })
    .get(
      "/suggest",
      async ({ db, tenantId, query: { q, limit = 10 }, request: { signal } }) => {
        await index.near(db);
        const { suggestions, isBehind } = await services.call(suggestCall, tenantId, { typed: q, limit }, signal);
        return { suggestions, meta: { index_behind: isBehind } };
      },
      {
        policy: FIND,
        query: SuggestQuery,
        response: { 200: Suggestions },
        detail: {
          operationId: "suggestSearches",
          summary: "Get search suggestions",
          description: "Brands and categories that begin with the text, then active products.",
        },
      },
    )
    .use(reindexRoutes(services))
    .get(
      "/products/:product_id/similar",
      async ({ db, tenantId, params, query: { limit = 10, min_score: least = 0 }, request: { signal } }) => {
        const { id: productId } = await findLiveProduct(db, params.product_id);
        const model = await requireVectors(db, services);
        const similar = await services.call(similarCall, tenantId, { productId, model, least, limit }, signal);
        const items = similar.map(({ product, score }) => ({
          id: product.id,
          ean: product.ean,
          title: product.title,
          brand_name: product.brand_name,
          price: product.price,
          primary_image_url: product.primary_image_url,
          score,
        }));
        return { product_id: productId, items, total: items.length };
      },
      {
        policy: SIMILAR,
        params: SimilarParams,
        query: SimilarQuery,
        response: { 200: SimilarBody },
        detail: {
          operationId: "listSimilarProducts",
          summary: "List similar products",
          description:
            "Active products with a similar meaning, most similar first. Empty until the product's vector has " +
            "been computed.",
        },
      },
    );
};

/** The rebuilt search index. */
const reindexRoutes = (services: Services) =>
  accessRoutes(services, "Search")
    .post(
      "/reindex",
      async ({ write, status }) => {
        const { id, status: state } = await write(startReindex, { engine: services.search.engine.name });
        return status(202, { id, status: state });
      },
      {
        policy: EDIT,
        response: { 202: ReindexStarted },
        detail: {
          operationId: "startSearchReindex",
          summary: "Rebuild the search index",
          description:
            "Runs in the background; searches continue. Rarely needed, as the index follows every change. " +
            "If a rebuild is already running, that one is returned.",
        },
      },
    )
    .get("/reindex/:job_id", async ({ db, params }) => Reindexes.bodyOf(await Reindexes.require(db, params.job_id)), {
      policy: POLL,
      params: ReindexParams,
      response: { 200: Reindexes.Body },
      detail: {
        operationId: "getSearchReindex",
        summary: "Get the progress of an index rebuild",
        description: "Products indexed so far, of how many; ended when its status says so.",
      },
    });
