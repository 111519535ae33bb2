import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Facts } from "../../src/prices/repricing/rules/conditions.ts";
import { ACTION_TYPES, engineOf, type Rule } from "../../src/prices/repricing/rules/decide.ts";
import { endingIn, ROUNDINGS, roundedWithin } from "../../src/prices/repricing/rules/endings.ts";
import { scaled } from "../../src/prices/repricing/rules/money-math.ts";
import { isOutOfStock } from "../../src/prices/repricing/rules/stock-status.ts";

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
  taxRate: fc.constant(null),
  taxClass: fc.constant(null),
  seen: fc.array(
    fc.record({ competitorId: fc.constant("k"), cents, stockStatus: maybe(fc.constantFrom("in_stock", "OutOfStock")) }),
    { maxLength: 3 },
  ),
  listCents: fc.constant({}),
  tierCents: fc.constant({}),
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
  fingerprint: fc.constant("f"),
  includesOutOfStock: fc.boolean(),
  currency: fc.constant("EUR"),
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

const KNOWN: Facts = {
  id: "p",
  priceCents: 2000,
  costCents: 1000,
  mapCents: null,
  stock: 5,
  categoryId: "c",
  supplierId: null,
  brandId: "b",
  taxRate: null,
  taxClass: null,
  seen: [
    { competitorId: "k", cents: 1800, stockStatus: "In stock" },
    { competitorId: "s", cents: 1200, stockStatus: "https://schema.org/OutOfStock" },
  ],
  listCents: {},
  tierCents: {},
};
const RULE: Rule = {
  id: "r",
  name: "R",
  fingerprint: "f",
  includesOutOfStock: false,
  conditions: [],
  action: { type: "set_price", value: 15 },
  bounds: null,
  priceListId: null,
  currency: "EUR",
};
const decided = (rule: Partial<Rule>, facts: Partial<Facts> = {}) =>
  engineOf([{ ...RULE, ...rule }])({ ...KNOWN, ...facts });
const matching = (...conditions: Record<string, unknown>[]) => decided({ conditions }).rule !== null;

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

/** Hundredths of what a rule says in decimals, from its digits. */
const hundredths = (value: number): bigint => {
  const [whole = "0", digits = ""] = value.toFixed(2).split(".");
  return BigInt(whole + digits.padEnd(2, "0"));
};

/** Whether a rule may leave a price there, said of whole numbers only. */
function mayBe(one: Rule, product: Facts, beforeCents: number, afterCents: number): boolean {
  const floor = Math.max(product.mapCents ?? 0, product.costCents ?? 0);
  const share = hundredths(one.bounds?.max_change_percent ?? 30);
  const [before, after] = [BigInt(beforeCents), BigInt(afterCents)];
  const moved = after > before ? after - before : before - after;
  // What the floor asks for is no choice: the price is that, and no cent more.
  return moved * 10_000n <= share * before || (afterCents > beforeCents && afterCents === floor);
}

test("S40.2 a price moves no further than its rule allows, in either direction, unless MAP or cost wants it", () => {
  fc.assert(
    fc.property(rule, facts, fc.constantFrom(1, 100, 10_000, 1e8), (one, product, most) => {
      const small = (amount: number | null) => (amount === null ? null : (amount % most) + 1);
      const scaledDown = {
        ...product,
        priceCents: small(product.priceCents),
        costCents: small(product.costCents),
        mapCents: small(product.mapCents),
        seen: product.seen.map((each) => ({ ...each, cents: (each.cents % most) + 1 })),
      };
      const decision = engineOf([one])(scaledDown);
      if ("skip" in decision || decision.beforeCents === null) return;
      const { beforeCents, afterCents, reason } = decision;
      expect([mayBe(one, scaledDown, beforeCents, afterCents), beforeCents, afterCents]).toEqual([
        true,
        beforeCents,
        afterCents,
      ]);
      const share = hundredths(one.bounds?.max_change_percent ?? 30);
      const isBeyond = BigInt(afterCents - beforeCents) * 10_000n > share * BigInt(beforeCents);
      expect(reason.includes("beyond_max_change")).toBe(isBeyond);
      if (isBeyond) expect(reason).toMatch(/map|cost_floor/);
      if (one.bounds?.min_margin_percent != null) expect(product.costCents).not.toBeNull();
    }),
    { numRuns: 20_000 },
  );
});

