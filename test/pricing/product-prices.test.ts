import { expect, test } from "bun:test";
import { clock, newTenant } from "../harness.ts";

interface Price {
  id: string;
  source: string;
  price: number;
  is_active: boolean;
}

async function withProduct(fields: object = {}) {
  const tenant = await newTenant();
  const { id } = (await tenant.post("/products", { name: "Pen", price: 20, ...fields })).body;
  const path = `/products/${id}/prices`;
  const own = async (): Promise<Price[]> => (await tenant.get(`${path}?source=internal&active_only=true`)).body;
  return { tenant, id, path, own };
}

test("D3-199 S38.6 a new price has defaults and takes the place of its source's price before", async () => {
  const { tenant, path } = await withProduct({ price: null });

  const first = await tenant.post(path, { source: "supplier:ACME", price: 9.5, notes: " by phone " });
  const second = await tenant.post(path, { source: "supplier:ACME", price: 9 });
  await tenant.post(path, { source: "bigshop", price: 12, valid_until: "2999-01-01" });

  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({
    source: "supplier:ACME",
    price_type: "supplier",
    price: 9.5,
    currency: "EUR",
    is_active: true,
    valid_until: null,
    url: null,
    notes: "by phone",
  });
  const all: Price[] = (await tenant.get(`${path}?price_type=supplier`)).body;
  expect(all.map(({ id, is_active: isActive }) => [id, isActive])).toEqual([
    [second.body.id, true],
    [first.body.id, false],
  ]);
  expect((await tenant.get(`${path}?active_only=true`)).body).toHaveLength(2);
  expect((await tenant.post(path, { source: "x", price: 1, valid_until: "2020-01-01" })).status).toBe(422);
});

test("S38.5 the product's price and its active internal entry are one value", async () => {
  const { tenant, id, path, own } = await withProduct();
  const product = async () => (await tenant.get(`/products/${id}`)).body.price;

  expect(await own()).toMatchObject([{ id, price: 20 }]);
  await tenant.patch(`/products/${id}`, { price: 21 });
  expect(await own()).toMatchObject([{ id, price: 21 }]);
  const { body: entered } = await tenant.post(path, { source: "internal", price: 22 });
  expect(await product()).toBe(22);
  expect((await tenant.get(`${path}?source=internal`)).body).toMatchObject([
    { id: entered.id, price: 22, is_active: true },
    { id, price: 21, is_active: false },
  ]);
  await tenant.patch(`/products/${id}`, { price: 23 });
  expect(await own()).toMatchObject([{ id: entered.id, price: 23 }]);
  await tenant.patch(`/prices/${entered.id}`, { price: 24 });
  expect(await product()).toBe(24);
  await tenant.patch(`/prices/${entered.id}`, { is_active: false });
  expect([await product(), await own()]).toEqual([24, []]);
  await tenant.patch(`/products/${id}`, { price: 25 });
  expect(await own()).toMatchObject([{ price: 25 }]);
});

test("S38.5 D3-203 the own entry of a product can be deactivated and removed although nothing is stored of it", async () => {
  const { tenant, id, path, own } = await withProduct();

  expect((await tenant.delete(`/prices/${id}?soft_delete=true`)).status).toBe(204);
  expect((await tenant.get(path)).body).toMatchObject([{ id, price: 20, is_active: false }]);
  expect((await tenant.delete(`/prices/${id}`)).status).toBe(204);
  expect((await tenant.get(path)).body).toEqual([]);
  expect((await tenant.get(`/products/${id}`)).body.price).toBe(20);
  await tenant.patch(`/products/${id}`, { price: 19 });
  expect(await own()).toMatchObject([{ price: 19 }]);
});

test("D3-200 S38.7 the best price is the lowest that counts; excluded sources are left out", async () => {
  const { tenant, id, path } = await withProduct();
  await tenant.post(path, { source: "cheap", price: 5, url: "https://cheap.example/1" });
  await tenant.post(path, { source: "dollars", price: 1, currency: "USD" });
  await tenant.post(path, { source: "short", price: 2, valid_until: new Date(clock.nowMs + 60_000).toISOString() });

  expect((await tenant.get(`${path}/best`)).body).toMatchObject({ product_id: id, best_price: 2, source: "short" });
  clock.nowMs += 120_000;
  expect((await tenant.get(`${path}/best`)).body).toMatchObject({
    best_price: 5,
    source: "cheap",
    url: "https://cheap.example/1",
    valid_until: null,
  });
  expect((await tenant.get(`${path}/best?exclude_sources=cheap,x`)).body).toMatchObject({ source: "internal" });
  expect((await tenant.get(`${path}/best?exclude_sources=cheap&exclude_sources=internal`)).body).toMatchObject({
    best_price: null,
    source: null,
  });
});

test("D3-201 S38.8 history shows each change with its origin, statistics what counts now", async () => {
  const { tenant, id, path } = await withProduct();
  clock.nowMs += 1_000;
  await tenant.patch(`/products/${id}`, { price: 18 });
  clock.nowMs += 1_000;
  await tenant.post(path, { source: "bigshop", price: 30 });
  clock.nowMs += 1_000;
  await tenant.post(path, { source: "bigshop", price: 28 });

  expect((await tenant.get(`${path}/history`)).body).toMatchObject([
    { source: "internal", price: 20, change: null, origin: "manual" },
    { source: "internal", price: 18, change: -2, origin: "manual" },
    { source: "bigshop", price: 30, change: null },
    { source: "bigshop", price: 28, change: -2 },
  ]);
  expect((await tenant.get(`${path}/history?source=bigshop&limit=1`)).body).toMatchObject([{ price: 28 }]);
  expect((await tenant.get(`${path}/stats`)).body).toMatchObject({
    lowest_price: 18,
    highest_price: 28,
    average_price: 23,
    sources_count: 2,
    sources: ["bigshop", "internal"],
  });
  expect((await tenant.get("/analytics/price-sources")).body).toMatchObject({
    days: 30,
    product_id: null,
    sources: [
      { source: "bigshop", prices: 1, products: 1, lowest: 28, highest: 28, average: 28, times_best: 0 },
      { source: "internal", prices: 1, times_best: 1 },
    ],
  });
});

test("D3-202 S38.11 an unknown price is an unknown product to PATCH, and not found to DELETE", async () => {
  const { tenant, id } = await withProduct();
  const unknown = `/prices/${crypto.randomUUID()}`;

  expect((await tenant.patch(unknown, { price: 1 })).body.error.error_code).toBe("PRODUCT_NOT_FOUND");
  expect((await tenant.delete(unknown)).body.error.error_code).toBe("NOT_FOUND");
  expect((await tenant.patch(`/prices/${id}`, { colour: 1 })).status).toBe(422);
  await tenant.delete(`/products/${id}`);
  expect((await tenant.patch(`/prices/${id}`, { price: 1 })).status).toBe(404);
});
