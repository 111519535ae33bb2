import { expect, test } from "bun:test";
import type { Facts } from "../../src/prices/repricing/rules/conditions.ts";
import { engineOf, type Rule } from "../../src/prices/repricing/rules/decide.ts";
import type { Rounding } from "../../src/prices/repricing/rules/endings.ts";
import { withProducts } from "./with-products.ts";

const FOLLOW = { name: "Follow", action: { type: "match_lowest" }, bounds: { max_change_percent: 500 } };

/** A product that costs 8 and is sold for 18 elsewhere, with a price in a list of this currency that a rule aims at. */
async function inCurrency(currency: string, price: number, { rate, rule = FOLLOW }: { rate?: number; rule?: object }) {
  const made = await withProducts(1, rule);
  const { tenant, ids } = made;
  const { id: list } = (await tenant.post("/price-lists", { name: currency, channel: currency, currency })).body;
  await tenant.post(`/price-lists/${list}/entries`, { product_id: ids[0], price });
  if (rate !== undefined) await tenant.admin.put("/settings/exchange-rates", { rates: { [currency]: rate } });
  const path = `/prices/repricing/rules/${made.rule.id}`;
  await tenant.patch(path, { target: { price_list_id: list } });
  const listed = async () => (await tenant.get(`/price-lists/${list}/entries`)).body.items[0].price;
  return { ...made, list, path, listed };
}

test("S31.7 a rule for a list in another currency takes all amounts by the rate, which its changes keep", async () => {
  const { tenant, ids, run, listed } = await inCurrency("JPY", 3000, { rate: 160.5 });
  const { body: simulated } = await tenant.post("/prices/repricing/simulate", {});

  expect(simulated.changes).toMatchObject([
    { old_price: 3000, new_price: 2889, currency: "JPY", exchange_rate: 160.5 },
  ]);
  const { id } = await run({ simulation_id: simulated.simulation_id });
  expect(await listed()).toBe(2889);
  expect((await tenant.get("/prices/repricing/history")).body.items).toMatchObject([
    { product_id: ids[0], old_price: 3000, new_price: 2889, currency: "JPY", exchange_rate: 160.5 },
  ]);
  expect((await tenant.post(`/prices/repricing/runs/${id}/revert`)).body).toMatchObject({ reverted: 1 });
  expect(await listed()).toBe(3000);
});

test("S31.7 MAP and cost hold in another currency by the rate, rounded up to what it has", async () => {
  const { tenant, ids, run, listed, list } = await inCurrency("JPY", 3000, {
    rate: 160.57,
    rule: { ...FOLLOW, action: { type: "set_price", value: 10 } },
  });
  await tenant.patch(`/prices/map/${ids[0]}`, { map_price: 12.34 });
  await tenant.post("/prices/repricing/simulate", {});
  await run();
  // 12.34 * 160.57 = 1,981.43
  expect(await listed()).toBe(1982);

  const preview = (target_price: number) =>
    tenant.post(`/products/${ids[0]}/repricing/preview`, { price_list_id: list, target_price });
  expect((await preview(1500)).body).toMatchObject({
    proposed_price: 1982,
    currency: "JPY",
    constraints: [
      { type: "map", applied: true, value: 1982 },
      { type: "cost_floor", applied: false, value: 1285 },
    ],
  });
  const refused = await preview(1500.5);
  expect([refused.status, refused.body.error.details[0].field]).toEqual([422, "target_price"]);
});

