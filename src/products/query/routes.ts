import { type Static, Type } from "@sinclair/typebox";
import { FACET_NAMES } from "../../../db/products/lists/facets.ts";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import { PRODUCT_SORTS, type SortTerm } from "../../../db/products/lists/list.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { orNull } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { jsonText } from "../../http/output/json-text.ts";
import type { Services } from "../../runtime/services.ts";
import { nameKey } from "../../text/name-key.ts";
import { FILTER_NAMES, parseFilters } from "../lists/filter-schema.ts";
import type { ProductListPlace } from "../lists/list-length.ts";
import { estimateMark, isExact, readPart } from "../lists/page-of-products.ts";
import { ProductListItem, TotalIsEstimate } from "../schema.ts";

const NEWEST: SortTerm = { sort: "created_at", order: "desc" };
const LIMIT = 20;

/** The one place that says what a query means: the condition of the list's `search`. */
function withQuery(filter: ProductFilter, query: string | undefined): ProductFilter {
  if (query === undefined || query.trim() === "") return filter;
  if (filter.search !== undefined) {
    throw invalidBody([{ field: "filters.search", type: "invalid_value", key: "products.query_and_search" }]);
  }
  return { ...filter, search: nameKey(query) };
}

/** Throws VALIDATION_FAILED that names each wrong filter. */
function filterOf({ filters = {}, query }: SearchRequest): ProductFilter {
  const parsed = parseFilters(filters);
  if ("filter" in parsed) return withQuery(parsed.filter, query);
  throw invalidBody(parsed.problems.map((problem) => ({ ...problem, field: `filters.${problem.field}` })));
}

const SearchBody = Type.Object({
  query: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Search text; same as `search` of the product list.",
      examples: ["chair"],
    }),
  ),
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `Combined with AND; values of a list are alternatives (OR). Names: ${FILTER_NAMES.join(", ")}.`,
      examples: [{ in_stock: true, price_max: 50 }],
    }),
  ),
  sort: Type.Optional(
    Type.Array(
      Type.Object({
        field: oneOf(PRODUCT_SORTS),
        order: Type.Optional(oneOf(["asc", "desc"] as const, { description: "Default desc." })),
      }),
      { maxItems: 5, description: "Sort orders by priority. Default: newest first." },
    ),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 20." })),
  cursor: Type.Optional(Type.String({ maxLength: 4000, description: "`next_cursor` of the previous response." })),
  facets: Type.Optional(Type.Array(oneOf(FACET_NAMES), { maxItems: 10, description: "Facets to count." })),
  include_total: Type.Optional(Type.Boolean({ description: "Whether to return the total. Default true." })),
});
type SearchRequest = Static<typeof SearchBody>;

const FacetValues = Type.Array(
  Type.Object({
    id: Type.String({ description: "Id, or the value itself." }),
    name: Type.String(),
    count: Type.Integer(),
  }),
);

const SearchAnswer = Type.Object({
  items: Type.Array(ProductListItem),
  next_cursor: orNull(
    Type.String({ description: "Send it as `cursor`, with the same filters and sort order, for the next page." }),
  ),
  has_more: Type.Boolean(),
  total: orNull(Type.Integer()),
  total_is_estimate: TotalIsEstimate,
  facets: orNull(Type.Object(Object.fromEntries(FACET_NAMES.map((name) => [name, Type.Optional(FacetValues)])))),
});

/**
 * Searches products by text, filters and order, from a cursor on. Throws VALIDATION_FAILED for a filter that is unknown or
 * wrong, and for a cursor of another search.
 */
async function searchProducts(place: ProductListPlace, request: SearchRequest) {
  const { services, db } = place;
  const find = () => findText(place, request);
  const { text } = await services.cache.answer(db, "catalog", ["products/search", request], find, {
    isLasting: isExact,
  });
  return jsonText<Static<typeof SearchAnswer>>(text);
}

async function findText(place: ProductListPlace, request: SearchRequest) {
  const terms = (request.sort ?? []).map(({ field, order = "desc" }) => ({ sort: field, order }));
  const { items, nextCursor, total, isEstimate, facets } = await readPart(place, {
    filter: filterOf(request),
    terms: terms.length > 0 ? terms : [NEWEST],
    cursor: request.cursor,
    offset: 0,
    limit: request.limit ?? LIMIT,
    includeTotal: request.include_total ?? true,
    facets: [...new Set(request.facets ?? [])],
    place: "body",
  });
  const more = { next_cursor: nextCursor, has_more: nextCursor !== null };
  const rest = JSON.stringify({ ...more, total, ...estimateMark(isEstimate), facets });
  return { text: `{"items":${items},${rest.slice(1)}`, isEstimate };
}

/** `/products/search`: what a list cannot say in its address. */
export const productSearchRoutes = (services: Services) =>
  accessRoutes(services, "Product Search", "/products").post(
    "/search",
    ({ db, body }) => searchProducts({ services, db }, body),
    {
      policy: {
        credential: "any",
        permission: "VIEW_CATALOG",
        scope: "products:read",
        tier: "READ_STANDARD",
        readOnly: true,
      },
      body: SearchBody,
      response: { 200: SearchAnswer },
      detail: {
        operationId: "findProducts",
        summary: "Search products",
        description:
          "Searches by text and any filter of the list, with several sort orders and a cursor. Pages stay consistent while products are added. Facets count all matches, each ignoring its own filter.",
      },
    },
  );
