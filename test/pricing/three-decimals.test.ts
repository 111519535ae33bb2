import { expect, test } from "bun:test";
import { scrapedTenant, seen } from "../price-monitor/scraper.ts";
import { newEan } from "../products/given.ts";

/** A product that costs 20 euros, a list in dinars, and 0.3574 dinars for a euro. */
async function inKuwait(currency = "KWD") {
  const tenant = await scrapedTenant();
  await tenant.admin.put("/settings/exchange-rates", { rates: { KWD: 0.3574, JPY: 160.5, BHD: 0.4101 } });
  const ean = newEan();
  const { id } = (await tenant.post("/products", { name: "Pen", barcode: ean, price: 20 })).body;
  const { body: list } = await tenant.post("/price-lists", { name: "Gulf", channel: "gulf", currency });
  const path = `/price-lists/${list.id}`;
  return { tenant, ean, id, list: list.id, path, entries: `${path}/entries` };
}

test("S31.7 an amount in dinars keeps its third decimal in every answer about a list", async () => {
  const { tenant, id, list, entries } = await inKuwait();
  const { status, body: entry } = await tenant.post(entries, {
    product_id: id,
    price: 100.005,
    compare_at_price: 120.999,
  });
  expect([status, entry.price, entry.compare_at_price]).toEqual([201, 100.005, 120.999]);
  expect((await tenant.get(`${entries}/${entry.id}`)).body).toMatchObject({
    price: 100.005,
    compare_at_price: 120.999,
  });
  expect((await tenant.patch(`${entries}/${entry.id}`, { compare_at_price: 120.001 })).body).toMatchObject({
    price: 100.005,
    compare_at_price: 120.001,
  });
  const tiers = [
    { product_id: id, price: 90.125, min_quantity: 10 },
    { product_id: id, price: 80.1234, min_quantity: 20 },
  ];
  expect((await tenant.post(`${entries}/bulk`, { entries: tiers })).body).toMatchObject({
    created: 1,
    errors: [{ index: 1, field: "price", message: "Must have at most 3 decimals: amounts are not rounded" }],
  });
  expect((await tenant.get(entries)).body.items.map(({ price }: { price: number }) => price)).toEqual([
    100.005, 90.125,
  ]);
  expect((await tenant.get(`/price-lists/products/${id}/prices`)).body).toMatchObject([
    {
      price_list_id: list,
      currency: "KWD",
      entries: [{ price: 100.005, compare_at_price: 120.001 }, { price: 90.125 }],
    },
  ]);
  expect((await tenant.get(`/products/${id}/repricing/eligible-price-lists`)).body.items).toMatchObject([
    { id: list, current_price: 100.005 },
  ]);
  const answer = await tenant.get(`/exports/stream/json/products?include_relations=true`);
  expect(answer.body[0].prices).toMatchObject([
    { price: 100.005, compare_at_price: 120.001, currency: "KWD" },
    { price: 90.125, compare_at_price: null },
  ]);
});

test("S38.3 the price that applies is exact in dinars, with its tiers, tax and conversions", async () => {
  const { tenant, id, entries } = await inKuwait();
  await tenant.post(entries, { product_id: id, price: 100.005 });
  await tenant.post(entries, { product_id: id, price: 90.125, min_quantity: 10 });
  const ask = async (query: string) => (await tenant.get(`/products/${id}/price${query}`)).body;

  expect(await ask("?channel=gulf")).toMatchObject({
    price: 100.005,
    currency: "KWD",
    next_tier: { min_quantity: 10, price: 90.125 },
    steps: [{ step: "price_list", price: 100.005, currency: "KWD" }],
    considered: [{ price: 100.005 }, { price: 90.125 }],
  });
  expect(await ask("?channel=gulf&quantity=12")).toMatchObject({
    price: 90.125,
    steps: [
      { step: "price_list", price: 100.005 },
      { step: "quantity_tier", price: 90.125 },
    ],
  });
  // 20 * 0.4101, and 20 * 160.5
  const bahrain = { price: 8.202, conversion: { from_currency: "EUR", from_price: 20, rate: 0.4101 } };
  expect(await ask("?currency=BHD")).toMatchObject(bahrain);
  expect(await ask("?currency=JPY")).toMatchObject({ price: 3210 });

  const tax = { country: "FR", prices_include_tax: true, default_tax_class: "standard" };
  await tenant.admin.put("/settings/tax", tax);
  await tenant.admin.post("/settings/tax/rates", { tax_class: "standard", country: "FR", rate: 20 });
  // 100.005 / 1.2 = 83.3375; with tax it is what the list has.
  expect(await ask("?channel=gulf&tax=excluded")).toMatchObject({
    price: 83.338,
    tax: { price_with_tax: 100.005, price_without_tax: 83.338 },
  });
});

test("a list takes another currency only where its amounts are amounts of that, and they stay what they are", async () => {
  const { tenant, id, path, entries } = await inKuwait("EUR");
  const { body: entry } = await tenant.post(entries, { product_id: id, price: 19.99, compare_at_price: 25 });
  const shown = async () => (await tenant.get(`${entries}/${entry.id}`)).body;
  const become = async (currency: string) => {
    const { status, body } = await tenant.patch(path, { currency });
    return status === 200 ? 200 : body.error.details[0].message;
  };
  expect(await become("KWD")).toBe(200);
  expect(await shown()).toMatchObject({ price: 19.99, compare_at_price: 25 });
  await tenant.patch(`${entries}/${entry.id}`, { price: 19.995 });
  expect(await become("EUR")).toBe(
    "Amounts in EUR have 2 decimals, and entries of the list have more: change these first",
  );
  expect(await shown()).toMatchObject({ price: 19.995 });
  await tenant.patch(`${entries}/${entry.id}`, { price: 19 });
  expect(await become("JPY")).toBe(200);
  expect(await shown()).toMatchObject({ price: 19, compare_at_price: 25 });
  expect(await become("KWD")).toBe(200);
  expect(await become("EUR")).toBe(200);
  expect(await shown()).toMatchObject({ price: 19, compare_at_price: 25 });
});

