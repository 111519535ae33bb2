import type { Args } from "../rows.ts";
import { searchCondition } from "./search-condition.ts";

/** Which products. Absent keys do not restrict; the values of a list are alternatives. */
export interface ProductFilter {
  /** Soft-deleted ones too. */
  includeDeleted?: boolean | undefined;
  /** Part of the title, EAN or reference, as `nameKey` writes it. */
  search?: string | undefined;
  ids?: string[] | undefined;
  /** Padded to 14 digits. */
  gtin14s?: string[] | undefined;
  isActive?: boolean | undefined;
  statuses?: string[] | undefined;
  lifecycleStatuses?: string[] | undefined;
  workflowStatuses?: string[] | undefined;
  brandIds?: string[] | undefined;
  /** Ids, names as `nameKey` writes them, or slugs. */
  brands?: string[] | undefined;
  /** With all below them. */
  categoryIds?: string[] | undefined;
  /** Ids, names as `nameKey` writes them, or slugs; with all below them. */
  categories?: string[] | undefined;
  supplierIds?: string[] | undefined;
  /** As `nameKey` writes them. */
  supplierCodes?: string[] | undefined;
  tagIds?: string[] | undefined;
  inStock?: boolean | undefined;
  hasAsin?: boolean | undefined;
  hasPrice?: boolean | undefined;
  hasImages?: boolean | undefined;
  hasMultipleSuppliers?: boolean | undefined;
  hasScraperAssets?: boolean | undefined;
  noSupplier?: boolean | undefined;
  noBrand?: boolean | undefined;
  notEnriched?: boolean | undefined;
  withoutCategory?: boolean | undefined;
  withoutDescription?: boolean | undefined;
  /** Inclusive, like all that follow. */
  minCompleteness?: number | undefined;
  maxCompleteness?: number | undefined;
  /** Ranges of the score, both ends inclusive. */
  completenessRanges?: { from: number; to: number }[] | undefined;
  priceMinCents?: number | undefined;
  priceMaxCents?: number | undefined;
  createdAfterMs?: number | undefined;
  createdBeforeMs?: number | undefined;
  updatedAfterUs?: number | undefined;
  updatedBeforeUs?: number | undefined;
  /** Languages that the product has no texts in. */
  missingLanguages?: string[] | undefined;
}

const among = (parameter: string) => `in (select value from json_each(:${parameter}))`;

const BRANDS = `product.brand_id in (select brand.id from brand where brand.tenant_id = :tenant
  and (brand.id ${among("brands")} or brand.name_key ${among("brands")} or brand.slug ${among("brands")}))`;
const categoryTree = (isRoot: string) => `product.category_id in (
  with recursive tree (id) as (
    select category.id from category where category.tenant_id = :tenant and (${isRoot})
    union select category.id from tree
      cross join category on category.tenant_id = :tenant and category.parent_id = tree.id)
  select id from tree)`;
// By row id, which SQLite takes for the shortest way however many products it thinks there are.
const listed = (column: "id" | "gtin14", parameter: string) => `product.row_id in (
  select found.row_id from json_each(:${parameter}) wanted
    cross join product found on found.tenant_id = :tenant and found.${column} = wanted.value)`;
const soldBy = (isSupplier: string) => `product.row_id in (
  select found.row_id from product_supplier
    cross join product found on found.tenant_id = :tenant and found.id = product_supplier.product_id
    where product_supplier.tenant_id = :tenant and product_supplier.supplier_id in (${isSupplier}))`;

/** How SQLite finds the products of a condition. */
type Reach =
  /** Their row ids are found first. */
  | "rows"
  /** An index has them, in no order. */
  | "index"
  /** An index has them, newest first. */
  | "index-newest"
  /** By looking at each product of the tenant. */
  | "any";
/** The first of these that a filter has is where to begin. */
const REACHES: readonly Reach[] = ["rows", "index", "index-newest"];

interface ListCondition {
  where: string;
  /** For one value. */
  whereOne?: string;
  reach: Reach;
  reachOne?: Reach;
}

/** What each list asks for; the parameter of the same name holds it as JSON. */
const LISTS = {
  ids: { where: listed("id", "ids"), reach: "rows" },
  gtin14s: { where: listed("gtin14", "gtin14s"), reach: "rows" },
  statuses: { where: `product.status ${among("statuses")}`, reach: "any" },
  lifecycleStatuses: { where: `product.lifecycle_status ${among("lifecycleStatuses")}`, reach: "any" },
  workflowStatuses: { where: `product.workflow_status ${among("workflowStatuses")}`, reach: "any" },
  brandIds: {
    where: `product.brand_id ${among("brandIds")}`,
    whereOne: "product.brand_id = :brandIds ->> 0",
    reach: "index",
    reachOne: "index-newest",
  },
  brands: { where: BRANDS, reach: "index" },
  categoryIds: { where: categoryTree(`category.id ${among("categoryIds")}`), reach: "index" },
  categories: {
    where: categoryTree(
      `category.id ${among("categories")} or category.name_key ${among("categories")} or category.slug ${among("categories")}`,
    ),
    reach: "index",
  },
  supplierIds: { where: soldBy("select value from json_each(:supplierIds)"), reach: "rows" },
  supplierCodes: {
    where: soldBy(`select supplier.id from supplier
      where supplier.tenant_id = :tenant and supplier.code_key ${among("supplierCodes")}`),
    reach: "rows",
  },
  // There are no tags to have.
  tagIds: { where: "product.row_id < 0", reach: "any" },
  missingLanguages: {
    where: `exists (select 1 from json_each(:missingLanguages) wanted where not exists (
      select 1 from content_variant where content_variant.tenant_id = :tenant
        and content_variant.product_id = product.id and content_variant.language = wanted.value))`,
    reach: "any",
  },
  completenessRanges: {
    where: `exists (select 1 from json_each(:completenessRanges) wanted
      where product.completeness_score between wanted.value ->> 'from' and wanted.value ->> 'to')`,
    reach: "any",
  },
} as const satisfies Partial<Record<keyof ProductFilter, ListCondition>>;

