import { expect, test } from "bun:test";
import { PRICE_MAX } from "../../src/kit/cents.ts";
import { convertCents } from "../../src/prices/pricing/applying/price-in-currency.ts";
import { shownAmount, storedAmount } from "../../src/prices/pricing/currency-decimals.ts";
import { withProducts } from "../repricing/with-products.ts";

/*
 * Amounts with no, two and three decimals, against a model that knows texts of digits and whole numbers only.
 */

const DECIMALS: Readonly<Record<string, number>> = { EUR: 2, USD: 2, CHF: 2, JPY: 0, KRW: 0, KWD: 3, BHD: 3, TND: 3 };
const CURRENCIES = Object.keys(DECIMALS);
/** Digits behind the point with which the model reckons. */
const SCALE = 30;
const ONE = 10n ** BigInt(SCALE);

/** A text of digits as a whole number of 10^-30. */
function parsed(text: string): bigint {
  const [whole = "", part = ""] = text.split(".");
  return BigInt(whole + part.padEnd(SCALE, "0"));
}

/** `amount / from * to`, half up, to the decimals of a currency, as a text. */
function converted(amount: string, { from, to, decimals }: { from: string; to: string; decimals: number }): string {
  const [numerator, denominator] = [parsed(amount) * parsed(to) * 10n ** BigInt(decimals), parsed(from) * ONE];
  const units = (2n * numerator + denominator) / (2n * denominator);
  return written(units, decimals);
}

/** A whole number of the least amount of a currency as a text. */
function written(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Numbers that look random and are the same at each run. */
function randomly(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pick = <T>(next: (below: number) => number, values: readonly T[]): T => {
  const value = values[next(values.length)];
  if (value === undefined) throw new TypeError("There is none");
  return value;
};

test("amounts of every size are stored and shown as they are written", () => {
  const next = randomly(1);
  for (let count = 0; count < 20_000; count++) {
    const currency = pick(next, CURRENCIES);
    const units = BigInt(next(2 ** (1 + next(30)))) * BigInt(1 + next(400));
    const text = written(units, DECIMALS[currency] ?? 0);
    const shown = shownAmount(currency, storedAmount(currency, Number(text)));
    expect([currency, shown]).toEqual([currency, Number(text)]);
  }
});

test("S31.7 20,000 conversions between currencies of any decimals are those of whole numbers, half up", () => {
  const next = randomly(2);
  for (let count = 0; count < 20_000; count++) {
    const [from, to] = [pick(next, CURRENCIES), pick(next, CURRENCIES)];
    if (from === to) continue;
    const rateOf = (currency: string) =>
      currency === "EUR" ? "1" : written(BigInt(1 + next(9_999_999)), pick(next, [2, 4, 7]));
    const rates = { [from]: rateOf(from), [to]: rateOf(to) };
    const amount = written(BigInt(next(100_000_000)), DECIMALS[from] ?? 0);
    const into = { to, rates: Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, Number(rate)])) };
    const expected = converted(amount, { from: rates[from] ?? "", to: rates[to] ?? "", decimals: DECIMALS[to] ?? 0 });
    // Nothing costs more than this.
    if (Number(expected) > PRICE_MAX) continue;
    const result = convertCents(storedAmount(from, Number(amount)), from, into);
    expect([amount, rates, shownAmount(to, result)]).toEqual([amount, rates, Number(expected)]);
  }
});

/** What prices end with, in thousandths: the distance between them, and where they begin. */
const ENDINGS = {
  none: [1, 0],
  "0.05": [50, 0],
  "0.50": [500, 0],
  "1": [1000, 0],
  "x.99": [1000, 990],
  "x.95": [1000, 950],
  x9: [10_000, 9000],
} as const;
type Ending = keyof typeof ENDINGS;

