import { expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { withCategoriesBelow } from "../../db/products/lists/categories-below.ts";
import { filterRows, type ProductFilter } from "../../db/products/lists/filter.ts";
import { listProductsByRow } from "../../db/products/lists/list.ts";
import { countAllByFacet, countRowsByFacet } from "../../search/libsql/count-by-facet.ts";
import { FactColumns } from "../../search/libsql/fact-columns.ts";
import { NO_POSTINGS, postingsOf } from "../../search/libsql/postings.ts";
import {
  listCodePostings,
  listHeadPostings,
  listPhrasePostings,
  listPostings,
  listVocabulary,
  listWordPostings,
} from "../../search/libsql/read-postings.ts";
import { FACETS } from "../../search/port.ts";
import { isOutOfReach } from "../../search/unseen.ts";
import { openPlanner } from "../db/planner.ts";

const LISTS = [
  ...Array.from({ length: 10 }, (_, at) => `rows${at}`),
  "brand",
  "category",
  "totals",
  "passed",
  "rows",
  "status",
  "prices",
  "named",
];
const planner = () =>
  openPlanner({
    hits: 0,
    is_out_of_reach: 0,
    changes: 0,
    packed: "[]",
    shown: null,
    ...Object.fromEntries(LISTS.map((name) => [name, "[]"])),
  });

/** A table read whole: FTS5's are read by their index, and so are those that the statement itself holds. */
const SCAN = /^SCAN (?!.*VIRTUAL TABLE)(?!page|tree|CONSTANT ROW|\(subquery)/;
/** What FTS5 reads by its words, and not from its first row to its last. */
const MATCHED = /^SCAN product_(word|title) VIRTUAL TABLE INDEX \d+:M/;

const FILTERS: Record<string, ProductFilter> = {
  none: {},
  price: { priceMinCents: 1, priceMaxCents: 2 },
  brand: { brandIds: ["a"] },
  category: { categoryIds: ["a"] },
  supplier: { supplierIds: ["a"] },
  tag: { tagIds: ["a"] },
  states: { isActive: true, inStock: true },
};

test("the rows of words are found by their words", async () => {
  const works: ((db: Reader) => Promise<unknown>)[] = [
    (db) =>
      listWordPostings(db, {
        whole: '("0000a")',
        begun: '("0000a"*)',
        titleBegun: '("0000a"*)',
        code: '"0000§a"',
        codeBegun: '"0000§a"*',
      }),
    (db) =>
      listPhrasePostings(
        db,
        {
          same: '^"0000a 0000¶"',
          start: '^"0000a"',
          phrase: '"0000a 0000b"',
          startBegun: undefined,
          phraseBegun: '"0000a"*',
          head: undefined,
        },
        NO_POSTINGS,
      ),
    (db) => listHeadPostings(db, '^"0000a"'),
    (db) => listCodePostings(db, '{code} : "0000§a"'),
    (db) => listPostings(db, '"0000a"', "typo"),
  ];
  for (const work of works) {
    const { reader, steps } = planner();
    await work(reader);
    expect(steps.filter((step) => SCAN.test(step))).toEqual([]);
    expect(steps.some((step) => MATCHED.test(step))).toBe(true);
  }
});

test.each(Object.entries(FILTERS))("hits filtered by %s are looked at by their rows", async (_, filter) => {
  const { reader, steps } = planner();
  await filterRows(reader, filter, [1, 2]);
  expect(steps.filter((step) => SCAN.test(step))).toEqual([]);
});

test("hits are counted by their rows, and facts are read by theirs", async () => {
  const { reader, steps } = planner();
  const facts = new FactColumns();
  await countRowsByFacet(reader, [1, 2], FACETS);
  for (const indexedToUs of [1, 2]) {
    await facts.count(reader, { tag: "0000", indexedToUs }, postingsOf([1, 9_000], "title"), ["brand"]);
  }
  expect(steps.filter((step) => SCAN.test(step))).toEqual([]);
});

test.each(Object.entries(FILTERS))("all products by %s are counted within their tenant", async (_, filter) => {
  const { reader, steps } = planner();
  await countAllByFacet(reader, filter, FACETS);
  expect(steps.filter((step) => SCAN.test(step))).toEqual([]);
});

test("what the index has not seen, and what lies below categories, is looked up", async () => {
  const { reader, steps } = planner();
  await isOutOfReach(reader, 1);
  await withCategoriesBelow(reader, [["a", 1]]);
  expect(steps.filter((step) => SCAN.test(step) && !/SCAN (above|counted)/.test(step))).toEqual([]);
  expect(steps.some((step) => step.includes("job_unique"))).toBe(true);
});

test("the rows of hits and the words of a tenant are looked up", async () => {
  const { reader, steps } = planner();
  await listProductsByRow(reader, [1, 2]);
  await listVocabulary(reader, "0000");
  expect(steps.filter((step) => SCAN.test(step))).toEqual([]);
  expect(steps.filter((step) => step.includes("product_vocabulary"))).not.toEqual([]);
});
