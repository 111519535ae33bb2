import { type TSchema, Type } from "@sinclair/typebox";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import { STORED_FIELDS } from "../../../db/products/product-row.ts";
import { Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { PRICE_MAX } from "../../kit/cents.ts";
import { PRODUCT_FIELDS } from "../fields/catalogue.ts";
import * as read from "./filter-readers.ts";

interface Entry {
  key: keyof ProductFilter;
  read: read.Reader<unknown>;
  /** What the query of a list takes; absent: another name, for bodies only. */
  query: TSchema | undefined;
}

const entry = <K extends keyof ProductFilter>(
  key: K,
  reader: read.Reader<ProductFilter[K]>,
  query?: TSchema,
): Entry => ({ key, read: reader, query });
type FlagKey = {
  [K in keyof ProductFilter]: boolean | undefined extends ProductFilter[K] ? K : never;
}[keyof ProductFilter];
const flag = (key: NonNullable<FlagKey>, description?: string) =>
  entry(key, read.flag, description === undefined ? undefined : Type.Boolean({ description }));

const Ids = (description: string) => Type.Array(Uuid, { maxItems: 200, description });
const Words = (words: readonly string[], description: string) => Type.Array(oneOf(words), { description });
const Score = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });
const Price = (description: string) => Type.Number({ minimum: 0, maximum: PRICE_MAX, description });
const Time = (description: string) => Type.String({ maxLength: 40, description, examples: ["2026-11-21T10:00:00Z"] });
const Search = Type.String({
  maxLength: 200,
  description: "Part of the title, EAN or reference, ignoring case and accents.",
});
const Ean = Type.String({ description: "The EAN, UPC or GTIN, with or without leading zeros." });
const Eans = Type.Array(Type.String(), { maxItems: 200, description: "Any of these EANs." });
const Grades = Type.Array(Type.String(), {
  description: "Completeness grade A, B, C or D; several are combined with OR.",
  examples: [["A", "B"]],
});

/** The filters of fields that are one of some words. */
const WORDS = PRODUCT_FIELDS.flatMap(({ name, filter, column }): [string, Entry][] => {
  const words = STORED_FIELDS.find(({ key }) => key === column?.key)?.words;
  return filter && words ? [[name, entry(filter, read.oneOf(words), Words(words, "Any of these."))]] : [];
});

/** Every filter of products by its API name. The same ones serve lists, exports and all work on many products. */
const FILTERS: ReadonlyMap<string, Entry> = new Map([
  ["include_deleted", flag("includeDeleted", "Include deleted products. Default false.")],
  ["search", entry("search", read.search, Search)],
  ["ids", entry("ids", read.uuids, Ids("Any of these products."))],
  ["product_ids", entry("ids", read.uuids)],
  ["ean", entry("gtin14s", read.codes, Ean)],
  ["eans", entry("gtin14s", read.codes, Eans)],
  ["is_active", flag("isActive", "Whether the status is active.")],
  ["active", flag("isActive")],
  ["active_only", entry("isActive", read.onlyTrue)],
  ...WORDS,
  ["brand", entry("brands", read.names)],
  ["brand_id", entry("brandIds", read.uuids, Ids("Any of these brands."))],
  ["brand_ids", entry("brandIds", read.uuids)],
  ["category", entry("categories", read.names)],
  ["category_id", entry("categoryIds", read.uuids, Ids("Any of these categories or their subcategories."))],
  ["category_ids", entry("categoryIds", read.uuids)],
  ["only_category_id", entry("onlyCategoryIds", read.uuids)],
  ["supplier_id", entry("supplierIds", read.uuids)],
  ["supplier_ids", entry("supplierIds", read.uuids, Ids("From any of these suppliers."))],
  ["supplier_code", entry("supplierCodes", read.names)],
  ["tag_id", entry("tagIds", read.uuids, Ids("With any of these tags."))],
  ["tags", entry("tagIds", read.names)],
  ["in_stock", flag("inStock", "Whether it is in stock.")],
  ["has_asin", flag("hasAsin", "Whether it has an ASIN.")],
  ["has_price", flag("hasPrice", "Whether the price is above 0.")],
  ["has_images", flag("hasImages", "Whether it has an image.")],
  ["has_multiple_suppliers", flag("hasMultipleSuppliers", "Whether it has at least two suppliers.")],
  ["has_scraper_assets", flag("hasScraperAssets", "Whether it has images found on the web.")],
  ["no_supplier", flag("noSupplier", "Whether it has no supplier.")],
  ["no_brand", flag("noBrand", "Whether it has no brand.")],
  ["not_enriched", flag("notEnriched", "Whether it has never been enriched.")],
  ["without_category", flag("withoutCategory", "Whether it has no category.")],
  ["without_description", flag("withoutDescription", "Whether it has no description.")],
  ["min_completeness", entry("minCompleteness", read.percent, Score("Minimum completeness score, inclusive."))],
  ["max_completeness", entry("maxCompleteness", read.percent, Score("Maximum completeness score, inclusive."))],
  ["completeness_grade", entry("completenessRanges", read.grades, Grades)],
  ["price_min", entry("priceMinCents", read.price, Price("Minimum price, inclusive."))],
  ["price_max", entry("priceMaxCents", read.price, Price("Maximum price, inclusive."))],
  ["created_after", entry("createdAfterMs", read.milliseconds, Time("Created after this time."))],
  ["created_since", entry("createdAfterMs", read.milliseconds)],
  ["created_before", entry("createdBeforeMs", read.milliseconds, Time("Created before this time."))],
  ["updated_after", entry("updatedAfterUs", read.microseconds, Time("Changed after this time."))],
  ["updated_since", entry("updatedAfterUs", read.microseconds)],
  ["updated_before", entry("updatedBeforeUs", read.microseconds, Time("Changed before this time."))],
  ["missing_language", entry("missingLanguages", read.languages)],
]);

/** The filters that the query of a list takes, by name. */
export const FILTER_QUERY: Record<string, TSchema> = Object.fromEntries(
  [...FILTERS].flatMap(([name, { query }]) => (query ? [[name, Type.Optional(query)]] : [])),
);

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
