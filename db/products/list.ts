import type { Reader } from "../ports.ts";
import { type Args, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";
import { filterSql, isLive, type ProductFilter, plusFor } from "./filter.ts";
import type { LifecycleStatus, Status, WorkflowStatus } from "./product-row.ts";
import { SEARCHED_IN_ORDER, searchCondition } from "./search-condition.ts";

/** A product as a list shows it. */
export interface ListedProduct {
  rowId: number;
  /** What the list is ordered by. */
  sortValues: (string | number)[];
  id: string;
  ean: string | null;
  reference: string | null;
  title: string;
  shortDescription: string | null;
  description: string | null;
  brandId: string | null;
  brandName: string | null;
  categoryId: string | null;
  categoryName: string | null;
  supplierId: string | null;
  supplierName: string | null;
  priceCents: number | null;
  costPriceCents: number | null;
  taxRate: number | null;
  weight: number | null;
  width: number | null;
  height: number | null;
  depth: number | null;
  asin: string | null;
  countryOfOrigin: string | null;
  shoppingCategory: string | null;
  marketplaceCategory: string | null;
  status: Status;
  lifecycleStatus: LifecycleStatus;
  workflowStatus: WorkflowStatus;
  stock: number;
  imageUrl: string | null;
  completenessScore: number;
  createdAtMs: number;
  updatedAtUs: number;
  deletedAtMs: number | null;
}

const readListed = (row: Row, terms: number): ListedProduct => ({
  rowId: number(row, "row_id"),
  // Each of the orders is by a column without nulls.
  sortValues: Array.from({ length: terms }, (_, index) => row[`sort_${index}`] as string | number),
  id: text(row, "id"),
  ean: textOrNull(row, "ean"),
  reference: textOrNull(row, "reference"),
  title: text(row, "title"),
  shortDescription: textOrNull(row, "short_description"),
  description: textOrNull(row, "description"),
  brandId: textOrNull(row, "brand_id"),
  brandName: textOrNull(row, "brand_name"),
  categoryId: textOrNull(row, "category_id"),
  categoryName: textOrNull(row, "category_name"),
  supplierId: textOrNull(row, "supplier_id"),
  supplierName: textOrNull(row, "supplier_name"),
  priceCents: numberOrNull(row, "price_cents"),
  costPriceCents: numberOrNull(row, "cost_price_cents"),
  taxRate: numberOrNull(row, "tax_rate"),
  weight: numberOrNull(row, "weight"),
  width: numberOrNull(row, "width"),
  height: numberOrNull(row, "height"),
  depth: numberOrNull(row, "depth"),
  asin: textOrNull(row, "asin"),
  countryOfOrigin: textOrNull(row, "country_of_origin"),
  shoppingCategory: textOrNull(row, "shopping_category"),
  marketplaceCategory: textOrNull(row, "marketplace_category"),
  // Check constraints hold the words of the three.
  status: text(row, "status") as Status,
  lifecycleStatus: text(row, "lifecycle_status") as LifecycleStatus,
  workflowStatus: text(row, "workflow_status") as WorkflowStatus,
  stock: number(row, "stock"),
  imageUrl: textOrNull(row, "image_url"),
  completenessScore: number(row, "completeness_score"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtUs: number(row, "updated_at_us"),
  deletedAtMs: numberOrNull(row, "deleted_at_ms"),
});

/** What each order compares; `row_id` grows with every new product. */
const SORTS = {
  created_at: "product.row_id",
  updated_at: "product.updated_at_us",
  title: "product.title_key",
  price: "product.price_order",
  completeness_score: "product.completeness_score",
} as const;
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
}

/** The terms that tell products apart: none after one whose values no two products share. */
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

/** One range of the page's rows, from its begin on. Live and deleted products are in indexes of their own. */
function rangeSql(
  filter: ProductFilter,
  terms: readonly SortTerm[],
  { from, deleted }: { from: string; deleted: boolean },
): string {
  const { where, reach } = filterSql({ ...filter, includeDeleted: true });
  // A plus keeps SQLite from going through all products in this order when the filter leads to few.
  const isOrdered = reach === "any" || (reach !== "index" && terms[0]?.sort === "created_at");
  const plus = isOrdered ? "" : "+";
  const values = terms.map(({ sort }, index) => `${SORTS[sort]} as sort_${index}`);
  const order = terms.map((term) => `${plus}${SORTS[term.sort]} ${term.order}`);
  return `select product.row_id as row_id, ${values.join(", ")} from product
    where ${plusFor(reach)}product.tenant_id = :tenant and ${where} and ${deleted ? DELETED : isLive(reach)}
      ${from}
    order by ${order.join(", ")}, ${plus}product.row_id ${lastOrder(terms)}`;
}

/** Whether the search index gives the rows of a list in their order. */
const isSearchedInOrder = (filter: ProductFilter, [first]: readonly SortTerm[]): boolean =>
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

/** The rows of a page and what they are ordered by, for `from`. */
function pageSql({ filter, terms, after, limit, offset }: ProductListQuery): { sql: string; args: Args } {
  const args: Args = { ...filterSql(filter).args, limit, offset };
  if (after) {
    args["afterRow"] = after.rowId;
    for (const [index] of terms.entries()) args[`after${index}`] = after.values[index] ?? null;
  }
  const ranges = isSearchedInOrder(filter, terms)
    ? searchedRanges(filter, lastOrder(terms), after !== null)
    : (after ? continuations(terms) : [""]).flatMap((from) => {
        const live = rangeSql(filter, terms, { from, deleted: false });
        return filter.includeDeleted ? [live, rangeSql(filter, terms, { from, deleted: true })] : [live];
      });
  if (ranges.length === 1) return { sql: `${ranges[0]} limit :limit offset :offset`, args };
  const values = terms.map((_, index) => `sort_${index}`).join(", ");
  const union = ranges.map((range) => `select row_id, ${values} from (${range} limit :limit + :offset)`);
  return { sql: `${union.join(" union all ")} order by ${orderSql(terms)} limit :limit offset :offset`, args };
}

/** The rows that `page` names, as lists show them; `page` has `row_id` and what `values` names. */
const listedSql = (page: string, values: string): string => `select product.row_id, ${values}, product.id, product.ean,
    product.reference, product.title, product.short_description, product.description, product.brand_id,
    brand.name as brand_name, product.category_id, category.name as category_name, product.supplier_id,
    supplier.name as supplier_name, product.price_cents, product.cost_price_cents, product.tax_rate, product.weight,
    product.width, product.height, product.depth, product.asin, product.country_of_origin,
    product.extra ->> 'shopping_category' as shopping_category,
    product.extra ->> 'marketplace_category' as marketplace_category, product.status, product.lifecycle_status,
    product.workflow_status, product.stock, product.image_url, product.completeness_score,
    product.created_at_ms, product.updated_at_us, product.deleted_at_ms
  from (${page}) page
  cross join product on product.tenant_id = :tenant and product.row_id = page.row_id
  left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
  left join category on category.tenant_id = :tenant and category.id = product.category_id
  left join supplier on supplier.tenant_id = :tenant and supplier.id = product.supplier_id`;

const orderSql = (terms: readonly SortTerm[], table = "") =>
  [...terms.map(({ order }, index) => `${table}sort_${index} ${order}`), `${table}row_id ${lastOrder(terms)}`].join(
    ", ",
  );

/** A page of products in their order. */
export function listProducts(db: Reader, query: ProductListQuery): Promise<ListedProduct[]> {
  const terms = decidingTerms(query.terms);
  const { sql, args } = pageSql({ ...query, terms });
  const values = terms.map((_, index) => `page.sort_${index}`).join(", ");
  return db.all(`${listedSql(sql, values)} order by ${orderSql(terms, "page.")}`, args, (row) =>
    readListed(row, terms.length),
  );
}

/** The live products of these rows, in this order; what another tenant has there, or nobody, is left out. */
export const listProductsByRow = (db: Reader, rowIds: readonly number[]): Promise<ListedProduct[]> =>
  db.all(
    `${listedSql("select value as row_id, key as sort_0 from json_each(:rowIds)", "page.sort_0")}
      where product.deleted_at_ms is null order by page.sort_0`,
    { rowIds: JSON.stringify(rowIds) },
    (row) => readListed(row, 1),
  );

/** How many products a filter lets through. Reads every one of them: remember it. */
export function countProducts(db: Reader, filter: ProductFilter): Promise<number> {
  const { where, args, reach } = filterSql({ ...filter, includeDeleted: true });
  const hint = (index: string) => (reach === "any" ? `indexed by ${index}` : "");
  const deleted = `+ (select count(*) from product ${hint("product_deleted")}
    where ${plusFor(reach)}product.tenant_id = :tenant and ${DELETED} and ${where})`;
  return db.one(
    `select (select count(*) from product ${hint("product_newest")}
        where ${plusFor(reach)}product.tenant_id = :tenant and ${isLive(reach)} and ${where})
      ${filter.includeDeleted ? deleted : ""} as products`,
    args,
    (row) => number(row, "products"),
  );
}

/** The tenant's change clock: as long as it stands, no product has changed. 0 before the first change. */
export const readClock = async (db: Reader): Promise<number> =>
  (await db.first("select last_us from tenant_clock where tenant_id = :tenant", {}, (row) => number(row, "last_us"))) ??
  0;

/** Whether the tenant has any product, soft-deleted ones included. */
export const hasProducts = async (db: Reader): Promise<boolean> =>
  (await db.first("select 1 from product where tenant_id = :tenant limit 1", {}, () => true)) ?? false;
