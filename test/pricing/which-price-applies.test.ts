import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";

interface Considered {
  price: number;
  reason: string;
}

async function withLists() {
  const tenant = await newTenant();
  const { id } = (await tenant.post("/products", { name: "Pen", price: 20 })).body;
  const list = async (fields: object, ...entries: object[]): Promise<string> => {
    const { body } = await tenant.post("/price-lists", { channel: "web", ...fields });
    for (const entry of entries) await tenant.post(`/price-lists/${body.id}/entries`, { product_id: id, ...entry });
    return body.id;
  };
  const ask = async (query = "") => (await tenant.get(`/products/${id}/price${query}`)).body;
  const why = (answer: { considered: Considered[] }) =>
    Object.fromEntries(answer.considered.map(({ price, reason }) => [price, reason]));
  return { tenant, id, list, ask, why };
}

test("without a list the own price applies", async () => {
  const { tenant, id, ask } = await withLists();

  expect(await ask()).toMatchObject({
    price: 20,
    currency: "EUR",
    source: "base",
    price_list_id: null,
    considered: [],
  });
  await tenant.patch(`/products/${id}`, { price: null });
  expect(await ask("?quantity=3")).toMatchObject({ price: null, source: "base", quantity: 3 });
});

test("the first valid list of the channel applies, and each other entry says why it does not", async () => {
  const { list, ask, why } = await withLists();
  const web = await list({ name: "Web", priority: 5 }, { price: 18 }, { price: 17, min_quantity: 10 });
  await list({ name: "Low", priority: 1 }, { price: 16 });
  await list({ name: "Shop", channel: "shop", priority: 9 }, { price: 15 });
  await list({ name: "Past", priority: 9, end_date: "2020-01-01" }, { price: 14 });
  await list({ name: "Later", priority: 9, start_date: "2900-01-01" }, { price: 13 });

  const one = await ask("?channel=web");
  expect(one).toMatchObject({ price: 18, source: "price_list", price_list_id: web, conversion: null });
  expect(why(one)).toEqual({
    18: "applies",
    17: "quantity_not_reached",
    16: "lower_priority",
    15: "other_channel",
    14: "ended",
    13: "not_started",
  });
  const twelve = await ask("?channel=web&quantity=12");
  expect(twelve.price).toBe(17);
  expect(why(twelve)).toMatchObject({ 17: "applies", 18: "more_specific_entry" });
  expect((await ask("?channel=web&at=2900-06-01T00:00:00Z")).price).toBe(13);
});

test("a variant's own entry goes before the product's, and its own price before the product's own", async () => {
  const { tenant, id, list, ask, why } = await withLists();
  await tenant.put(`/products/${id}/options`, [{ name: "Color", values: ["Red"] }]);
  const { body: variant } = await tenant.post(`/products/${id}/variants`, {
    sku: "RED",
    price: 21,
    options: { Color: "Red" },
  });
  expect((await ask(`?variant_id=${variant.id}`)).price).toBe(21);

  await list({ name: "Web" }, { price: 18 }, { price: 19, variant_id: variant.id });
  expect((await ask(`?variant_id=${variant.id}`)).price).toBe(19);
  expect(why(await ask())).toEqual({ 18: "applies", 19: "other_variant" });
});

test("a currency takes its own lists first, then converts by the tenant's rate, which it names", async () => {
  const { tenant, list, ask, why } = await withLists();
  expect((await tenant.admin.put("/settings/exchange-rates", { rates: { JPY: 160.5, USD: 1.1 } })).status).toBe(200);
  await list({ name: "Web" }, { price: 18 });
  await list({ name: "Pounds", currency: "GBP", priority: 7 }, { price: 15 });

  const yen = await ask("?currency=JPY");
  expect(yen).toMatchObject({
    price: 2889,
    currency: "JPY",
    conversion: { from_currency: "EUR", from_price: 18, rate: 160.5 },
  });
  expect(why(yen)).toEqual({ 18: "applies", 15: "other_currency" });
  await list({ name: "Dollars", currency: "USD" }, { price: 25 });
  expect(await ask("?currency=USD")).toMatchObject({ price: 25, currency: "USD", conversion: null });
  expect(await ask()).toMatchObject({ price: 15, currency: "GBP" });
});

test("a currency without a rate, a foreign variant and bad values are refused by name", async () => {
  const { tenant, id } = await withLists();
  const refused = await tenant.get(`/products/${id}/price?currency=GBP`);
  expect(refused.status).toBe(400);
  expect(refused.body.error.details).toMatchObject([{ field: "currency" }]);
  expect(JSON.stringify(refused.body)).toContain("/settings/exchange-rates");
  expect((await tenant.get(`/products/${id}/price?quantity=0`)).status).toBe(400);
  expect((await tenant.get(`/products/${id}/price?variant_id=${id}`)).status).toBe(404);
  const other = await newTenant();
  expect((await other.get(`/products/${id}/price`)).status).toBe(404);
});