test("S40.2 bounds are rounded inwards, and a rule that would need more than it may is passed over", () => {
  const down = { type: "change_percent", value: -90 } as const;
  const FREE = { costCents: null };
  expect(decided({ action: down }, { ...FREE, priceCents: 345 })).toMatchObject({ afterCents: 242 });
  expect(decided({ action: down }, { ...FREE, priceCents: 5 })).toMatchObject({ afterCents: 4 });
  expect(decided({ action: { type: "set_price", value: 99 } }, { priceCents: 345, ...FREE })).toMatchObject({
    afterCents: 448,
  });
  expect(decided({ bounds: { min_price: 100 } }, { ...FREE, priceCents: 500 })).toMatchObject({
    skip: "beyond_max_change",
  });
  expect(decided({ bounds: { min_margin_percent: 90 } })).toMatchObject({ skip: "beyond_max_change" });
  expect(decided({ bounds: { max_price: 5 } })).toMatchObject({ skip: "bounds_conflict" });
  expect(decided({ bounds: { max_price: 5 } }, FREE)).toMatchObject({ skip: "beyond_max_change" });
  expect(decided({ bounds: { min_margin_percent: 15 } }, FREE)).toMatchObject({ skip: "no_cost_price" });
  expect(decided({}, { mapCents: 5000 })).toMatchObject({
    afterCents: 5000,
    reason: "set_price, map, beyond_max_change",
  });
  expect(decided({}, { costCents: 5000 })).toMatchObject({ reason: "set_price, cost_floor, beyond_max_change" });
});

test("S31.7 a rule compares nothing with a price list of another currency, or with a deleted one", () => {
  const list = { priceListId: "l", action: { type: "match_lowest" } as const };
  expect(decided({ ...list, currency: "JPY", perEuro: null })).toMatchObject({ skip: "other_currency" });
  expect(decided({ ...list, currency: undefined })).toMatchObject({ skip: "price_list_deleted" });
  expect(decided(list)).toMatchObject({ afterCents: 1800 });
});

test("S38.2 one piece never becomes cheaper than several by a rule", () => {
  const lists = { listCents: { l: 1900 }, tierCents: { l: 1550 } };
  expect(decided({ priceListId: "l" }, lists)).toMatchObject({ skip: "below_quantity_price" });
  expect(decided({ priceListId: "l", action: { type: "set_price", value: 15.5 } }, lists)).toMatchObject({
    afterCents: 1550,
  });
  // Towards the right order it may go.
  expect(decided({ priceListId: "l" }, { ...lists, listCents: { l: 1400 } })).toMatchObject({ afterCents: 1500 });
});

test("S40.1 a competitor without stock counts only for a rule that says so", () => {
  const action = { type: "match_lowest" } as const;
  expect(decided({ action })).toMatchObject({ afterCents: 1800 });
  expect(decided({ action, includesOutOfStock: true, bounds: { max_change_percent: 50 } })).toMatchObject({
    afterCents: 1200,
  });
  expect(matching({ field: "competitor_price", operator: "lt", value: 15 })).toBe(false);
  expect(matching({ field: "competitor_avg", operator: "eq", value: 18 })).toBe(true);
  expect(matching({ field: "competitor_id", operator: "eq", value: "s" })).toBe(false);
  expect(matching({ field: "stock_status", operator: "eq", value: "out of stock" })).toBe(true);
  expect(matching({ field: "stock_status", operator: "in", value: ["sold_out", "InStock"] })).toBe(true);
  expect(matching({ field: "stock_status", operator: "ne", value: "OutOfStock" })).toBe(false);
  for (const status of ["Rupture de stock", "SoldOut", "temporarily unavailable", "ausverkauft"]) {
    expect([status, isOutOfStock(status)]).toEqual([status, true]);
  }
  for (const status of ["in_stock", "Auf Lager", "LimitedAvailability", "en stock", null]) {
    expect([status, isOutOfStock(status)]).toEqual([status, false]);
  }
});

test("S40.2 rounding keeps to its prices where one lies between the bounds, and is exact", () => {
  expect(roundedWithin(1234, endingIn("EUR", { rounding: "0.05" }), 0, 9999)).toBe(1235);
  expect(roundedWithin(1250, endingIn("EUR", { rounding: "x.99" }), 0, 9999)).toBe(1299);
  expect(roundedWithin(1249, endingIn("EUR", { rounding: "x.99" }), 0, 1298)).toBe(1199);
  expect(roundedWithin(1249, endingIn("EUR", { rounding: "x.90" }), 1240, 1260)).toBe(1249);
  expect(roundedWithin(1234, endingIn("EUR", { rounding: "none" }), 0, 9999)).toBe(1234);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e14 }), fc.integer({ min: 0, max: 20_000 }), (amount, share) => {
      const exact = (BigInt(amount) * BigInt(share) * 2n + 10_000n) / 20_000n;
      return BigInt(scaled(amount, share, 10_000)) === exact;
    }),
  );
});

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
