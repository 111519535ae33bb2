import type { Static } from "@sinclair/typebox";
import { readClock } from "../../db/products/clock.ts";
import type { FacetName } from "../../db/products/facets.ts";
import type { ProductFilter } from "../../db/products/filter.ts";
import { countAllProducts, decidingTerms, type ProductListQuery, type SortTerm } from "../../db/products/list.ts";
import { type CursorValues, decodeCursor, encodeCursor } from "../http/cursor.ts";
import { invalidParameter } from "../http/errors.ts";
import { jsonText } from "../http/json-text.ts";
import { metaPage, type PageInput, pageOf } from "../http/page.ts";
import { FILTER_NAMES, parseFilters } from "./filter-schema.ts";
import { findPage, type ProductPageRequest, type ProductPageRows } from "./find-page.ts";
import { LARGE_CATALOG, lengthOf, type ProductListPlace, restrictionsOf } from "./list-length.ts";
import type { ProductPage } from "./schema.ts";

/** What a request for a list of products says besides its filters. */
export interface ProductListInput extends PageInput {
  sort_by?: SortTerm["sort"] | undefined;
  sort_order?: SortTerm["order"] | undefined;
}

export const FAR_OFFSET = 20_000;
/** Before this the products that come first are soon counted through. */
const START_OFFSET = 500;
const SEARCH_OFFSET = 200;
const COMMON_TOTAL = 1_000;
/** The same where all that is found is counted by its brands, categories, …, or sorted without an index. */
const FACETED_CATALOG = 2_000;
/** Restrictions by which an index finds the few products there are. */
const POINTED: readonly (keyof ProductFilter)[] = ["ids", "gtin14s"];

/** The filters among what a query says; it may say other things. Throws INVALID_PARAMETER. */
export function filterOf(query: object): ProductFilter {
  const given = Object.entries(query).filter(([name]) => FILTER_NAMES.includes(name));
  const parsed = parseFilters(Object.fromEntries(given));
  if ("problems" in parsed) throw invalidParameter(parsed.problems);
  return parsed.filter;
}

/** The first pages of a search with many hits come out of the index in their order, and are soon full. */
const isCommonSearch = ({ filter, offset, terms }: ProductPageRequest, total: number): boolean =>
  Object.keys(filter).join() === "search" &&
  terms[0]?.sort === "created_at" &&
  offset < SEARCH_OFFSET &&
  total >= COMMON_TOTAL;

/** The products of one brand or category come out of an index in their order, the newest first, and are counted already. */
const isOfOne = ({ filter, terms }: ProductPageRequest): boolean =>
  Object.keys(filter).length === 1 &&
  (filter.brandIds ?? filter.onlyCategoryIds)?.length === 1 &&
  terms[0]?.sort === "created_at";

const isHeavy = (request: ProductPageRequest, size: number, total: number | undefined): boolean => {
  const { filter, offset, facets, terms } = request;
  if (facets.length > 0 || terms.length > 1) return size > FACETED_CATALOG;
  if (total !== undefined && isCommonSearch(request, total)) return false;
  if (isOfOne(request)) return offset > FAR_OFFSET;
  const restrictions = restrictionsOf(filter);
  const isPointed = restrictions.some((key) => POINTED.includes(key));
  return offset > FAR_OFFSET || (restrictions.length > 0 && !isPointed && size > LARGE_CATALOG);
};

/**
 * Whether an index gives the page at once, however large the catalog is: of the whole list near its begin, or of few
 * products.
 */
const isLight = ({ filter, offset, facets, terms }: ProductPageRequest): boolean => {
  const restrictions = restrictionsOf(filter);
  const isReached = restrictions.length === 0 || restrictions.some((key) => POINTED.includes(key));
  return isReached && facets.length === 0 && terms.length === 1 && offset <= FAR_OFFSET;
};

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
 * Reads a part of a list of products. `items` is a JSON array; `total` is `null` unless it was asked for, `nextCursor`
 * when nothing comes after. Throws INVALID_PARAMETER or VALIDATION_FAILED for a damaged cursor and for one of another list.
 */
