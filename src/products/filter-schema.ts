import type { ProductFilter } from "../../db/products/filter.ts";
import { LIFECYCLE_STATUSES, STATUSES, WORKFLOW_STATUSES } from "../../db/products/product-row.ts";
import type { FieldProblem } from "../http/errors.ts";
import * as read from "./filter-readers.ts";

interface Entry {
  key: keyof ProductFilter;
  read: read.Reader<unknown>;
}

const entry = <K extends keyof ProductFilter>(key: K, reader: read.Reader<ProductFilter[K]>): Entry => ({
  key,
  read: reader,
});
type FlagKey = {
  [K in keyof ProductFilter]: boolean | undefined extends ProductFilter[K] ? K : never;
}[keyof ProductFilter];
const flag = (key: NonNullable<FlagKey>) => entry(key, read.flag);

/** Every filter of products by its API name. The same ones serve lists, exports and whatever works on many products. */
const FILTERS: ReadonlyMap<string, Entry> = new Map([
  ["include_deleted", flag("includeDeleted")],
  ["search", entry("search", read.search)],
  ["ids", entry("ids", read.uuids)],
  ["product_ids", entry("ids", read.uuids)],
  ["ean", entry("gtin14s", read.codes)],
  ["eans", entry("gtin14s", read.codes)],
  ["is_active", flag("isActive")],
  ["active", flag("isActive")],
  ["active_only", entry("isActive", read.onlyTrue)],
  ["status", entry("statuses", read.oneOf(STATUSES))],
  ["lifecycle_status", entry("lifecycleStatuses", read.oneOf(LIFECYCLE_STATUSES))],
  ["workflow_status", entry("workflowStatuses", read.oneOf(WORKFLOW_STATUSES))],
  ["brand", entry("brands", read.names)],
  ["brand_id", entry("brandIds", read.uuids)],
  ["brand_ids", entry("brandIds", read.uuids)],
  ["category", entry("categories", read.names)],
  ["category_id", entry("categoryIds", read.uuids)],
  ["category_ids", entry("categoryIds", read.uuids)],
  ["supplier_id", entry("supplierIds", read.uuids)],
  ["supplier_ids", entry("supplierIds", read.uuids)],
  ["supplier_code", entry("supplierCodes", read.names)],
  ["tag_id", entry("tagIds", read.uuids)],
  ["tags", entry("tagIds", read.names)],
  ["in_stock", flag("inStock")],
  ["has_asin", flag("hasAsin")],
  ["has_price", flag("hasPrice")],
  ["has_images", flag("hasImages")],
  ["has_multiple_suppliers", flag("hasMultipleSuppliers")],
  ["has_scraper_assets", flag("hasScraperAssets")],
  ["no_supplier", flag("noSupplier")],
  ["no_brand", flag("noBrand")],
  ["not_enriched", flag("notEnriched")],
  ["without_category", flag("withoutCategory")],
  ["without_description", flag("withoutDescription")],
  ["min_completeness", entry("minCompleteness", read.percent)],
  ["max_completeness", entry("maxCompleteness", read.percent)],
  ["completeness_grade", entry("completenessRanges", read.grades)],
  ["price_min", entry("priceMinCents", read.price)],
  ["price_max", entry("priceMaxCents", read.price)],
  ["created_after", entry("createdAfterMs", read.milliseconds)],
  ["created_since", entry("createdAfterMs", read.milliseconds)],
  ["created_before", entry("createdBeforeMs", read.milliseconds)],
  ["updated_after", entry("updatedAfterUs", read.microseconds)],
  ["updated_since", entry("updatedAfterUs", read.microseconds)],
  ["updated_before", entry("updatedBeforeUs", read.microseconds)],
  ["missing_language", entry("missingLanguages", read.languages)],
]);

export const FILTER_NAMES: readonly string[] = [...FILTERS.keys()];

/**
 * Reads filters by their API names; `undefined` and `null` do not restrict, values of a list are alternatives, names are
 * compared without case and accents. A name that is no filter is a problem: to pass it over would select everything.
 */
export function parseFilters(
  filters: Record<string, unknown>,
): { filter: ProductFilter } | { problems: FieldProblem[] } {
  const filter: ProductFilter = {};
  const problems: FieldProblem[] = [];
  for (const [field, value] of Object.entries(filters)) {
    if (value === undefined || value === null) continue;
    const entry = FILTERS.get(field);
    const outcome = entry?.read(value) ?? {
      problem: { type: "invalid_value", key: "validation.unknown_field" } as const,
    };
    if ("problem" in outcome) problems.push({ field, ...outcome.problem });
    else if (entry) Object.assign(filter, { [entry.key]: both(filter[entry.key], outcome.value) });
  }
  const { minCompleteness = 0, maxCompleteness = 100 } = filter;
  if (minCompleteness > maxCompleteness) {
    problems.push({
      field: "min_completeness",
      type: "out_of_range",
      key: "validation.maximum",
      params: { limit: maxCompleteness },
    });
  }
  return problems.length > 0 ? { problems } : { filter };
}

/** Two names of one filter must both hold: of two lists what they share, else the later one. */
const both = (before: unknown, value: unknown): unknown =>
  Array.isArray(before) && Array.isArray(value) ? value.filter((each) => before.includes(each)) : (value ?? before);
