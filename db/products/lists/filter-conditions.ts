// What a list of products can be restricted by. A new filter is one line in one of the maps below, and one line in
// `src/products/lists/filter-schema.ts` that gives it its name in the API.

import { stateOf } from "../product-state.ts";
import { categoriesBelow } from "./categories-below.ts";

const among = (parameter: string) => `in (select value from json_each(:${parameter}))`;

const BRANDS = `product.brand_id in (select brand.id from brand where brand.tenant_id = :tenant
  and (brand.id ${among("brands")} or brand.name_key ${among("brands")} or brand.slug ${among("brands")}))`;
const categoryTree = (isRoot: string) => `product.category_id in (${categoriesBelow(isRoot)})`;
// By row id, which SQLite takes for the shortest way however many products it thinks there are.
const listed = (column: "id" | "gtin14", parameter: string) => `product.row_id in (
  select found.row_id from json_each(:${parameter}) wanted
    cross join product found on found.tenant_id = :tenant and found.${column} = wanted.value)`;
const soldBy = (isSupplier: string) => `product.row_id in (
  select found.row_id from product_supplier
    cross join product found on found.tenant_id = :tenant and found.id = product_supplier.product_id
    where product_supplier.tenant_id = :tenant and product_supplier.supplier_id in (${isSupplier}))`;

/** How SQLite finds the products of a condition. */
export type Reach =
  /** Their row ids are found first. */
  | "rows"
  /** An index has them, in no order. */
  | "index"
  /** An index has them, newest first. */
  | "index-newest"
  /** By looking at each product of the tenant. */
  | "any";
export interface ListCondition {
  where: string;
  /** For one value. */
  whereOne?: string;
  reach: Reach;
  reachOne?: Reach;
}

/**
 * Lists of alternatives, and what each asks for; the parameter of the same name holds it as JSON. Texts are compared as
 * they are; names and codes come as `nameKey` writes them.
 */
export const LISTS = {
  ids: { where: listed("id", "ids"), whereOne: "product.id = :ids ->> 0", reach: "rows", reachOne: "index" },
  /** Padded to 14 digits. */
  gtin14s: {
    where: listed("gtin14", "gtin14s"),
    whereOne: "product.gtin14 = :gtin14s ->> 0",
    reach: "rows",
    reachOne: "index",
  },
  statuses: {
    where: `product.status ${among("statuses")}`,
    whereOne: "product.status = :statuses ->> 0",
    reach: "any",
  },
  lifecycleStatuses: { where: `product.lifecycle_status ${among("lifecycleStatuses")}`, reach: "any" },
  workflowStatuses: { where: `product.workflow_status ${among("workflowStatuses")}`, reach: "any" },
  brandIds: {
    where: `product.brand_id ${among("brandIds")}`,
    whereOne: "product.brand_id = :brandIds ->> 0",
    reach: "index",
    reachOne: "index-newest",
  },
  /** Ids, names or slugs. */
  brands: { where: BRANDS, reach: "index" },
  /** With all below them. */
  categoryIds: { where: categoryTree(`category.id ${among("categoryIds")}`), reach: "index" },
  /** Without what lies below them. */
  onlyCategoryIds: {
    where: `product.category_id ${among("onlyCategoryIds")}`,
    whereOne: "product.category_id = :onlyCategoryIds ->> 0",
    reach: "index",
    reachOne: "index-newest",
  },
  /** Ids, names or slugs; with all below them. */
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
  /** Ids, or names as `nameKey` writes them. */
  tagIds: {
    where: `product.row_id in (
      select found.row_id from tag
        cross join product_tag on product_tag.tenant_id = :tenant and product_tag.tag_id = tag.id
        cross join product found on found.tenant_id = :tenant and found.id = product_tag.product_id
        where tag.tenant_id = :tenant and (tag.id ${among("tagIds")} or tag.name_key ${among("tagIds")}))`,
    reach: "rows",
  },
  /** Members of any of these entities. */
  entityIds: {
    where: `product.row_id in (
      select found.row_id from product_entity
        cross join product found on found.tenant_id = :tenant and found.id = product_entity.product_id
        where product_entity.tenant_id = :tenant and product_entity.entity_id ${among("entityIds")})`,
    reach: "rows",
  },
  /** Languages that the product has no texts in. */
  missingLanguages: {
    where: `exists (select 1 from json_each(:missingLanguages) wanted where not exists (
      select 1 from content_variant where content_variant.tenant_id = :tenant
        and content_variant.product_id = product.id and content_variant.language = wanted.value))`,
    reach: "any",
  },
} as const satisfies Record<string, ListCondition>;

