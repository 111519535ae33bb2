import { expect, test } from "bun:test";
import fc from "fast-check";
import { all, either, NO_POSTINGS, type Postings, pageOf, passing, typosOf } from "../../search/libsql/postings.ts";
import { placeOfBoth, TIERS, type Tier } from "../../search/match-tiers.ts";

const CODE = TIERS.indexOf("code");
const TYPO = TIERS.indexOf("typo");
/** What words alone make of a hit; words in their order and codes are added to all of them together. */
const OF_WORDS = [...TIERS.keys()].filter((place) => place >= TIERS.indexOf("title"));

/** Hits by their rows, as a test reads and makes them. */
const read = ({ rows, tiers }: Postings) => new Map(Array.from(rows, (row, at) => [row, tiers[at] ?? 0]));
const made = (tiers: ReadonlyMap<number, number>): Postings => {
  const ascending = [...tiers].toSorted(([one], [other]) => one - other);
  return {
    rows: Uint32Array.from(ascending, ([row]) => row),
    tiers: Uint8Array.from(ascending, ([, tier]) => tier),
  };
};
const anyTiers = (rowMax: number) =>
  fc
    .array(fc.tuple(fc.nat(rowMax), fc.constantFrom(...TIERS.keys())), { maxLength: 60 })
    .map((entries) => new Map(entries));
// Few rows that meet often, and many at a distance.
const anyHits = fc.oneof(anyTiers(40), anyTiers(100_000));
const isAscending = ({ rows }: Postings) => rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0));

test("rows of either list are as good as the better says", () => {
  fc.assert(
    fc.property(anyHits, anyHits, (one, other) => {
      const united = either(made(one), made(other));
      const expected = new Map(
        [...one, ...other].map(([row]) => [row, Math.min(one.get(row) ?? 99, other.get(row) ?? 99)]),
      );
      expect(isAscending(united)).toBe(true);
      expect(read(united)).toEqual(new Map([...expected].toSorted(([a], [b]) => a - b)));
    }),
  );
});

const anyWordTiers = (rowMax: number) =>
  fc
    .array(fc.tuple(fc.nat(rowMax), fc.constantFrom(...OF_WORDS)), { maxLength: 60 })
    .map((entries) => new Map(entries));

test("rows of all words are as good as all of them together say, in any order", () => {
  const any = fc.oneof(anyWordTiers(40), anyWordTiers(100_000));
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 4 }), (words) => {
      const [first = new Map<number, number>()] = words;
      const common = [...first.keys()].filter((row) => words.every((word) => word.has(row)));
      const expected = common.map((row): [number, number] => [
        row,
        words.map((word) => word.get(row) ?? 99).reduce(placeOfBoth),
      ]);
      const found = all(words.map(made));
      expect(isAscending(found)).toBe(true);
      expect(read(found)).toEqual(new Map(expected.toSorted(([a], [b]) => a - b)));
    }),
  );
  expect(all([])).toBe(NO_POSTINGS);
});

test.each<[Tier, Tier, Tier]>([
  ["title", "title", "title"],
  ["title", "title_begun", "title_begun"],
  ["brand", "title_begun", "brand_begun"],
  ["title", "text", "text"],
  ["category_begun", "brand", "category_begun"],
  ["text_begun", "typo", "typo"],
  ["typo", "typo", "typos"],
  ["typos", "title", "typos"],
])("%s and %s make %s", (one, other, both) => {
  const place = (tier: Tier) => TIERS.indexOf(tier);
  expect(TIERS[placeOfBoth(place(one), place(other))]).toBe(both);
});

test("pages are parts of the hits by tier, then by row", () => {
  fc.assert(
    fc.property(anyHits, fc.nat(70), fc.nat(70), (tiers, offset, limit) => {
      const ordered = [...tiers].toSorted(([one, tier], [other, next]) => tier - next || one - other);
      const expected = ordered.slice(offset, offset + limit).map(([row, tier]) => ({ row, tier: TIERS[tier] }));
      expect(pageOf(made(tiers), { offset, limit })).toEqual(expected as ReturnType<typeof pageOf>);
    }),
  );
});

test("hits are picked by their row and tier", () => {
  const hits = made(
    new Map([
      [3, CODE],
      [5, TYPO],
      [8, TYPO],
    ]),
  );
  expect(read(typosOf(hits))).toEqual(
    new Map([
      [5, TYPO],
      [8, TYPO],
    ]),
  );
  expect(read(passing(hits, (row) => row > 5))).toEqual(new Map([[8, Number(TYPO)]]));
});
