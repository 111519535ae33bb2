import { test } from "bun:test";
import fc from "fast-check";
import type { OfferedPrice } from "../../db/pricing/price-lists.ts";
import { applyingPrice, type Purchase } from "../../src/prices/pricing/applying/applying-price.ts";

const NOW = 1_000;
const moment = fc.option(fc.integer({ min: NOW - 2, max: NOW + 2 }), { nil: null });
const list = fc.record({
  channel: fc.constantFrom("web", "shop"),
  priority: fc.integer({ min: 0, max: 2 }),
  startMs: moment,
  endMs: moment,
  entries: fc.uniqueArray(
    fc.record({
      variantId: fc.constantFrom(null, "v1", "v2"),
      minQuantity: fc.integer({ min: 1, max: 4 }),
      priceCents: fc.integer({ min: 0, max: 1_000 }),
    }),
    { selector: ({ variantId, minQuantity }) => `${variantId} ${minQuantity}`, maxLength: 6 },
  ),
});
const purchase: fc.Arbitrary<Purchase> = fc.record({
  variantId: fc.constantFrom(null, "v1", "v2"),
  quantity: fc.integer({ min: 1, max: 5 }),
  channel: fc.constantFrom(null, "web", "shop"),
  atMs: fc.constant(NOW),
});

type List = typeof list extends fc.Arbitrary<infer L> ? L : never;
type Rank = [priority: number, age: number, isOfVariant: number, minQuantity: number];

const holds = ({ channel, startMs, endMs }: List, requests: Purchase) =>
  (requests.channel ?? channel) === channel && (startMs ?? NOW) <= NOW && (endMs ?? NOW) >= NOW;

/** The rule as the documents state it: all candidates, ranked. */
function modelPrice(lists: List[], requests: Purchase): number {
  const candidates = lists.flatMap((each, age) =>
    each.entries
      .filter(
        ({ minQuantity, variantId }) =>
          minQuantity <= requests.quantity && [null, requests.variantId].includes(variantId),
      )
      .map(({ variantId, minQuantity, priceCents }) => {
        const rank: Rank = [each.priority, age, variantId === null ? 0 : 1, minQuantity];
        return { rank: holds(each, requests) ? rank : undefined, priceCents };
      }),
  );
  const ranked = candidates.flatMap(({ rank, priceCents }) => (rank ? [{ rank, priceCents }] : []));
  const key = ({ rank }: { rank: Rank }) => rank.reduce((sum, part) => sum * 100 + part, 0);
  return ranked.toSorted((one, other) => key(other) - key(one))[0]?.priceCents ?? 42;
}

test("S38.4 the price that applies is that of a plain model", () => {
  fc.assert(
    fc.property(fc.array(list, { maxLength: 5 }), purchase, (lists, requests) => {
      const offers: OfferedPrice[] = lists.flatMap(({ entries, ...rest }, age) =>
        entries.map((entry) => ({
          ...rest,
          ...entry,
          productId: "p",
          pricesIncludeTax: null,
          taxCountry: null,
          entryId: `${age}`,
          priceListId: `${age}`,
          name: "",
          currency: "EUR",
          createdAtMs: age,
          compareAtPriceCents: null,
        })),
      );
      offers.sort((one, other) => other.priority - one.priority || other.createdAtMs - one.createdAtMs);
      return applyingPrice(offers, requests, 42).priceCents === modelPrice(lists, requests);
    }),
    { numRuns: 2_000 },
  );
});
