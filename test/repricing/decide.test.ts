import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Facts } from "../../src/repricing/conditions.ts";
import { ACTION_TYPES, engineOf, type Rule } from "../../src/repricing/decide.ts";
import { ROUNDINGS, roundedWithin, scaled } from "../../src/repricing/money-math.ts";

const cents = fc.integer({ min: 1, max: 1_000_000_00 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const euros = fc.integer({ min: 1, max: 500_000 }).map((each) => each / 100);

const facts: fc.Arbitrary<Facts> = fc.record({
  id: fc.constant("p"),
  priceCents: maybe(cents),
  costCents: maybe(cents),
  mapCents: maybe(cents),
  stock: fc.nat(),
  categoryId: fc.constant(null),
  supplierId: fc.constant(null),
  brandId: fc.constant(null),
  lowestCents: maybe(cents),
  averageCents: maybe(cents),
  competitorIds: fc.constant([]),
  listCents: fc.constant({}),
});
const bounds = fc.record({
  min_price: maybe(euros),
  max_price: maybe(euros),
  min_margin_percent: maybe(fc.integer({ min: 0, max: 99 })),
  max_change_percent: maybe(fc.integer({ min: 0, max: 1000 })),
  rounding: fc.constantFrom(...ROUNDINGS),
});
const rule: fc.Arbitrary<Rule> = fc.record({
  id: fc.constant("r"),
  name: fc.constant("Rule"),
  version: fc.constant(1),
  conditions: fc.constant([]),
  action: fc.record({
    type: fc.constantFrom(...ACTION_TYPES),
    value: fc.integer({ min: 1, max: 9_900 }).map((v) => v / 100),
  }),
  bounds,
  priceListId: fc.constant(null),
});

function expectWithin({ bounds: wanted }: Rule, { costCents }: Facts, afterCents: number): void {
  const { min_price: min, max_price: max, min_margin_percent: margin } = wanted ?? {};
  if (min != null) expect(afterCents).toBeGreaterThanOrEqual(Math.round(min * 100));
  if (max != null) expect(afterCents).toBeLessThanOrEqual(Math.round(max * 100));
  if (margin == null || costCents === null) return;
  expect(BigInt(afterCents - costCents) * 100n >= BigInt(margin) * BigInt(afterCents)).toBe(true);
}

test("S40.2 no rule ever goes below MAP, cost or its bounds, and all prices are whole cents", () => {
  fc.assert(
    fc.property(rule, facts, (one, product) => {
      const decision = engineOf([one])(product);
      if ("skip" in decision) return;
      const { afterCents } = decision;
      expect(Number.isSafeInteger(afterCents) && afterCents > 0).toBe(true);
      expect(afterCents).toBeGreaterThanOrEqual(Math.max(product.mapCents ?? 0, product.costCents ?? 0));
      expectWithin(one, product, afterCents);
      expect(decision.reason).not.toBe("");
    }),
    { numRuns: 5_000 },
  );
});

test("S40.2 a price moves no further than its rule allows, unless a floor wants it", () => {
  fc.assert(
    fc.property(rule, facts, (one, product) => {
      const decision = engineOf([one])({ ...product, mapCents: null, costCents: null });
      if ("skip" in decision || decision.beforeCents === null || one.bounds?.min_price != null) return;
      const share = BigInt(Math.round((one.bounds?.max_change_percent ?? 30) * 100));
      const moved = BigInt(Math.abs(decision.afterCents - decision.beforeCents));
      // Half a cent at most is rounded.
      expect(moved * 10_000n <= share * BigInt(decision.beforeCents) + 5_000n).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test("S40.2 rounding keeps to its prices where one lies between the bounds, and is exact", () => {
  expect(roundedWithin(1234, "0.05", 0, 9999)).toBe(1235);
  expect(roundedWithin(1250, "x.99", 0, 9999)).toBe(1299);
  expect(roundedWithin(1249, "x.99", 0, 1298)).toBe(1199);
  expect(roundedWithin(1249, "x.90", 1240, 1260)).toBe(1249);
  expect(roundedWithin(1234, "none", 0, 9999)).toBe(1234);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e14 }), fc.integer({ min: 0, max: 20_000 }), (amount, share) => {
      const exact = (BigInt(amount) * BigInt(share) * 2n + 10_000n) / 20_000n;
      return BigInt(scaled(amount, share, 10_000)) === exact;
    }),
  );
});

const KNOWN: Facts = {
  id: "p",
  priceCents: 2000,
  costCents: 1000,
  mapCents: null,
  stock: 5,
  categoryId: "c",
  supplierId: null,
  brandId: "b",
  lowestCents: 1800,
  averageCents: 1900,
  competitorIds: ["k"],
  listCents: {},
};
const matching = (...conditions: Record<string, unknown>[]) => {
  const action = { type: "set_price", value: 15 } as const;
  const decision = engineOf([{ id: "r", name: "R", version: 1, conditions, action, bounds: null, priceListId: null }])(
    KNOWN,
  );
  return decision.rule !== null;
};

test("S40.1 conditions compare what they name, all must hold, and what is no condition never does", () => {
  expect(matching()).toBe(true);
  expect(matching({ field: "margin_percent", operator: "gte", value: 50 })).toBe(true);
  expect(matching({ type: "competitor_price", operator: "<", value: 18.01 })).toBe(true);
  expect(
    matching(
      { field: "stock", operator: "between", value: [5, 9] },
      { field: "brand_id", operator: "in", value: ["B"] },
    ),
  ).toBe(true);
  expect(matching({ field: "supplier_id", operator: "not_in", value: ["x"] })).toBe(true);
  expect(matching({ field: "competitor_id", operator: "eq", value: "other" })).toBe(false);
  expect(matching({ field: "stock", operator: "gt", value: "4" })).toBe(false);
  expect(matching({ field: "colour", operator: "eq", value: 1 })).toBe(false);
});
