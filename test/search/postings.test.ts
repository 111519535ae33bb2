import { expect, test } from "bun:test";
import fc from "fast-check";
import { all, either, NO_POSTINGS, type Postings, pageOf, passing, typosOf } from "../../search/libsql/postings.ts";
import { TIERS } from "../../search/port.ts";

const [CODE, HEAD, TITLE, , , , TYPO] = TIERS.keys();

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
// Few rows that meet often, and many that lie far apart.
const anyHits = fc.oneof(anyTiers(40), anyTiers(100_000));
const isAscending = ({ rows }: Postings) => rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0));

test("rows of either list are as good as the better says", () => {
  fc.assert(
    fc.property(anyHits, anyHits, (one, other) => {
      const united = either(made(one), made(other));
      const expected = new Map(
        [...one, ...other].map(([row]) => [row, Math.min(one.get(row) ?? 9, other.get(row) ?? 9)]),
      );
      expect(isAscending(united)).toBe(true);
      expect(read(united)).toEqual(new Map([...expected].toSorted(([a], [b]) => a - b)));
    }),
  );
});

test("rows of all words are as good as the worst says; only the first word tells where a title begins", () => {
  const worst = (tiers: number[]) =>
    Math.max(...tiers.map((tier, at) => (at > 0 && tier === TITLE ? Number(HEAD) : tier)));
  fc.assert(
    fc.property(fc.array(anyHits, { minLength: 1, maxLength: 4 }), (words) => {
      const [first = new Map<number, number>()] = words;
      const common = [...first.keys()].filter((row) => words.every((word) => word.has(row)));
      const expected = common.map((row): [number, number] => [row, worst(words.map((word) => word.get(row) ?? 9))]);
      const found = all(words.map(made));
      expect(isAscending(found)).toBe(true);
      expect(read(found)).toEqual(new Map(expected.toSorted(([a], [b]) => a - b)));
    }),
  );
  expect(all([])).toBe(NO_POSTINGS);
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
      [3, Number(CODE)],
      [5, Number(TYPO)],
      [8, Number(TYPO)],
    ]),
  );
  expect(read(typosOf(hits))).toEqual(
    new Map([
      [5, Number(TYPO)],
      [8, Number(TYPO)],
    ]),
  );
  expect(read(passing(hits, (row) => row > 5))).toEqual(new Map([[8, Number(TYPO)]]));
});
