import { expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import type { ProductFilter } from "../../db/products/filter.ts";
import { listProductsByRow } from "../../db/products/list.ts";
import { countFacets } from "../../search/libsql/facts.ts";
import { countAllByFacet, countHits, listHits, listVocabulary } from "../../search/libsql/hits.ts";
import { FACETS } from "../../search/port.ts";
import { openPlanner } from "../db/planner.ts";

const planner = () => openPlanner({ hits: 0, packed: "[]", brand: "[1]", category: "[2]", status: "[3]", named: "{}" });

/** A table read whole: FTS5's are read by their index, and so are lists that the statement itself holds. */
const SCAN = /^SCAN (?!.*VIRTUAL TABLE)(?!page|tree)/;
/** What FTS5 reads by its words, and not from its first row to its last. */
const MATCHED = /^SCAN product_word VIRTUAL TABLE INDEX \d+:M/;

const FILTERS: Record<string, ProductFilter> = {
  none: {},
  price: { priceMinCents: 1, priceMaxCents: 2 },
  brand: { brandIds: ["a"] },
  category: { categoryIds: ["a"] },
  supplier: { supplierIds: ["a"] },
  tag: { tagIds: ["a"] },
  states: { isActive: true, inStock: true },
};

test.each(Object.entries(FILTERS))(
  "hits filtered by %s are found by their words, and counted without a scan",
  async (_, filter) => {
    const query = { match: '"0000a"', filter, stale: [1] };
    const works: ((db: Reader) => Promise<unknown>)[] = [
      (db) => listHits(db, query, { offset: 0, limit: 20 }),
      (db) => countHits(db, query),
      (db) => countFacets(db, query, FACETS),
    ];
    for (const work of works) {
      const { reader, steps } = planner();
      await work(reader);
      expect(steps.filter((step) => SCAN.test(step))).toEqual([]);
      expect(steps.some((step) => MATCHED.test(step))).toBe(true);
    }
  },
);

test.each(Object.entries(FILTERS))("all products by %s are counted within their tenant", async (_, filter) => {
  const { reader, steps } = planner();
  await countAllByFacet(reader, filter, FACETS);
  expect(steps.filter((step) => SCAN.test(step))).toEqual([]);
});

test("the rows of hits and the words of a tenant are looked up", async () => {
  const { reader, steps } = planner();
  await listProductsByRow(reader, [1, 2]);
  await listVocabulary(reader, "0000");
  expect(steps.filter((step) => SCAN.test(step))).toEqual([]);
  expect(steps.filter((step) => step.includes("product_vocabulary"))).not.toEqual([]);
});