export async function readPart(place: ProductListPlace, request: PartRequest) {
  const { filter, cursor, offset, limit } = request;
  const terms = decidingTerms(request.terms);
  const filtered = JSON.stringify(filter);
  const list = `products ${JSON.stringify(terms)} ${filtered}`;
  const { rows, total } = await readPage(
    place,
    filtered,
    { filter, terms, after: placeOf(list, cursor, request.place), offset, limit, counts: true, facets: request.facets },
    request.includeTotal,
  );
  // The page told its length, or it was counted in the same state.
  const isExact = rows.total !== null || place.totals.isCountedAt(`${place.db.tenantId} ${filtered}`, rows.clock);
  return {
    items: rows.items,
    total,
    facets: rows.facets,
    nextCursor: rows.end && encodeCursor(list, rows.end),
    /** The tenant's change clock when all of this held; `null` when it is of several moments. */
    clock: isExact ? rows.clock : null,
  };
}

/** Where the page before ended. */
function placeOf(list: string, cursor: string | undefined, place: "query" | "body"): ProductListQuery["after"] {
  if (cursor === undefined) return null;
  return placeIn(decodeCursor(list, cursor, place));
}

/** The place that a row's values name: what the list is ordered by, and last its row id. */
const placeIn = (values: CursorValues): NonNullable<ProductListQuery["after"]> => ({
  // Made of a row here; a cursor's checksum says so. What lists are ordered by are texts and numbers.
  values: values.slice(0, -1) as (string | number)[],
  rowId: Number(values.at(-1)),
});

/** A page of the products that pass the query's filters and `restriction`. Throws INVALID_PARAMETER. */
export async function pageOfProducts(
  place: ProductListPlace,
  query: ProductListInput,
  restriction: ProductFilter = {},
) {
  const { text } = await place.totals.pages.answer(place.db, [query, restriction], () =>
    readPageText(place, query, restriction),
  );
  return jsonText<Static<typeof ProductPage>>(text);
}

async function readPageText(place: ProductListPlace, query: ProductListInput, restriction: ProductFilter) {
  const { sort_by: sort = "created_at", sort_order: order = "desc" } = query;
  const page = pageOf(query);
  const { items, total, nextCursor, clock } = await readPart(place, {
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
  return { text: `{"items":${items},"meta":${JSON.stringify(meta)}}`, clock };
}

/** Reads a page; one that is far down the list from where a page is known to begin. */
async function readPage(
  place: ProductListPlace,
  filtered: string,
  request: ProductPageRequest,
  includeTotal: boolean,
): Promise<{ rows: ProductPageRows; total: number | null }> {
  const { totals, db } = place;
  const { after, offset, terms } = request;
  if (after !== null || offset < START_OFFSET) return readFrom(place, filtered, request, includeTotal);
  const list = `${db.tenantId} ${filtered} ${JSON.stringify(terms)}`;
  const clock = await readClock(db);
  const start = totals.starts.find(list, clock, offset);
  const near = start ? { ...request, after: start.place, offset: offset - start.at } : request;
  const read = await readFrom(place, filtered, { ...near, tellsStart: true }, includeTotal);
  // Something has changed meanwhile, perhaps before that place.
  if (start && read.rows.clock !== clock) return readFrom(place, filtered, request, includeTotal);
  if (read.rows.start) {
    totals.starts.keep(list, read.rows.clock, { at: offset, place: placeIn(read.rows.start) });
  }
  return read;
}

/** Reads a page here, or in a worker thread when it may take long. Its total comes from memory while nothing changes. */
async function readFrom(
  place: ProductListPlace,
  filtered: string,
  request: ProductPageRequest,
  includeTotal: boolean,
): Promise<{ rows: ProductPageRows; total: number | null }> {
  const { services, totals, db } = place;
  const list = `${db.tenantId} ${filtered}`;
  if (isLight(request)) {
    const rows = await findPage(db, { ...request, counts: false });
    return {
      rows,
      total: includeTotal ? (rows.total ?? (await lengthOf(place, request.filter, list, rows.clock))) : null,
    };
  }
  const clock = await readClock(db);
  const size = await countAllProducts(db);
  const known = totals.find(list, clock);
  const asked = { ...request, known, counts: includeTotal && known === undefined };
  const rows = isHeavy(asked, size, known)
    ? await totals.running.join(`${clock} ${list} ${JSON.stringify(asked)}`, () =>
        services.ask("products.page", db.tenantId, asked),
      )
    : await findPage(db, asked);
  const { total, countMs } = rows;
  if (total !== null && countMs !== null) totals.keep(list, { total, countMs, clock });
  return { rows, total: includeTotal ? (total ?? known ?? 0) : null };
}
