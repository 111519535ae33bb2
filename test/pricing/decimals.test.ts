import { expect, test } from "bun:test";
import { decimalsOf } from "../../src/prices/pricing/currency-decimals.ts";
import { newTenant } from "../harness.ts";
import { withProduct } from "../price-monitor/given.ts";
import { seen } from "../price-monitor/scraper.ts";
import { newEan } from "../products/given.ts";

test("currencies have the decimals of ISO 4217, up to three", () => {
  for (const currency of Intl.supportedValuesOf("currency")) {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
      style: "currency",
      currency,
    }).resolvedOptions();
    expect([currency, decimalsOf(currency)]).toEqual([currency, maximumFractionDigits > 3 ? 2 : maximumFractionDigits]);
  }
});

const IN_EUR = "Amounts in EUR have 2 decimals";
const TOO_FINE = [0.004, 1e-7, 19.999, 19.9900001];

test("no body takes an amount with more decimals than are stored: it is neither rounded nor free", async () => {
  const tenant = await newTenant();
  const { id } = (await tenant.post("/products", { name: "Pen", barcode: newEan(), price: 20 })).body;
  const { id: list } = (await tenant.post("/price-lists", { name: "Shop", channel: "shop", currency: "EUR" })).body;
  const bodies: [
    method: "post" | "put" | "patch",
    path: string,
    field: string,
    body: (price: number) => object,
    said?: string,
  ][] = [
    ["post", "/products", "price", (price) => ({ name: "Ink", price })],
    ["put", `/products/${id}`, "price", (price) => ({ price })],
    ["put", `/products/${id}`, "cost_price", (cost_price) => ({ cost_price })],
    ["post", `/products/${id}/prices`, "price", (price) => ({ source: "shop", price }), IN_EUR],
    ["post", `/price-lists/${list}/entries`, "price", (price) => ({ product_id: id, price }), IN_EUR],
    ["post", "/prices/alerts", "threshold", (threshold) => ({ product_id: id, alert_type: "below", threshold })],
    ["patch", `/prices/map/${id}`, "map_price", (map_price) => ({ map_price })],
  ];
  for (const [method, path, field, body, said = "Must have at most 2 decimals: amounts are not rounded"] of bodies) {
    for (const price of TOO_FINE) {
      const { status, body: answer } = await tenant[method](path, body(price));
      expect([path, price, status, answer.error?.details?.[0]]).toMatchObject([
        path,
        price,
        422,
        { field, type: "out_of_range" },
      ]);
    }
    const { body: finer } = await tenant[method](path, body(19.999));
    expect(finer.error.details[0].message).toBe(said);
    // 19.990000000000002 is 19.99 to a computer.
    expect((await tenant[method](path, body(19.990000000000002))).status).toBeLessThan(300);
  }
  expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ price: 19.99, cost_price: 19.99 });
});

test("an amount has no more decimals than its currency, in lists, bulks and prices by source", async () => {
  const tenant = await newTenant();
  const { id } = (await tenant.post("/products", { name: "Pen", barcode: newEan(), price: 20 })).body;
  const { id: list } = (await tenant.post("/price-lists", { name: "Tokyo", channel: "jp", currency: "JPY" })).body;
  const entries = `/price-lists/${list}/entries`;

  const refused = await tenant.post(entries, { product_id: id, price: 100.5, compare_at_price: 120.5 });
  expect([refused.status, refused.body.error.details]).toMatchObject([
    422,
    [{ field: "price", message: "Amounts in JPY have 0 decimals" }, { field: "compare_at_price" }],
  ]);
  const { body: entry } = await tenant.post(entries, { product_id: id, price: 100 });
  expect((await tenant.patch(`${entries}/${entry.id}`, { price: 99.9 })).status).toBe(422);
  const bulk = [
    { product_id: id, price: 90.5, min_quantity: 5 },
    { product_id: id, price: 90, min_quantity: 10 },
  ];
  expect((await tenant.post(`${entries}/bulk`, { entries: bulk })).body).toMatchObject({
    created: 1,
    errors: [{ index: 0, field: "price" }],
  });
  const priced = (price: number, currency: string) =>
    tenant.post(`/products/${id}/prices`, { source: "shop", price, currency });
  expect((await priced(9.5, "JPY")).status).toBe(422);
  const { body: yen } = await priced(9, "JPY");
  expect((await tenant.patch(`/prices/${yen.id}`, { price: 9.1 })).status).toBe(422);
  expect((await tenant.patch(`/prices/${yen.id}`, { is_active: false })).status).toBe(200);
  const fils = await priced(1.234, "KWD");
  expect([fils.status, fils.body.price, (await priced(1.2345, "KWD")).status]).toEqual([201, 1.234, 422]);
});

test("S39.3 an observed amount with more decimals than are stored is refused by itself", async () => {
  const { tenant, ean } = await withProduct();

  const { body } = await tenant.observe(seen(ean, 0.004), seen(ean, 19.99), seen(ean, 19, { shipping_cost: 0.001 }));

  expect(body).toMatchObject({ accepted: 1, rejected: 2, errors: [{ index: 0 }, { index: 2 }] });
  expect(body.errors[0].message).toContain("price_ttc");
});
