import type { FacetName } from "../../../db/products/lists/facets.ts";
import { boundColumn, type ProductFilter, reachOf } from "../../../db/products/lists/filter.ts";
import { isSearchedInOrder, orderingIndex, type ProductListQuery } from "../../../db/products/lists/list.ts";
import { isOfCategories } from "../../../db/products/lists/newest-of-categories.ts";
import { storedFilterOf } from "../../../db/products/lists/stored-counts.ts";
import { STATUSES } from "../../../db/products/product-row.ts";

/** What is known of a catalog and of a list before its page is read. */
export interface ListSize {
  /** Products of the tenant. */
  products: number;
  /** Products of the list, now or before the last change; `undefined`: they are not counted. */
  listed: number | undefined;
}

/** How a page is read, or a list counted. */
export interface ListPlan {
  /** The index that has the products in their order; `undefined`: those that are found are sorted. */
  index: string | undefined;
  /** About the number of products looked at. */
  rows: number;
  /** The HTTP thread reads what is bounded; a reader thread all else. */
  runs: "here" | "reader";
}

/** Products that the HTTP thread may look at for one answer: two milliseconds. */
const ROWS_HERE = 2_000;
/** Entries that are passed over in an index cost as much as one product. */
const ENTRIES_A_ROW = 10;
/** The same of entries that are only counted. */
const COUNTED_A_ROW = 50;
/** Of a list within bounds that is shorter, all products are sorted. */
export const SHORT_MAX = 2_000;
/** Pages of a search come out of its index in order, and are soon full, when this number of products is found. */
const COMMON_TOTAL = 1_000;
const SEARCH_OFFSET = 200;
/** The number of products below a category, roughly. */
const BELOW = 20;
/** Restrictions by which an index finds the few products there are. */
const POINTED: readonly (keyof ProductFilter)[] = ["ids", "gtin14s"];

type PageQuery = Pick<ProductListQuery, "filter" | "terms" | "offset" | "limit"> & { facets?: readonly FacetName[] };

/** The filters that a list has. */
const restrictionsOf = (filter: ProductFilter) =>
  // The keys of a literal object are its own.
  (Object.keys(filter) as (keyof ProductFilter)[]).filter((key) => key !== "includeDeleted");

/** Whether an index finds the few products there are. */
export const isPointed = (filter: ProductFilter): boolean =>
  restrictionsOf(filter).some((key) => POINTED.includes(key));

const planned = (index: string | undefined, rows: number): ListPlan => ({
  index,
  rows: Math.ceil(rows),
  runs: rows <= ROWS_HERE ? "here" : "reader",
});

/** How many products a search looks at, when the index of words leads to them. */
function searchedRows({ filter, terms, offset, limit }: PageQuery, { products, listed }: ListSize): number {
  const isCommon = isSearchedInOrder(filter, terms) && restrictionsOf(filter).length === 1 && offset < SEARCH_OFFSET;
  return isCommon && listed !== undefined && listed >= COMMON_TOTAL ? offset + limit : products;
}

/**
 * How a page of a list is read: by which index, how far that bounds it, and so in which thread. Lists with facets, and those
 * ordered by several fields, look at all that they find.
 */
export function planOf(query: PageQuery, size: ListSize): ListPlan {
  const { filter, terms, facets = [] } = query;
  if (isPointed(filter)) return planned(undefined, filter.ids?.length ?? 1);
  const isWhole = facets.length > 0 || terms.length > 1;
  return isWhole ? planned(undefined, size.listed ?? size.products) : orderedPlan(query, size);
}

function orderedPlan(query: PageQuery, size: ListSize): ListPlan {
  const { filter, terms, offset, limit } = query;
  const { products, listed = products } = size;
  const restrictions = restrictionsOf(filter);
  const passed = limit + offset / ENTRIES_A_ROW;
  if (filter.search !== undefined) return planned(undefined, searchedRows(query, size));
  if (isOfCategories(filter) && terms[0]?.sort === "created_at") return planned(undefined, passed * BELOW);
  const index = orderingIndex(filter, terms);
  const isReached = reachOf(filter) !== "any";
  if (index === undefined || (isReached && restrictions.length > 1)) return planned(undefined, listed);
  // The index has these products and no others: those before the page are passed over.
  if (restrictions.length === 0 || isReached || index === "product_by_status") return planned(index, passed);
  if (boundColumn(filter) && listed < SHORT_MAX) return planned(undefined, listed);
  // Products are looked at in their order until enough of them pass.
  return planned(index, Math.min(products, ((offset + limit) * products) / Math.max(listed, 1)));
}

/** A filter as lists read it: whether products are active is a question of their status, of which an index has them. */
export function readableFilter({ isActive, ...filter }: ProductFilter): ProductFilter {
  if (isActive === undefined) return filter;
  const statuses = STATUSES.filter((status) => (status === "active") === isActive);
  return { ...filter, statuses: statuses.filter((status) => filter.statuses?.includes(status) ?? true) };
}

/** How a list is counted: some counts are stored, what is within bounds is counted in their index, all else by looking. */
export function countPlanOf(filter: ProductFilter, { products, listed = products }: ListSize): ListPlan {
  if (restrictionsOf(filter).length === 0 || storedFilterOf(filter) !== undefined) return planned(undefined, 1);
  const isBounded = boundColumn(filter) !== undefined && reachOf(filter) === "any";
  return planned(undefined, isBounded ? listed / COUNTED_A_ROW : products / ENTRIES_A_ROW);
}
