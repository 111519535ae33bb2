import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { withProduct } from "../price-monitor/given.ts";
import { seen } from "../price-monitor/scraper.ts";
import { newEan } from "../products/given.ts";

const TOO_LITTLE = [0.004, 1e-7];

test("S11.9 no body takes an amount that would be rounded to 0; others are rounded half up", async () => {
  const tenant = await newTenant();
  const { id } = (await tenant.post("/products", { name: "Pen", barcode: newEan(), price: 20 })).body;
  const { id: list } = (await tenant.post("/price-lists", { name: "Shop", channel: "shop", currency: "EUR" })).body;
  const bodies: [method: "post" | "put" | "patch", path: string, field: string, body: (price: number) => object][] = [
    ["post", "/products", "price", (price) => ({ name: "Ink", price })],
    ["put", `/products/${id}`, "price", (price) => ({ price })],
    ["put", `/products/${id}`, "cost_price", (cost_price) => ({ cost_price })],
    ["post", `/products/${id}/prices`, "price", (price) => ({ source: "shop", price })],
    ["post", `/price-lists/${list}/entries`, "price", (price) => ({ product_id: id, price })],
    ["post", "/prices/alerts", "threshold", (threshold) => ({ product_id: id, alert_type: "below", threshold })],
    ["patch", `/prices/map/${id}`, "map_price", (map_price) => ({ map_price })],
  ];
  for (const [method, path, field, body] of bodies) {
    for (const price of TOO_LITTLE) {
      const { status, body: answer } = await tenant[method](path, body(price));
      expect([path, price, status, answer.error?.details?.[0]]).toMatchObject([
        path,
        price,
        422,
        { field, type: "out_of_range" },
      ]);
    }
    expect((await tenant[method](path, body(19.994))).status).toBeLessThan(300);
  }
  expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ price: 19.99, cost_price: 19.99 });
});

test("S11.9 S39.3 an observed amount that would be rounded to 0 is refused by itself", async () => {
  const { tenant, ean } = await withProduct();

  const { body } = await tenant.observe(seen(ean, 0.004), seen(ean, 19.994), seen(ean, 19, { shipping_cost: 0.001 }));

  expect(body).toMatchObject({ accepted: 1, rejected: 2, errors: [{ index: 0 }, { index: 2 }] });
  expect(body.errors[0].message).toContain("price_ttc");
});
