import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import type { FacetName } from "../../../db/products/facets.ts";
import type { ProductFilter } from "../../../db/products/filter.ts";
import { countAllProducts, decidingTerms, type ProductListQuery, type SortTerm } from "../../../db/products/list.ts";
import { decodeCursor, encodeCursor } from "../../http/input/cursor.ts";
import { metaPage, type PageInput, pageOf } from "../../http/input/page.ts";
import { invalidParameter } from "../../http/output/errors.ts";
import { jsonText } from "../../http/output/json-text.ts";
import type { ProductPage } from "../schema.ts";
import { FILTER_NAMES, parseFilters } from "./filter-schema.ts";
import { countList, findPage, type ProductPageRequest, type ProductPageRows } from "./find-page.ts";
import { type KnownLength, knownLength, LARGE_CATALOG, type ProductListPlace, restrictionsOf } from "./list-length.ts";

/** What a request for a list of products says besides its filters. */
export interface ProductListInput extends PageInput {
  sort_by?: SortTerm["sort"] | undefined;
  sort_order?: SortTerm["order"] | undefined;
}

export const FAR_OFFSET = 20_000;
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
  const { filter, offset, limit } = request;
  const terms = decidingTerms(request.terms);
  const list = `products ${JSON.stringify(terms)} ${JSON.stringify(filter)}`;
  const { rows, total, isEstimate } = await readPage(
    place,
    { filter, terms, after: placeOf(list, terms, request), offset, limit, counts: true, facets: request.facets },
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
  const read = () => readPageText(place, query, restriction);
  const { text } = await services.cache.answer(db, "catalog", ["products", query, restriction], read, {
    isLasting: isExact,
  });
  return jsonText<Static<typeof ProductPage>>(text);
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
  return { text: `{"items":${items},"meta":${JSON.stringify({ ...meta, ...estimateMark(isEstimate) })}}`, isEstimate };
}

interface ReadPage {
  rows: ProductPageRows;
  /** `null` when it was not asked for. */
  total: number | null;
  isEstimate: boolean;
}

/** Reads a page here, or in a worker thread when it may take long; and its total, which is cached while nothing changes. */
async function readPage(
  place: ProductListPlace,
  request: ProductPageRequest,
  includeTotal: boolean,
): Promise<ReadPage> {
  const { services, db } = place;
  const length = await knownLength(place, ["products", request.filter]);
  if (isLight(request)) {
    const rows = await findPage(db, { ...request, counts: false });
    return {
      rows,
      total: includeTotal ? (rows.total ?? (await countNow(db, length, request.filter))) : null,
      isEstimate: false,
    };
  }
  const known = length.total ?? length.estimate;
  const asked = { ...request, known, counts: includeTotal && known === undefined };
  const rows = isHeavy(asked, await countAllProducts(db), known)
    ? await services.ask("products.page", db.tenantId, asked)
    : await findPage(db, asked);
  const { total, countMs } = rows;
  if (total !== null && countMs !== null) length.put({ total, countMs });
  return {
    rows,
    total: includeTotal ? (total ?? known ?? 0) : null,
    isEstimate: includeTotal && total === null && length.total === undefined,
  };
}

/** The length of a list that is soon counted. */
async function countNow(db: Reader, { total, put }: KnownLength, filter: ProductFilter): Promise<number> {
  if (total !== undefined) return total;
  const counted = await countList(db, filter);
  put(counted);
  return counted.total;
}
