import { expect, test } from "bun:test";
import { countChanges, listChanges } from "../../db/history/product-changes.ts";
import type { Reader } from "../../db/ports.ts";
import { countGroups, countMissing, countScores, GROUPINGS } from "../../db/product-stats/completeness.ts";
import { countOverview } from "../../db/product-stats/overview.ts";
import { countByReference } from "../../db/product-stats/reference-counts.ts";
import { averageScore, listScored } from "../../db/product-stats/rescoring.ts";
import { listIdsUpTo, measureCatalog } from "../../db/products/delete.ts";
import { countProducts } from "../../db/products/lists/count.ts";
import { countFacets, FACET_NAMES } from "../../db/products/lists/facets.ts";
import type { ProductFilter } from "../../db/products/lists/filter.ts";
import { BOUNDS, FLAGS, LISTS, RANGES } from "../../db/products/lists/filter-conditions.ts";
import { listProducts, PRODUCT_SORTS, type ProductListQuery } from "../../db/products/lists/list.ts";
import { text } from "../../db/rows.ts";
import { database, openPlanner } from "../db/planner.ts";

const planner = () => openPlanner({ products: 0, packed: "[]", shown: null });

const FILTERS: Record<string, ProductFilter> = {
  none: {},
  deleted: { includeDeleted: true },
  id: { ids: ["a"] },
  ids: { ids: ["a", "b"] },
  gtin: { gtin14s: ["a"] },
  gtins: { gtin14s: ["a", "b"] },
  brand: { brandIds: ["a"] },
  brands: { brandIds: ["a", "b"] },
  "brand by name": { brands: ["a"] },
  category: { categoryIds: ["a"] },
  "category by name": { categories: ["a"] },
  supplier: { supplierIds: ["a"] },
  "supplier by code": { supplierCodes: ["a"] },
  tag: { tagIds: ["a"] },
  entity: { entityIds: ["a"] },
  states: { isActive: true, statuses: ["active"], lifecycleStatuses: ["new"], workflowStatuses: ["draft"] },
  flags: { inStock: true, hasAsin: true, hasPrice: false, hasImages: true, hasMultipleSuppliers: false },
  lacks: { noBrand: true, noSupplier: true, withoutCategory: true, withoutDescription: false, notEnriched: true },
  completeness: { minCompleteness: 1, maxCompleteness: 2, completenessRanges: [{ from: 1, to: 2 }] },
  prices: { priceMinCents: 1, priceMaxCents: 2 },
  times: { createdAfterMs: 1, createdBeforeMs: 2, updatedAfterUs: 1, updatedBeforeUs: 2 },
  languages: { missingLanguages: ["en"] },
  search: { search: "chair" },
  "short search": { search: "ch" },
};
const AFTER: ProductListQuery["after"][] = [null, { values: [1], rowId: 1 }];

/** One filter for each condition there is. */
const SINGLE: Record<string, ProductFilter> = Object.fromEntries([
  ...Object.keys(LISTS).map((key) => [key, { [key]: ["a", "b"] }]),
  ...Object.keys(RANGES).map((key) => [key, { [key]: [{ from: 1, to: 2 }] }]),
  ...Object.keys(FLAGS).flatMap((key) => [
    [key, { [key]: true }],
    [`not ${key}`, { [key]: false }],
  ]),
  ...Object.keys(BOUNDS).map((key) => [key, { [key]: 1 }]),
]);
const TERMS: ProductListQuery["terms"][] = [
  ...PRODUCT_SORTS.flatMap((sort) => [[{ sort, order: "asc" } as const], [{ sort, order: "desc" } as const]]),
  [
    { sort: "price", order: "asc" },
    { sort: "title", order: "desc" },
    { sort: "completeness_score", order: "asc" },
  ],
];

/** Tables that may hold as many rows as the catalog. */
const SCAN = /^SCAN (?:product|product_state|state|changed|tail|content_variant|product_supplier)\b(?! VIRTUAL)/;