test("S31.7 a simulation is not run once its list has another currency or no rate any more", async () => {
  const renamed = await inCurrency("CHF", 30, { rate: 0.95 });
  const simulate = async ({ tenant }: typeof renamed) =>
    (await tenant.post("/prices/repricing/simulate", {})).body.simulation_id;
  const first = await simulate(renamed);
  await renamed.tenant.patch(`/price-lists/${renamed.list}`, { currency: "EUR" });
  expect(await renamed.run({ simulation_id: first })).toMatchObject({ skip_reasons: { other_currency: 1 } });
  expect(await renamed.listed()).toBe(30);

  const rateless = await inCurrency("CHF", 30, { rate: 0.95 });
  const second = await simulate(rateless);
  await rateless.tenant.admin.put("/settings/exchange-rates", { rates: { USD: 1.1 } });
  expect(await rateless.run({ simulation_id: second })).toMatchObject({ skip_reasons: { other_currency: 1 } });
});

test("prices end as their currency wants it, and a currency that has no such amounts is refused by name", async () => {
  const bounds = { max_change_percent: 500, rounding: "x.99", endings: { CHF: "0.05", JPY: "x90" } };
  const yen = await inCurrency("JPY", 3000, { rate: 160.5, rule: { ...FOLLOW, bounds } });
  await yen.tenant.post("/prices/repricing/simulate", {});
  await yen.run();
  // 2,889 is nearest to 2,890, which is above the cost and is no competitor's price.
  expect(await yen.listed()).toBe(2890);
  const francs = await inCurrency("CHF", 30, { rate: 0.9573, rule: { ...FOLLOW, bounds } });
  await francs.tenant.post("/prices/repricing/simulate", {});
  await francs.run();
  // 18 * 0.9573 = 17.2314
  expect(await francs.listed()).toBe(17.25);

  const refusal = async (fields: object) => {
    const { status, body } = await yen.tenant.patch(yen.path, fields);
    return [status, body.error?.details[0].field];
  };
  expect(await refusal({ bounds: { endings: { JPY: "x.99" } } })).toEqual([422, "bounds.endings.JPY"]);
  expect(await refusal({ bounds: { endings: { yen: "1" } } })).toEqual([422, "bounds.endings.yen"]);
  expect(await refusal({ bounds: { min_price: 10.5 } })).toEqual([422, "bounds.min_price"]);
  expect(await refusal({ action: { type: "set_price", value: 10.5 } })).toEqual([422, "action.value"]);
  expect(await refusal({ action: { type: "change_percent", value: 10.5 } })).toEqual([200, undefined]);
});

const FACTS: Facts = {
  ...{ id: "p", priceCents: null, costCents: null, mapCents: null, stock: 0, taxRate: null, taxClass: null },
  ...{ categoryId: null, supplierId: null, brandId: null, seen: [], listCents: {}, tierCents: {} },
};
test.each<[Rounding, number, number]>([
  ["x.99", 12.34, 11.99],
  ["0.05", 12.34, 12.35],
  ["0.50", 12.3, 12.5],
  ["5", 13, 15],
  ["x9", 14.2, 19],
  ["x90", 1234, 1190],
  ["x99", 1234, 1199],
  ["x990", 1500, 1990],
  ["1000", 1499, 1000],
])("prices end with %s", (rounding, value, expected) => {
  const rule: Rule = {
    ...{ id: "r", name: "R", fingerprint: "f", conditions: [], priceListId: null, currency: "EUR" },
    includesOutOfStock: false,
    action: { type: "set_price", value },
    bounds: { rounding: "none", endings: { EUR: rounding } },
  };
  expect(engineOf([rule])(FACTS)).toMatchObject({ afterCents: Math.round(expected * 100) });
});

test("a rate that makes the cost more than any amount is refused by name, and nothing is stored", async () => {
  const { tenant, ids, list, listed } = await inCurrency("USD", 30, { rate: 1e9 });
  await tenant.patch(`/products/${ids[0]}`, { cost_price: 1_000_000_000 });
  for (const way of ["preview", "apply"]) {
    const asked = { price_list_id: list, target_price: 20 };
    const { status, body } = await tenant.post(`/products/${ids[0]}/repricing/${way}`, asked);
    expect([status, body.error?.details[0].field]).toEqual([422, "target_price"]);
  }
  expect(await listed()).toBe(30);
});
