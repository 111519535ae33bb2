import { expect, test } from "bun:test";
import type { ProductFilter } from "../../db/products/lists/filter.ts";
import { listProducts, type ProductSort } from "../../db/products/lists/list.ts";
import { countPlanOf, type ListPlan, planOf, readableFilter } from "../../src/products/lists/list-plan.ts";
import { openPlanner } from "../db/planner.ts";

const MILLION = 1_000_000;
const PAGE = { offset: 0, limit: 20 };
const ACTIVE: ProductFilter = { isActive: true };

/** Lists of a million products, how many they have, and how their pages are to be read. */
const PLANS: [
  name: string,
  filter: ProductFilter,
  sort: ProductSort,
  listed: number,
  runs: ListPlan["runs"],
  index: string | null,
][] = [
  ["all", {}, "created_at", MILLION, "here", "product_newest"],
  ["all by price", {}, "price", MILLION, "here", "product_by_price"],
  ["all by title", {}, "title", MILLION, "here", "product_by_title"],
  ["all by change", {}, "updated_at", MILLION, "here", "product_changes"],
  ["active", ACTIVE, "created_at", 900_000, "here", "product_by_status"],
  ["few drafts", { statuses: ["draft"] }, "created_at", 30, "here", "product_by_status"],
  ["active by price", ACTIVE, "price", 900_000, "here", "product_by_price"],
  ["few drafts by price", { statuses: ["draft"] }, "price", 30, "reader", "product_by_price"],
  ["a brand", { brandIds: ["a"] }, "created_at", 50_000, "here", "product_by_brand"],
  ["a brand by price", { brandIds: ["a"] }, "price", 50_000, "reader", null],
  ["a small brand by price", { brandIds: ["a"] }, "price", 500, "here", null],
  ["a category alone", { onlyCategoryIds: ["a"] }, "created_at", 50_000, "here", "product_by_category"],
  ["a category", { categoryIds: ["a"] }, "created_at", 50_000, "here", null],
  ["few prices", { priceMinCents: 1, priceMaxCents: 2 }, "created_at", 900, "here", null],
  ["many prices", { priceMinCents: 1 }, "created_at", 500_000, "here", "product_newest"],
  ["rare prices", { priceMinCents: 1 }, "created_at", 5_000, "reader", "product_newest"],
  ["with images", { hasImages: true }, "created_at", 700_000, "here", "product_newest"],
  ["almost none with images", { hasImages: true }, "created_at", 7, "reader", "product_newest"],
  ["some", { ids: ["a", "b"] }, "title", 2, "here", null],
  ["a supplier", { supplierIds: ["a"] }, "created_at", 50_000, "reader", null],
  ["rare words", { search: "chair" }, "created_at", 30, "reader", null],
  ["common words", { search: "chair" }, "created_at", 5_000, "here", null],
];

test.each(PLANS)("the page of %s is read as planned", async (_, given, sort, listed, runs, index) => {
  const filter = readableFilter(given);
  const query = { filter, terms: [{ sort, order: "desc" as const }], ...PAGE };
  const plan = planOf(query, { products: MILLION, listed });
  expect([plan.runs, plan.index ?? null]).toEqual([runs, index]);

  const { reader, steps } = openPlanner({ packed: "[]", shown: null });
  await listProducts(reader, { ...query, after: null, isShort: listed < 2_000 });
  const walked = steps.filter((step) => /USING (?:COVERING )?INDEX product_(?:newest|by_|changes)/.test(step));
  if (index !== null) expect(walked.some((step) => step.includes(`INDEX ${index} `))).toBe(true);
  // A page that the HTTP thread reads in the order of an index is not sorted: only its own rows are, after they were found.
  if (index !== null) expect(steps.filter((step) => step.includes("TEMP B-TREE")).length).toBeLessThanOrEqual(1);
});

test("a page far down a list is read by a reader thread, from where passing over becomes slow", () => {
  const runsAt = (offset: number) =>
    planOf(
      { filter: {}, terms: [{ sort: "created_at", order: "desc" }], limit: 20, offset },
      { products: MILLION, listed: MILLION },
    ).runs;
  expect([runsAt(0), runsAt(15_000), runsAt(500_000)]).toEqual(["here", "here", "reader"]);
});

test.each<[string, ProductFilter, number | undefined, ListPlan["runs"]]>([
  ["all", {}, undefined, "here"],
  ["active", readableFilter(ACTIVE), undefined, "here"],
  ["two brands", { brandIds: ["a", "b"] }, undefined, "here"],
  ["prices", { priceMinCents: 1 }, undefined, "reader"],
  ["prices that were few", { priceMinCents: 1 }, 5_000, "here"],
  ["with images", { hasImages: true }, 5, "reader"],
])("%s of a million products are counted where that is quick", (_, filter, listed, runs) => {
  expect(countPlanOf(filter, { products: MILLION, listed }).runs).toBe(runs);
});