/**
 * The condition of a live product. Nearly all are, and SQLite must be told: without it, it takes tenant and
 * `deleted_at_ms`, with which several indexes begin, for as good as a key. Where row ids lead to the products, the plus
 * keeps it from those indexes altogether.
 */
export const isLive = (reach: Reach): string =>
  reach === "rows" ? "+product.deleted_at_ms is null" : "likelihood(product.deleted_at_ms is null, 0.99)";

/**
 * What stands before the tenant. Where row ids lead to the products, the plus keeps SQLite from the indexes that begin
 * with the tenant: it would go through all products of the tenant and look each up among the ids.
 */
export const plusFor = (reach: Reach): "+" | "" => (reach === "rows" ? "+" : "");

/** What is true of a product that passes with `true`; it is never null, so `not` gives the others. */
const FLAGS = {
  isActive: "(product.status = 'active')",
  inStock: "(product.stock > 0)",
  hasAsin: "(product.asin is not null)",
  hasPrice: "(coalesce(product.price_cents, 0) > 0)",
  hasImages: "(product.image_url is not null)",
  hasMultipleSuppliers: "(product.supplier_count > 1)",
  // Nothing scrapes or enriches products so far. A constant would keep SQLite from its indexes.
  hasScraperAssets: "(product.row_id < 0)",
  notEnriched: "(product.row_id >= 0)",
  noSupplier: "(product.supplier_id is null and product.supplier_count = 0)",
  noBrand: "(product.brand_id is null)",
  withoutCategory: "(product.category_id is null)",
  withoutDescription: "(product.description is null)",
} as const satisfies Partial<Record<keyof ProductFilter, string>>;

// The plus keeps SQLite from taking the index of the score, which would leave it to sort what it finds.
const BOUNDS = {
  minCompleteness: "+product.completeness_score >= :minCompleteness",
  maxCompleteness: "+product.completeness_score <= :maxCompleteness",
  priceMinCents: "product.price_cents >= :priceMinCents",
  priceMaxCents: "product.price_cents <= :priceMaxCents",
  createdAfterMs: "product.created_at_ms > :createdAfterMs",
  createdBeforeMs: "product.created_at_ms < :createdBeforeMs",
  updatedAfterUs: "product.updated_at_us > :updatedAfterUs",
  updatedBeforeUs: "product.updated_at_us < :updatedBeforeUs",
} as const satisfies Partial<Record<keyof ProductFilter, string>>;

// The keys of a literal object are its own.
const keysOf = <T extends object>(map: T) => Object.keys(map) as (keyof T)[];

interface Condition {
  where: string;
  args?: Args;
  reach?: Reach;
}

const listConditions = (filter: ProductFilter): Condition[] =>
  keysOf(LISTS).flatMap((key) => {
    const values = filter[key];
    if (values === undefined) return [];
    const { where, whereOne = where, reach, reachOne = reach }: ListCondition = LISTS[key];
    const args = { [key]: JSON.stringify(values) };
    return [values.length === 1 ? { where: whereOne, args, reach: reachOne } : { where, args, reach }];
  });

const flagConditions = (filter: ProductFilter): Condition[] =>
  keysOf(FLAGS).flatMap((key) => {
    const value = filter[key];
    return value === undefined ? [] : [{ where: value ? FLAGS[key] : `not ${FLAGS[key]}` }];
  });

const boundConditions = (filter: ProductFilter): Condition[] =>
  keysOf(BOUNDS).flatMap((key) => {
    const value = filter[key];
    // Who asks for what has changed lately expects little.
    const reach = key === "updatedAfterUs" ? "index" : "any";
    return value === undefined ? [] : [{ where: BOUNDS[key], args: { [key]: value }, reach }];
  });

const searchConditions = ({ search }: ProductFilter): Condition[] => {
  if (!search) return [];
  const { isIndexed, ...condition } = searchCondition(search);
  return [{ ...condition, reach: isIndexed ? "rows" : "any" }];
};

/** A filter as SQL. */
export interface FilterSql {
  /** What follows `where product.tenant_id = :tenant and`; never empty. */
  where: string;
  args: Args;
  reach: Reach;
}

/**
 * The condition that a filter puts on `product`, and what it binds. The parts come in a fixed order, so equal sets of
 * keys are one statement.
 */
export function filterSql(filter: ProductFilter): FilterSql {
  const conditions: Condition[] = [
    ...listConditions(filter),
    ...flagConditions(filter),
    ...boundConditions(filter),
    ...searchConditions(filter),
  ];
  const reaches = new Set(conditions.map(({ reach }) => reach));
  const reach = REACHES.find((each) => reaches.has(each)) ?? "any";
  const live = filter.includeDeleted ? [] : [isLive(reach)];
  return {
    where: [...live, ...conditions.map(({ where }) => where)].join(" and ") || "1",
    args: Object.assign({}, ...conditions.map(({ args }) => args)),
    reach,
  };
}