test.each(Object.entries(FILTERS))("no list filtered by %s reads all products of all tenants", async (_, filter) => {
  for (const sort of PRODUCT_SORTS) {
    for (const after of AFTER) {
      const { reader, steps } = planner();
      await listProducts(reader, { filter, terms: [{ sort, order: "desc" }], after, offset: 0, limit: 20 });
      expect(steps.filter((step) => SCAN.test(step) && !step.includes("product_gram"))).toEqual([]);
      expect(steps.some((step) => /^SEARCH product USING .*\((?:tenant_id|rowid)/.test(step))).toBe(true);
    }
  }
});

test.each(Object.entries(FILTERS))("no count of %s reads all products of all tenants", async (_, filter) => {
  const { reader, steps } = planner();
  await countProducts(reader, filter);
  expect(steps.filter((step) => SCAN.test(step) && !step.includes("product_gram"))).toEqual([]);
});

test.each(PRODUCT_SORTS)("the unfiltered list sorted by %s comes out of an index in order", async (sort) => {
  for (const order of ["asc", "desc"] as const) {
    const { reader, steps } = planner();
    await listProducts(reader, { filter: {}, terms: [{ sort, order }], after: null, offset: 0, limit: 20 });
    // What is sorted is the page itself, after its rows were looked up.
    const sorts = steps.filter((step) => step.includes("TEMP B-TREE"));
    expect(sorts.length).toBeLessThanOrEqual(1);
    const page = steps.find((step) => step.includes("product_"));
    expect(page).toMatch(/^SEARCH (?:product|state) USING (?:COVERING )?INDEX product_\w+ \(tenant_id=\?/);
  }
});

test.each([
  ["brand", "product_by_brand"],
  ["brands", "product_by_brand"],
  ["category", "product_by_category"],
  ["supplier", "product_supplier_products"],
  ["times", "product_changes"],
  ["ids", "product_id"],
  ["gtins", "product_gtin"],
])("a list filtered by %s begins at %s, in any order", async (name, index) => {
  for (const sort of PRODUCT_SORTS) {
    const { reader, steps } = planner();
    await listProducts(reader, {
      filter: FILTERS[name] ?? {},
      terms: [{ sort, order: "desc" }],
      after: null,
      offset: 0,
      limit: 20,
    });
    expect(steps.some((step) => step.includes(index))).toBe(true);
    const others = /product_(?:newest|by_\w+)/g;
    const walked = steps.filter((step) => !step.includes("rowid=?")).flatMap((step) => step.match(others) ?? []);
    expect(walked.filter((each) => each !== index)).toEqual([]);
  }
});

test.each([
  [
    "prices",
    { priceMinCents: 1, priceMaxCents: 2 },
    "product_by_price (tenant_id=? AND deleted_at_ms=? AND price_order>? AND price_order<?)",
  ],
  ["the lowest price", { priceMinCents: 1 }, "product_by_price (tenant_id=? AND deleted_at_ms=? AND price_order>?)"],
  ["scores", { minCompleteness: 1 }, "product_by_score (tenant_id=? AND deleted_at_ms=? AND completeness_score>?)"],
] as const)("products within a range of %s are counted in that range of an index", async (_, filter, range) => {
  const { reader, steps } = planner();
  await countProducts(reader, filter);
  const searches = steps
    .filter((step) => step.startsWith("SEARCH product "))
    .map((step) => step.replace("COVERING ", ""));
  expect(searches).toEqual([`SEARCH product USING INDEX ${range}`]);
});

test.each(Object.entries(SINGLE))(
  "no list by %s alone reads other tenants' products, in any order",
  async (_, filter) => {
    for (const terms of TERMS) {
      const places: ProductListQuery["after"][] = [null, { values: terms.map(() => 1), rowId: 1 }];
      for (const after of places) {
        const { reader, steps } = planner();
        await listProducts(reader, { filter, terms, after, offset: 0, limit: 20 });
        expect(steps.filter((step) => SCAN.test(step))).toEqual([]);
      }
    }
  },
);

const WHOLE: Record<string, (reader: Reader) => Promise<unknown>> = {
  overview: (reader) => countOverview(reader, 0),
  scores: (reader) => countScores(reader, {}),
  "missing fields": (reader) => countMissing(reader, {}, [{ field: "title", weight: 100 }]),
  "brands and categories": async (reader) => {
    await countByReference(reader, "brand");
    await countByReference(reader, "category");
  },
  groups: async (reader) => {
    for (const by of GROUPINGS) await countGroups(reader, {}, by);
  },
  facets: (reader) => countFacets(reader, { hasPrice: true }, FACET_NAMES),
  "scores to be counted anew": (reader) => listScored(reader, 0, 10),
  "the mean score": averageScore,
  history: (reader) => listChanges(reader, { productId: "a", before: null, offset: 0, limit: 10 }),
  "length of a history": (reader) => countChanges(reader, { productId: "a", field: "price" }),
  "all that is to be erased": async (reader) => {
    await measureCatalog(reader);
    await listIdsUpTo(reader, 5, 10);
  },
};

test.each(Object.entries(WHOLE))("%s: read from the tenant's part of an index", async (_, run) => {
  const { reader, steps } = planner();
  await run({ ...reader, one: async (sql, args) => reader.all(sql, args, () => 0) as never });
  expect(steps.filter((step) => SCAN.test(step) || step.startsWith("SCAN product_change"))).toEqual([]);
  expect(steps.some((step) => /^SEARCH \w+ USING .*\((?:tenant_id|product_row)=/.test(step))).toBe(true);
});

test("what goes with an erased product is found by an index, in every table", () => {
  const rows = (sql: string) => database.rows(sql, {});
  const columnsOf = (index: string) => rows(`pragma index_info("${index}")`).map((row) => row["name"]);
  const unindexed = rows("select name from sqlite_master where type = 'table'").flatMap((row) => {
    const table = text(row, "name");
    const keys = rows(`pragma foreign_key_list("${table}")`).filter((key) => key["table"] === "product");
    const indexes = rows(`pragma index_list("${table}")`).map((index) => columnsOf(text(index, "name")));
    return [...new Set(keys.map((key) => key["id"]))].flatMap((id) => {
      const columns = keys.filter((key) => key["id"] === id).map((key) => key["from"]);
      const isIndexed = indexes.some((index) =>
        columns.every((column) => index.slice(0, columns.length).includes(column)),
      );
      return isIndexed ? [] : [`${table} (${columns.join(", ")})`];
    });
  });
  expect(unindexed).toEqual([]);
});
