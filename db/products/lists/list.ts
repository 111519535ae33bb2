import type { Reader } from "../../ports.ts";
import type { Args } from "../../rows.ts";
import { STATE } from "../product-state.ts";
import { boundColumn, filterSql, isLive, type ProductFilter, plusFor } from "./filter.ts";
import type { BoundColumn } from "./filter-conditions.ts";
import { type ListedProduct, listedIn, listedSql } from "./listed-product.ts";
import { isOfCategories, newestOfCategories } from "./newest-of-categories.ts";
import { SEARCHED_IN_ORDER, searchCondition } from "./search-condition.ts";

/** What each order compares; `row_id` grows with every new product. */
const SORTS = {
  created_at: "product.row_id",
  updated_at: "state.updated_at_us",
  title: "product.title_key",
  price: "product.price_order",
  completeness_score: "product.completeness_score",
} as const;
/** The orders that are those of a column with bounds. */
const BOUND_SORTS: Partial<Record<ProductSort, BoundColumn>> = {
  price: "price_order",
  completeness_score: "completeness_score",
};
export type ProductSort = keyof typeof SORTS;
// The keys of a literal object are its own.
export const PRODUCT_SORTS = Object.keys(SORTS) as ProductSort[];
/** No two products share these values. */
const UNIQUE: readonly ProductSort[] = ["created_at", "updated_at"];

export interface SortTerm {
  sort: ProductSort;
  order: "asc" | "desc";
}

export interface ProductListQuery {
  filter: ProductFilter;
  /** At least one; what comes first counts first. Ties go by age, in the order of the last one. */
  terms: readonly SortTerm[];
  /** Where the page before ended; `null` for the first page, or when `offset` counts. */
  after: { values: readonly (string | number)[]; rowId: number } | null;
  offset: number;
  limit: number;
  /** Whether it is known to be of few products. */
  isShort?: boolean | undefined;
}

/** The terms that distinguish products: none after one whose values no two products share. */
export function decidingTerms(terms: readonly SortTerm[]): SortTerm[] {
  const unique = terms.findIndex(({ sort }) => UNIQUE.includes(sort));
  const counting = unique < 0 ? terms : terms.slice(0, unique + 1);
  return counting.filter(({ sort }, index) => counting.findIndex((each) => each.sort === sort) === index);
}

const DELETED = "product.deleted_at_ms is not null";
const beyond = (order: "asc" | "desc") => (order === "asc" ? ">" : "<");
const lastOrder = (terms: readonly SortTerm[]) => terms.at(-1)?.order ?? "desc";

/** What comes after the last row of the page before: each condition is a range of an index, and no two overlap. */
function continuations(terms: readonly SortTerm[]): string[] {
  const equal = (count: number) =>
    terms.slice(0, count).map(({ sort }, index) => `and ${SORTS[sort]} = :after${index}`);
  const ranges = terms.map(({ sort, order }, index) =>
    [...equal(index), `and ${SORTS[sort]} ${beyond(order)} :after${index}`].join(" "),
  );
  if (terms.some(({ sort }) => UNIQUE.includes(sort))) return ranges;
  return [...ranges, [...equal(terms.length), `and product.row_id ${beyond(lastOrder(terms))} :afterRow`].join(" ")];
}

/** What a range is read from: its products, or their changes where it is in the order of these. */
function tablesOf(terms: readonly SortTerm[], isOrdered: boolean): string {
  if (terms.every(({ sort }) => sort !== "updated_at")) return "product";
  if (!isOrdered || terms[0]?.sort !== "updated_at") return `product ${STATE}`;
  return `product_state state
    cross join product on state.tenant_id = :tenant and product.row_id = state.row_id`;
}

/** Whether a list has the products of one status in their order: an index has them, and no others. */
const isOfStatus = (filter: ProductFilter, [first]: readonly SortTerm[]): boolean =>
  Object.keys(filter).join() === "statuses" && filter.statuses?.length === 1 && first?.sort === "created_at";

/** The indexes of live products that have them in an order. */
const ORDERED_BY: Record<ProductSort, string> = {
  created_at: "product_newest",
  updated_at: "product_changes",
  title: "product_by_title",
  price: "product_by_price",
  completeness_score: "product_by_score",
};