/** The nearest price with such an ending, the lower of two, in thousandths. */
function ended(thousandths: bigint, ending: Ending): bigint {
  const [step, start] = ENDINGS[ending].map(BigInt) as [bigint, bigint];
  const steps = thousandths < start ? -1n : (thousandths - start) / step;
  const [below, above] = [start + steps * step, start + (steps + 1n) * step];
  return below > 0n && thousandths - below <= above - thousandths ? below : above;
}

const THOUSANDTHS = 3;
const inThousandths = (text: string): bigint => parsed(text) / 10n ** BigInt(SCALE - THOUSANDTHS);

test.each<[currency: string, rate: string, ending: Ending]>([
  ["KWD", "0.357412", "none"],
  ["BHD", "0.4101", "0.05"],
  ["TND", "3.3951", "x.95"],
  ["KWD", "0.3574", "x.99"],
  ["JPY", "160.57", "x9"],
  ["JPY", "160.57", "1"],
  ["USD", "1.0842", "0.50"],
  ["CHF", "0.9413", "none"],
])("S40.2 lists in %s at %s that end with %s get and keep the prices of the model", async (currency, rate, ending) => {
  const next = randomly(currency.charCodeAt(0) + ending.length);
  const decimals = DECIMALS[currency] ?? 0;
  const { tenant, ids, rule, run } = await withProducts(25);
  await tenant.admin.put("/settings/exchange-rates", { rates: { [currency]: Number(rate) } });
  const { body: list } = await tenant.post("/price-lists", { name: "Far", channel: "far", currency });
  const inList = (amount: string) => converted(amount, { from: "1", to: rate, decimals });
  const before = ids.map(() => inList(written(BigInt(1000 + next(2000)), 2)));
  const entries = ids.map((product_id, place) => ({ product_id, price: Number(before[place]) }));
  expect((await tenant.post(`/price-lists/${list.id}/entries/bulk`, { entries })).body).toMatchObject({ errors: [] });
  const listed = async () => {
    const { items } = (await tenant.get(`/price-lists/${list.id}/entries?limit=100`)).body;
    const byProduct = new Map(
      items.map((item: { product_id: string; price: number }) => [item.product_id, item.price]),
    );
    return ids.map((id) => byProduct.get(id));
  };
  expect(await listed()).toEqual(before.map(Number));

  const euros = ids.map(() => written(BigInt(1600 + next(1000)), 2));
  const { body: products } = await tenant.get("/products?per_page=100");
  const eanOf = new Map(products.items.map((each: { id: string; ean: string }) => [each.id, each.ean]));
  const seen = ids.map((id, place) => ({
    ...{ internal_sku: eanOf.get(id), competitor_name: "Big Shop", competitor_url: `https://b.example/${id}` },
    price_ttc: Number(euros[place]),
  }));
  expect((await tenant.observe(...seen)).body).toMatchObject({ accepted: ids.length, pending_validation: 0 });
  const wide = { max_change_percent: 1000, endings: { [currency]: ending } };
  const fields = { target: { price_list_id: list.id }, action: { type: "match_lowest" }, bounds: wide };
  expect((await tenant.patch(`/prices/repricing/rules/${rule.id}`, fields)).status).toBe(200);
  const { body: simulated } = await tenant.post("/prices/repricing/simulate", {});
  const done = await run({ simulation_id: simulated.simulation_id });

  // The cost of 8 euros is never undercut.
  const least = inThousandths(converted("8", { from: "1", to: rate, decimals: 3 }));
  const expected = euros.map((amount) => {
    const price = inThousandths(inList(amount));
    const wanted = ended(price, ending);
    return Number(written(wanted < least ? wanted + BigInt(ENDINGS[ending][0]) : wanted, 3));
  });
  expect(await listed()).toEqual(expected);
  for (const [place, id] of ids.entries()) {
    const { body } = await tenant.get(`/products/${id}/price?channel=far`);
    expect([body.price, body.currency]).toEqual([expected[place], currency]);
  }
  const undone = await tenant.post(`/prices/repricing/runs/${done.id}/revert`, { force: true });
  expect(undone.status).toBe(200);
  expect(await listed()).toEqual(before.map(Number));
});
