import type { Static } from "@sinclair/typebox";
import type { FacetName } from "../../../db/products/lists/facets.ts";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import { decidingTerms, type ProductListQuery, type SortTerm } from "../../../db/products/lists/list.ts";
import { isAsked } from "../../cache/answer-cache.ts";
import { decodeCursor, encodeCursor } from "../../http/input/cursor.ts";
import { metaPage, type PageInput, pageOf } from "../../http/input/page.ts";
import { invalidParameter } from "../../http/output/errors.ts";
import { JsonText, jsonText } from "../../http/output/json-text.ts";
import type { ProductPage } from "../schema.ts";
import { FILTER_NAMES, parseFilters } from "./filter-schema.ts";
import type { ProductListPlace } from "./list-length.ts";
import { readableFilter } from "./list-plan.ts";
import { productsOf, readPage } from "./read-page.ts";

/** What a request for a list of products says besides its filters. */
export interface ProductListInput extends PageInput {
  sort_by?: SortTerm["sort"] | undefined;
  sort_order?: SortTerm["order"] | undefined;
}

/** The filters among what a query says; it may say something else. Throws INVALID_PARAMETER. */
export function filterOf(query: object): ProductFilter {
  const given = Object.entries(query).filter(([name]) => FILTER_NAMES.includes(name));
  const parsed = parseFilters(Object.fromEntries(given));
  if ("problems" in parsed) throw invalidParameter(parsed.problems);
  return parsed.filter;
}

/** Which part of which list, and what else is to be said of the whole. */
export interface PartRequest {
  filter: ProductFilter;
  terms: SortTerm[];
  cursor: string | undefined;
  offset: number;
  limit: number;
  /** Whether to say how many products the list has. */
  includeTotal: boolean;
  facets: FacetName[];
  /** Where the cursor came in: the error says so. */
  place: "query" | "body";
}

/**
 * Reads a part of a list of products. `items` is a JSON array; `total` is `null` unless it was requested, `nextCursor` when
 * nothing comes after. Throws INVALID_PARAMETER or VALIDATION_FAILED for a damaged cursor and for one of another list.
 */
export async function readPart(place: ProductListPlace, request: PartRequest) {
  const { offset, limit, facets } = request;
  // The facet of statuses leaves the filter of statuses out, and not whether products are active.
  const filter = facets.length > 0 ? request.filter : readableFilter(request.filter);
  const terms = decidingTerms(request.terms);
  const list = `products ${JSON.stringify(terms)} ${JSON.stringify(filter)}`;
  const { rows, total, isEstimate } = await readPage(
    place,
    { filter, terms, after: placeOf(list, terms, request), offset, limit, facets },
    request.includeTotal,
  );
  return {
    items: rows.items,
    total,
    /** The total was counted before the last change. */
    isEstimate,
    facets: rows.facets,
    nextCursor: rows.end && encodeCursor(list, rows.end),
  };
}

/** Where the page before ended. */
function placeOf(
  list: string,
  terms: SortTerm[],
  { cursor, place }: Pick<PartRequest, "cursor" | "place">,
): ProductListQuery["after"] {
  if (cursor === undefined) return null;
  const shape = [...terms.map(() => "textOrNumber" as const), "count" as const];
  const values = decodeCursor(list, cursor, shape, place);
  // What lists are ordered by are texts and numbers; the row id is last.
  return { values: values.slice(0, -1) as (string | number)[], rowId: Number(values.at(-1)) };
}

/** A page of the products that pass the query's filters and `restriction`. Throws INVALID_PARAMETER. */
export async function pageOfProducts(
  place: ProductListPlace,
  query: ProductListInput,
  restriction: ProductFilter = {},
) {
  const { services, db } = place;
  const isByKey = "ean" in query;
  const products = isAsked(db) && !isByKey ? productsOf(db) : undefined;
  products?.catch(() => undefined);
  const read = (_: AbortSignal | undefined, state: string | undefined) =>
    readPageText({ ...place, state, products }, query, restriction);
  const { json } = await services.cache.answer(db, "catalog", ["products", query, restriction], read, {
    isLasting: isExact,
    ...(isByKey && { byKey: "later" as const }),
  });
  return jsonText<Static<typeof ProductPage>>(json);
}

/** A total that is an estimate is counted again: its page is not cached. */
export const isExact = ({ isEstimate }: { isEstimate: boolean }) => !isEstimate;

/** What an answer says besides of a total that is an estimate. */
export const estimateMark = (isEstimate: boolean) => (isEstimate ? { total_is_estimate: true } : {});

async function readPageText(place: ProductListPlace, query: ProductListInput, restriction: ProductFilter) {
  const { sort_by: sort = "created_at", sort_order: order = "desc" } = query;
  const page = pageOf(query);
  const { items, total, isEstimate, nextCursor } = await readPart(place, {
    filter: { ...filterOf(query), ...restriction },
    terms: [{ sort, order }],
    cursor: page.cursor,
    offset: page.offset,
    limit: page.perPage,
    includeTotal: true,
    facets: [],
    place: "query",
  });
  const { meta } = metaPage([], total ?? 0, page, nextCursor);
  const text = `{"items":${items},"meta":${JSON.stringify({ ...meta, ...estimateMark(isEstimate) })}}`;
  return { text, json: new JsonText(text, meta), isEstimate };
}