/**
 * The index that a page of live products is read from, in its order, until the page is full. `undefined`: the products of
 * the filter are found first, and sorted.
 */
export function orderingIndex(filter: ProductFilter, terms: readonly SortTerm[]): string | undefined {
  const sort = terms[0]?.sort ?? "created_at";
  if (isOfStatus(filter, terms)) return "product_by_status";
  const { reach } = filterSql(filter);
  if (reach === "any") return ORDERED_BY[sort];
  if (reach !== "index-newest" || sort !== "created_at") return undefined;
  return filter.brandIds?.length === 1 ? "product_by_brand" : "product_by_category";
}

/** One range of the page's rows, from its begin on. Live and deleted products are in indexes of their own. */
function rangeSql(
  filter: ProductFilter,
  terms: readonly SortTerm[],
  { from, deleted, isShort }: { from: string; deleted: boolean; isShort: boolean | undefined },
): string {
  const sorted = BOUND_SORTS[terms[0]?.sort ?? "created_at"];
  // Of few products within bounds all are sorted: those bounds are looked for in an index.
  const sought = sorted === undefined && isShort ? boundColumn(filter) : undefined;
  const status = isOfStatus(filter, terms) ? "status" : undefined;
  const { where, reach } = filterSql({ ...filter, includeDeleted: true }, sorted ?? sought ?? status);
  // A plus keeps SQLite from going through all products in this order when the filter leads to few.
  const isOrdered = (reach === "any" && sought === undefined) || (reach !== "index" && terms[0]?.sort === "created_at");
  const plus = isOrdered ? "" : "+";
  const values = terms.map(({ sort }, index) => `${SORTS[sort]} as sort_${index}`);
  const order = terms.map((term) => `${plus}${SORTS[term.sort]} ${term.order}`);
  return `select product.row_id as row_id, ${values.join(", ")} from ${tablesOf(terms, isOrdered && !deleted)}
    where ${plusFor(reach)}product.tenant_id = :tenant and ${where} and ${deleted ? DELETED : isLive(reach)}
      ${from}
    order by ${order.join(", ")}, ${plus}product.row_id ${lastOrder(terms)}`;
}

/** Whether the search index gives the rows of a list in their order. */
export const isSearchedInOrder = (filter: ProductFilter, [first]: readonly SortTerm[]): boolean =>
  first?.sort === "created_at" &&
  filter.search !== undefined &&
  searchCondition(filter.search).isIndexed &&
  filterSql({ ...filter, search: undefined }).reach !== "rows";

/** The ranges of a list that the search index has in order: what is indexed, and what has changed since. */
function searchedRanges(filter: ProductFilter, order: "asc" | "desc", isContinued: boolean): string[] {
  const { where } = filterSql({ ...filter, search: undefined });
  return SEARCHED_IN_ORDER.map(
    (part) => `select product.row_id as row_id, product.row_id as sort_0 from ${part.from}
      where ${part.where} and ${where} ${isContinued ? part.beyond[beyond(order)] : ""} order by ${part.order[order]}`,
  );
}

/** What a statement binds of the place where the page before ended. */
function placeArgs(terms: readonly SortTerm[], after: ProductListQuery["after"]): Args {
  if (!after) return {};
  const values = terms.map((_, index) => [`after${index}`, after.values[index] ?? null] as const);
  return { afterRow: after.rowId, ...Object.fromEntries(values) };
}

/** The rows of a page and what they are ordered by, for `from`. */
function pageSql({ filter, terms, after, limit, offset, isShort }: ProductListQuery): { sql: string; args: Args } {
  const args: Args = { ...filterSql(filter).args, limit, offset, ...placeArgs(terms, after) };
  if (isOfCategories(filter) && terms[0]?.sort === "created_at") {
    const [from = ""] = after ? continuations(terms) : [];
    return { sql: `${newestOfCategories(lastOrder(terms), from)} limit :limit offset :offset`, args };
  }
  const ranges = isSearchedInOrder(filter, terms)
    ? searchedRanges(filter, lastOrder(terms), after !== null)
    : (after ? continuations(terms) : [""]).flatMap((from) => {
        const live = rangeSql(filter, terms, { from, deleted: false, isShort });
        return filter.includeDeleted ? [live, rangeSql(filter, terms, { from, deleted: true, isShort })] : [live];
      });
  if (ranges.length === 1) return { sql: `${ranges[0]} limit :limit offset :offset`, args };
  const values = terms.map((_, index) => `sort_${index}`).join(", ");
  const union = ranges.map((range) => `select row_id, ${values} from (${range} limit :limit + :offset)`);
  return { sql: `${union.join(" union all ")} order by ${orderSql(terms)} limit :limit offset :offset`, args };
}

