import { describe, expect, test } from "bun:test";
import { parseFilters } from "../../src/products/lists/filter-schema.ts";

const id = "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01";
const other = "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f02";

describe("parseFilters", () => {
  test.each([
    [{}, {}],
    [{ is_active: null, search: undefined }, {}],
    [{ active_only: true }, { isActive: true }],
    [{ active_only: false }, {}],
    [{ active: false }, { isActive: false }],
    [{ brand: "Café" }, { brands: ["cafe"] }],
    [{ category: ["Home", id.toUpperCase()] }, { categories: ["home", id] }],
    [{ supplier_code: "SUP" }, { supplierCodes: ["sup"] }],
    [{ product_ids: [id, other], ids: other }, { ids: [other] }],
    [{ eans: ["012345678905"] }, { gtin14s: ["00012345678905"] }],
    [
      { price_min: 1.5, price_max: 2 },
      { priceMinCents: 150, priceMaxCents: 200 },
    ],
    [{ updated_since: "2026-01-01T00:00:00.000001Z" }, { updatedAfterUs: 1767225600000001 }],
    [{ created_before: "2026-01-01" }, { createdBeforeMs: 1767225600000 }],
    [
      { completeness_grade: "a,C" },
      {
        completenessRanges: [
          { from: 90, to: 100 },
          { from: 50, to: 69 },
        ],
      },
    ],
    [{ missing_language: "en" }, { missingLanguages: ["en"] }],
  ])("S31.6 reads %j", (filters, filter) => {
    expect(parseFilters(filters)).toEqual({ filter });
  });

  test.each([
    [{ colour: "red" }, ["colour"]],
    [{ is_active: "yes", has_price: 1 }, ["is_active", "has_price"]],
    [{ brand_id: "x" }, ["brand_id"]],
    [{ status: "gone" }, ["status"]],
    [{ eans: ["12"] }, ["eans"]],
    [{ price_min: -1 }, ["price_min"]],
    [{ min_completeness: 101 }, ["min_completeness"]],
    [{ min_completeness: 60, max_completeness: 50 }, ["min_completeness"]],
    [{ updated_after: "yesterday" }, ["updated_after"]],
    [{ search: 5 }, ["search"]],
    [{ constructor: 1 }, ["constructor"]],
  ])("S31.6 finds fault with %j", (filters, fields) => {
    const outcome = parseFilters(filters);
    expect("problems" in outcome && outcome.problems.map(({ field }) => field)).toEqual(fields);
  });
});