test("the tax of a price is named with its rate and both amounts, and taken off or added on demand", async () => {
  const { tenant, id, list, ask } = await withLists();
  expect((await ask()).tax).toBeNull();
  const refused = await tenant.get(`/products/${id}/price?tax=excluded`);
  expect([refused.status, refused.body.error.details[0].field]).toEqual([400, "tax"]);

  await tenant.admin.put("/settings/tax", { country: "FR" });
  expect((await ask()).tax).toMatchObject({ included: true, country: "FR", rate: null, price_without_tax: null });
  expect((await tenant.get(`/products/${id}/price?tax=excluded`)).body.error.details[0].message).toContain(
    "/settings/tax/rates",
  );

  const rates = (country: string, rate: number, tax_class = "standard") =>
    tenant.admin.post("/settings/tax/rates", { tax_class, country, rate });
  await rates("FR", 20);
  await rates("DE", 19);
  expect((await ask()).tax).toMatchObject({
    rate: 20,
    rate_from: "tax_class",
    price_with_tax: 20,
    price_without_tax: 16.67,
  });
  await tenant.patch(`/products/${id}`, { tax_rate: 25 });
  expect(await ask("?tax=excluded")).toMatchObject({
    price: 16,
    tax: { included: false, rate: 25, rate_from: "product", price_with_tax: 20 },
    steps: [
      { step: "own_price", price: 20, currency: "EUR" },
      { step: "tax", price: 16, currency: "EUR" },
    ],
  });

  await list({ name: "Net", channel: "b2b", prices_include_tax: false, tax_country: "DE" }, { price: 10 });
  expect(await ask("?channel=b2b")).toMatchObject({ price: 10, tax: { included: false, country: "DE", rate: 19 } });
  expect(await ask("?channel=b2b&tax=included")).toMatchObject({ price: 11.9, tax: { included: true } });
});

test("every step is named: list, quantity, tax, and the rate of currency with its day", async () => {
  const { tenant, list, ask } = await withLists();
  await tenant.admin.put("/settings/tax", { country: "FR" });
  await tenant.admin.post("/settings/tax/rates", { tax_class: "standard", country: "FR", rate: 20 });
  await tenant.admin.put("/settings/exchange-rates", { rates: { JPY: 160.5 }, date: "2026-01-05" });
  await list(
    { name: "Net", prices_include_tax: false },
    { price: 18, compare_at_price: 20 },
    { price: 15, min_quantity: 10 },
    { price: 12.5, min_quantity: 100 },
  );
  expect(await ask("?quantity=12&currency=JPY&tax=included&at=2026-02-01T00:00:00Z")).toMatchObject({
    price: 2889,
    currency: "JPY",
    min_quantity: 10,
    next_tier: { min_quantity: 100, price: 2408 },
    conversion: { from_currency: "EUR", from_price: 15, rate: 160.5, rate_date: "2026-01-05" },
    steps: [
      { step: "price_list", price: 18, currency: "EUR" },
      { step: "quantity_tier", price: 15, currency: "EUR" },
      { step: "tax", price: 18, currency: "EUR" },
      { step: "conversion", price: 2889, currency: "JPY" },
    ],
  });
  expect(await ask()).toMatchObject({
    min_quantity: 1,
    next_tier: { min_quantity: 10, price: 15 },
    compare_at_price: 20,
  });
  expect(await ask("?quantity=500")).toMatchObject({ price: 12.5, next_tier: null });
});

test("S31.7 a list in the currency that is asked for needs no rate", async () => {
  const { tenant, id, list, ask } = await withLists();
  await list({ name: "Yen", currency: "JPY" }, { price: 3000 });

  expect(await ask("?currency=JPY")).toMatchObject({ price: 3000, currency: "JPY", conversion: null });
  const refused = await tenant.get(`/products/${id}/price?currency=JPY&channel=shop`);
  expect(refused.body.error.details).toMatchObject([{ field: "currency" }]);
});

test("tax and conversion are exact together, and rounded once", async () => {
  const { tenant, id, list, ask } = await withLists();
  await tenant.admin.put("/settings/tax", { country: "FR", prices_include_tax: true });
  await tenant.admin.post("/settings/tax/rates", { tax_class: "standard", country: "FR", rate: 20 });
  await tenant.admin.put("/settings/exchange-rates", { rates: { JPY: 160 } });
  await tenant.patch(`/products/${id}`, { price: 0.99 });

  // 0.825 euros are 132 yen; 0.83 would be 133.
  expect(await ask("?currency=JPY&tax=excluded")).toMatchObject({
    price: 132,
    tax: { price_with_tax: 158, price_without_tax: 132 },
  });
  expect(await ask("?currency=JPY")).toMatchObject({ price: 158, tax: { price_without_tax: 132 } });

  // 470 yen hold 5.5 % of 445.498: rounded to hundredths before, they would be 446.
  await tenant.patch(`/products/${id}`, { tax_rate: 5.5 });
  await list({ name: "Yen", channel: "jp", currency: "JPY" }, { price: 470 });
  expect((await ask("?channel=jp&tax=excluded")).price).toBe(445);
});