const orderSql = (terms: readonly SortTerm[]) =>
  [...terms.map(({ order }, index) => `sort_${index} ${order}`), `row_id ${lastOrder(terms)}`].join(", ");

const pageOf = (sql: string, terms: readonly SortTerm[]) => listedSql(sql, { values: terms.length });

/** The most frequent lists: all products, and those that one value of one filter leads to. */
const COMMON = ["", "gtin14s", "statuses", "brandIds", "onlyCategoryIds", "categoryIds"] as const;
type Common = (typeof COMMON)[number];
/** The statements of these lists in one order, from their first use on: a long text is expensive to make and to look up. */
const commonStatements = new Map<string, string>();

function commonStatement(common: Common, { sort, order }: SortTerm, isContinued: boolean): string {
  const key = `${common} ${sort} ${order} ${isContinued}`;
  const known = commonStatements.get(key);
  if (known !== undefined) return known;
  const terms = [{ sort, order }];
  const after = isContinued ? { values: [0], rowId: 0 } : null;
  const { sql } = pageSql({ filter: common === "" ? {} : { [common]: [""] }, terms, after, offset: 0, limit: 0 });
  const statement = pageOf(sql, terms);
  commonStatements.set(key, statement);
  return statement;
}

/** Which of the common lists it is, and what its filter binds. */
function commonOf(filter: ProductFilter): { common: Common; args: Args } | undefined {
  const keys = Object.keys(filter);
  if (keys.length === 0) return { common: "", args: {} };
  const common = keys.length === 1 ? COMMON.find((each) => each === keys[0]) : undefined;
  const values = common ? filter[common] : undefined;
  return common && values?.length === 1 ? { common, args: { [common]: JSON.stringify(values) } } : undefined;
}

/** The statement of a page, and what it binds. */
function statementOf(query: ProductListQuery, terms: readonly SortTerm[]): { sql: string; args: Args } {
  const { filter, after, limit, offset } = query;
  const [term] = terms;
  const known = term && terms.length === 1 ? commonOf(filter) : undefined;
  if (term && known) {
    const sql = commonStatement(known.common, term, after !== null);
    return { sql, args: { ...known.args, limit, offset, ...placeArgs(terms, after) } };
  }
  const made = pageSql({ ...query, terms });
  return { sql: pageOf(made.sql, terms), args: made.args };
}

/** A page of products, in their order. */
export function listProducts(db: Reader, query: ProductListQuery): Promise<ListedProduct[]> {
  const { sql, args } = statementOf(query, decidingTerms(query.terms));
  return db.one(sql, args, listedIn);
}

const LISTED_BY_ROW = listedSql("select value as row_id, key as sort_0 from json_each(:rowIds) order by key", {
  values: 1,
  where: "product.deleted_at_ms is null",
});

/** The live products of these rows, in this order; what another tenant has there is left out. */
export const listProductsByRow = (db: Reader, rowIds: readonly number[]): Promise<ListedProduct[]> =>
  db.one(LISTED_BY_ROW, { rowIds: JSON.stringify(rowIds) }, listedIn);

const LISTED_BY_ID = listedSql(
  `select product.row_id from json_each(:ids) wanted
    cross join product on product.tenant_id = :tenant and product.id = wanted.value`,
  { values: 0, where: "product.deleted_at_ms is null" },
);

/** The live products of these ids. */
export const listProductsById = (db: Reader, ids: readonly string[]): Promise<ListedProduct[]> =>
  db.one(LISTED_BY_ID, { ids: JSON.stringify(ids) }, listedIn);
