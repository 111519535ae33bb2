import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";

test("a list with decimals cannot become one in a currency without, and amounts in such a currency have none", async () => {
  const tenant = await newTenant();
  const { body: product } = await tenant.post("/products", { name: "Pen" });
  const { body: list } = await tenant.post("/price-lists", { name: "Japan", channel: "jp" });
  const path = `/price-lists/${list.id}`;
  const { body: entry } = await tenant.post(`${path}/entries`, { product_id: product.id, price: 9.5 });
  const refused = await tenant.patch(path, { currency: "JPY" });
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toMatchObject([{ field: "currency" }]);
  await tenant.patch(`${path}/entries/${entry.id}`, { price: 900 });
  expect((await tenant.patch(path, { currency: "JPY" })).body).toMatchObject({ currency: "JPY" });
  const finer = await tenant.patch(`${path}/entries/${entry.id}`, { price: 900.5 });
  expect(finer.body.error.details).toMatchObject([{ field: "price" }]);
  const supplier = { name: "Maker", currency: "JPY" };
  const made = await tenant.post("/suppliers", { ...supplier, min_order_amount: 100.5 });
  expect(made.status).toBe(422);
  expect(made.body.error.details).toMatchObject([{ field: "min_order_amount" }]);
  expect((await tenant.post("/suppliers", { ...supplier, min_order_amount: 100 })).status).toBe(201);
});
