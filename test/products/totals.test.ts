import { describe, expect, test } from "bun:test";
import { ProductTotals } from "../../src/products/totals.ts";

describe("ProductTotals", () => {
  const given = () => {
    const clock = { nowMs: 1_000_000 };
    return { clock, totals: new ProductTotals(() => clock.nowMs) };
  };

  test("gives a count out while nothing has changed", () => {
    const { totals } = given();
    totals.keep("all", { total: 3, clock: 1, countMs: 0 });
    expect(totals.find("all", 1)).toBe(3);
    expect(totals.find("all", 2)).toBeUndefined();
    expect(totals.find("others", 1)).toBeUndefined();
  });

  test("gives a dear count of a long list out for a second although something has changed", () => {
    const { totals, clock } = given();
    totals.keep("all", { total: 50_000, clock: 1, countMs: 30 });
    expect(totals.find("all", 2)).toBe(50_000);
    clock.nowMs += 1_001;
    expect(totals.find("all", 2)).toBeUndefined();
  });

  test("counts a short list anew after each change, however long that takes", () => {
    const { totals } = given();
    totals.keep("all", { total: 0, clock: 1, countMs: 500 });
    expect(totals.find("all", 2)).toBeUndefined();
  });
});