test("S38.5 prices by source and their history keep the third decimal, and a supplier's least order does", async () => {
  const { tenant, id } = await inKuwait();
  const prices = `/products/${id}/prices`;
  const { body: first } = await tenant.post(prices, { source: "souk", price: 6.125, currency: "KWD" });
  expect((await tenant.patch(`/prices/${first.id}`, { price: 6.001 })).body.price).toBe(6.001);
  expect((await tenant.get(`/prices/${first.id}`)).body.price).toBe(6.001);
  const history = (await tenant.get(`${prices}/history?source=souk`)).body;
  expect(history).toMatchObject([
    { price: 6.125, change: null, currency: "KWD" },
    { price: 6.001, change: -0.124, currency: "KWD" },
  ]);
  const { body: supplier } = await tenant.post("/suppliers", {
    name: "Souk",
    currency: "KWD",
    min_order_amount: 10.125,
  });
  expect((await tenant.get(`/suppliers/${supplier.id}`)).body.min_order_amount).toBe(10.125);
  const euros = await tenant.patch(`/suppliers/${supplier.id}`, { currency: "EUR" });
  expect([euros.status, euros.body.error?.details[0].message]).toEqual([422, "Amounts in EUR have 2 decimals"]);
  const whole = await tenant.patch(`/suppliers/${supplier.id}`, { currency: "EUR", min_order_amount: 10.13 });
  expect([whole.status, whole.body.min_order_amount]).toEqual([200, 10.13]);
});

test("S39.3 what competitors quote in dinars is kept to the third decimal, and compared in euros", async () => {
  const { tenant, id, ean } = await inKuwait();
  // 6.505 / 0.3574 = 18.2009
  expect((await tenant.observe(seen(ean, 6.505, { currency: "KWD" }))).body).toMatchObject({ accepted: 1 });
  const [price] = (await tenant.get(`/prices/history/${id}`)).body;
  expect(price).toMatchObject({ price_ttc: 18.2, quoted_price: 6.505, quoted_currency: "KWD", exchange_rate: 0.3574 });
  const [euros] = (await tenant.observe(seen(ean, 18.205))).body.errors;
  expect(euros.message).toBe("price_ttc: Amounts in EUR have 2 decimals");
});

test("S40.2 repricing works in thousandths of a dinar, with endings, MAP and what is sent by hand", async () => {
  const { tenant, id, ean, list, entries } = await inKuwait();
  await tenant.observe(seen(ean, 18.01));
  await tenant.post(entries, { product_id: id, price: 7.005 });
  const target = { price_list_id: list };
  const rule = { name: "Follow", target, action: { type: "match_lowest" }, bounds: { min_price: 0.005 } };
  const { body: made } = await tenant.post("/prices/repricing/rules", rule);
  const simulate = async (fields: object) => {
    const changed = await tenant.patch(`/prices/repricing/rules/${made.id}`, fields);
    expect(changed.status).toBe(200);
    return (await tenant.post("/prices/repricing/simulate", {})).body.changes;
  };
  // 18.01 * 0.3574 = 6.436774
  expect(await simulate({})).toMatchObject([{ old_price: 7.005, new_price: 6.437, currency: "KWD" }]);
  expect(await simulate({ bounds: { rounding: "0.05" } })).toMatchObject([{ new_price: 6.45 }]);
  expect(await simulate({ bounds: { endings: { KWD: "x.95" } } })).toMatchObject([{ new_price: 5.95 }]);
  const undercut = { type: "undercut_amount", value: 0.005 };
  expect(await simulate({ bounds: {}, action: undercut })).toMatchObject([{ new_price: 6.432 }]);
  expect(await simulate({ action: { type: "set_price", value: 6.999 } })).toMatchObject([{ new_price: 6.999 }]);
  await tenant.patch(`/prices/map/${id}`, { map_price: 19.59 });
  // 19.59 * 0.3574 = 7.001466
  expect(await simulate({ action: undercut })).toMatchObject([{ new_price: 7.002, reason: "undercut_amount, map" }]);
  const finer = await tenant.patch(`/prices/repricing/rules/${made.id}`, { bounds: { min_price: 1.2345 } });
  expect([finer.status, finer.body.error.details[0].field]).toEqual([422, "bounds.min_price"]);

  const by = async (verb: string, target_price: number) =>
    (await tenant.post(`/products/${id}/repricing/${verb}`, { price_list_id: list, target_price })).body;
  expect(await by("preview", 6.5)).toMatchObject({
    current_price: 7.005,
    proposed_price: 7.002,
    change: -0.003,
    constraints: [{ type: "map", applied: true, value: 7.002 }],
  });
  expect(await by("apply", 8.125)).toMatchObject({ proposed_price: 8.125, applied: true });
  expect((await tenant.get(entries)).body.items[0].price).toBe(8.125);
  expect((await tenant.get("/prices/repricing/history")).body.items).toMatchObject([
    { old_price: 7.005, new_price: 8.125, currency: "KWD" },
  ]);
});