/** Lists of ranges, both ends inclusive. */
export const RANGES = {
  completenessRanges: {
    where: `exists (select 1 from json_each(:completenessRanges) wanted
      where product.completeness_score between wanted.value ->> 'from' and wanted.value ->> 'to')`,
    reach: "any",
  },
} as const satisfies Record<string, ListCondition>;

/** What is true of a product that passes with `true`; it is never null, so `not` gives the others. */
const flagsOf = (state: typeof stateOf) =>
  ({
    isActive: "(product.status = 'active')",
    // Of the product itself, or of a variant that is sold.
    inStock: `(${state("stock")} > 0 or exists (select 1 from product_variant
    where product_variant.tenant_id = :tenant and product_variant.product_id = product.id
      and product_variant.is_active = 1 and product_variant.stock > 0))`,
    hasAsin: "(product.asin is not null)",
    hasPrice: "(coalesce(product.price_cents, 0) > 0)",
    hasImages: "(product.image_url is not null)",
    hasMultipleSuppliers: `(${state("supplier_count")} > 1)`,
    hasScraperAssets: `(exists (select 1 from media
    where media.tenant_id = :tenant and media.product_id = product.id and media.source = 'scraper'))`,
    notEnriched: `(not exists (select 1 from enrichment_result
    where enrichment_result.tenant_id = :tenant and enrichment_result.product_id = product.id))`,
    noSupplier: `(product.supplier_id is null and ${state("supplier_count")} = 0)`,
    noBrand: "(product.brand_id is null)",
    withoutCategory: "(product.category_id is null)",
    withoutDescription: "(product.description is null)",
  }) as const satisfies Record<string, string>;
export const FLAGS = flagsOf(stateOf);
/** The same of products whose state is joined. */
export const JOINED_FLAGS = flagsOf((column) => `state.${column}`);

/** A comparison of a column with a number. */
interface Bound {
  column: keyof typeof INDEXED_BY | "created_at_ms" | "updated_at_us";
  test: string;
}

/** Indexes of live products by a number that they are bounded by. */
export const INDEXED_BY = { price_order: "product_by_price", completeness_score: "product_by_score" } as const;
export type BoundColumn = keyof typeof INDEXED_BY;

/** Comparisons with a number; a product without a price is in no range of prices. */
export const BOUNDS = {
  minCompleteness: { column: "completeness_score", test: ">= :minCompleteness" },
  maxCompleteness: { column: "completeness_score", test: "<= :maxCompleteness" },
  priceMinCents: { column: "price_order", test: ">= max(:priceMinCents, 0)" },
  // The plus leaves the lower end of the range to the other bound.
  priceMaxCents: { column: "price_order", test: "<= :priceMaxCents and +product.price_order >= 0" },
  createdAfterMs: { column: "created_at_ms", test: "> :createdAfterMs" },
  createdBeforeMs: { column: "created_at_ms", test: "< :createdBeforeMs" },
  updatedAfterUs: { column: "updated_at_us", test: "> :updatedAfterUs" },
  updatedBeforeUs: { column: "updated_at_us", test: "< :updatedBeforeUs" },
} as const satisfies Record<string, Bound>;

/** Leads to the products that `updatedAfterUs` lets through. Who asks for what has changed lately expects little. */
export const CHANGED = `product.row_id in (select changed.row_id from product_state changed
  where changed.tenant_id = :tenant and changed.updated_at_us > :updatedAfterUs)`;
