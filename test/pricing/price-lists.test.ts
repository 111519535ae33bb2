import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";

async function withList(fields: object = {}) {
  const tenant = await newTenant();
  const { id: product } = (await tenant.post("/products", { name: "Pen", price: 20 })).body;
  const created = await tenant.post("/price-lists/", { name: "Web", channel: "web", ...fields });
  return { tenant, product, created, list: created.body, path: `/price-lists/${created.body.id}` };
}

test("D3-194 a new list has defaults; what is missing or does not fit is refused", async () => {
  const { tenant, created } = await withList();

  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    name: "Web",
    channel: "web",
    currency: "EUR",
    description: null,
    start_date: null,
    end_date: null,
    is_active: true,
    priority: 0,
  });
  for (const body of [
    { name: "No channel" },
    { channel: "web" },
    { name: "A", channel: "web", currency: "euro" },
    { name: "A", channel: "web", start_date: "2026-02-01", end_date: "2026-01-31" },
  ]) {
    expect((await tenant.post("/price-lists", body)).status).toBe(422);
  }
});

test("D3-195 lists are an array by priority, filtered; a deleted one takes its entries", async () => {
  const { tenant, product, list, path } = await withList({ priority: 1 });
  const high = (await tenant.post("/price-lists", { name: "High", channel: "web", priority: 9 })).body;
  const shop = (await tenant.post("/price-lists", { name: "Shop", channel: "shop", is_active: false })).body;
  await tenant.post(`${path}/entries`, { product_id: product, price: 10 });

  const ids = async (query: string) =>
    (await tenant.get(`/price-lists/${query}`)).body.map(({ id }: { id: string }) => id);
  expect(await ids("")).toEqual([high.id, list.id, shop.id]);
  expect(await ids("?channel=web")).toEqual([high.id, list.id]);
  expect(await ids("?is_active=false")).toEqual([shop.id]);

  const changed = await tenant.patch(path, { end_date: "2030-01-01" });
  expect(changed.body).toMatchObject({ name: "Web", end_date: "2030-01-01T00:00:00.000Z" });
  expect((await tenant.delete(path)).status).toBe(204);
  expect((await tenant.get(path)).status).toBe(404);
  expect((await tenant.get(`/price-lists/products/${product}/prices`)).body).toEqual([]);
});

test("D3-196 S38.2 entries are unique by product, variant and quantity, and belong to one list", async () => {
  const { tenant, product, path } = await withList();
  const { id: variant } = (await tenant.post(`/products/${product}/variants`, { sku: `V-${product}` })).body;
  const { id: other } = (await tenant.post("/products", { name: "Other" })).body;

  const entry = await tenant.post(`${path}/entries`, { product_id: product, price: 12.35 });
  expect(entry.status).toBe(201);
  expect(entry.body).toMatchObject({ variant_id: null, price: 12.35, compare_at_price: null, min_quantity: 1 });
  const again = await tenant.post(`${path}/entries`, { product_id: product, price: 1 });
  expect([again.status, again.body.error.error_code]).toEqual([409, "DUPLICATE_RESOURCE"]);
  const ofVariant = await tenant.post(`${path}/entries`, { product_id: product, variant_id: variant, price: 9 });
  expect(ofVariant.status).toBe(201);
  const foreign = await tenant.post(`${path}/entries`, { product_id: other, variant_id: variant, price: 9 });
  expect(foreign.status).toBe(422);

  const changed = await tenant.patch(`${path}/entries/${entry.body.id}`, { price: 11, min_quantity: 5 });
  expect(changed.body).toMatchObject({ price: 11, min_quantity: 5 });
  const page = (await tenant.get(`${path}/entries?product_id=${product}`)).body;
  expect(page).toMatchObject({ total: 2, offset: 0, limit: 50, next_cursor: null });
  expect(page.items.map(({ price }: { price: number }) => price)).toEqual([9, 11]);
  const first = (await tenant.get(`${path}/entries?limit=1`)).body;
  const second = (await tenant.get(`${path}/entries?limit=1&cursor=${first.next_cursor}`)).body;
  expect(second.items).toEqual(page.items.slice(1));

  const elsewhere = (await tenant.post("/price-lists", { name: "Else", channel: "web" })).body;
  expect((await tenant.patch(`/price-lists/${elsewhere.id}/entries/${entry.body.id}`, { price: 1 })).status).toBe(404);
  expect((await tenant.delete(`${path}/entries/${entry.body.id}`)).status).toBe(204);
});

test("D3-197 S38.3 entries in bulk are put by their key; an invalid one is named and leaves the others", async () => {
  const { tenant, product, path } = await withList();
  await tenant.post(`${path}/entries`, { product_id: product, price: 10 });

  const { status, body } = await tenant.post(`${path}/entries/bulk`, {
    entries: [
      { product_id: product, price: 8 },
      { product_id: crypto.randomUUID(), price: 8 },
      { product_id: product, price: -1 },
      { product_id: product, price: 7, min_quantity: 10 },
      { product_id: product, price: 6, min_quantity: 10 },
    ],
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    created: 1,
    updated: 1,
    errors: [
      { index: 1, field: "product_id" },
      { index: 2, field: "price" },
    ],
  });
  const prices = (await tenant.get(`${path}/entries`)).body.items.map(({ price }: { price: number }) => price);
  expect(prices).toEqual([8, 6]);
  const many = Array.from({ length: 501 }, () => ({ product_id: product, price: 1 }));
  expect((await tenant.post(`${path}/entries/bulk`, { entries: many })).status).toBe(422);
  expect((await tenant.post(`${path}/entries/bulk`, { entries: [] })).status).toBe(422);
});

test("D3-198 S38.4 lists that hold now are ranked by priority, the newest first on ties", async () => {
  const { tenant, product } = await withList();
  const make = async (name: string, fields: object = {}) => {
    const { id } = (await tenant.post("/price-lists", { name, channel: "web", ...fields })).body;
    await tenant.post(`/price-lists/${id}/entries`, { product_id: product, price: 10 });
  };
  await make("Old");
  await make("New");
  await make("High", { priority: 5, start_date: "2020-01-01" });
  await make("Off", { is_active: false });
  await make("Over", { end_date: "2020-01-01" });
  await make("Later", { start_date: "2999-01-01" });

  const ranked = (await tenant.get(`/price-lists/products/${product}/prices`)).body;
  expect(ranked.map(({ name, rank }: { name: string; rank: number }) => [name, rank])).toEqual([
    ["High", 1],
    ["New", 2],
    ["Old", 3],
  ]);
});

test("S31.3 S31.4 an entry's product must be there, and a page of entries has at most 100", async () => {
  const { tenant, path } = await withList();
  const other = await withList();

  for (const product_id of [crypto.randomUUID(), other.product]) {
    const made = await tenant.post(`${path}/entries`, { product_id, price: 5 });
    expect([made.status, made.body.error.error_code]).toEqual([404, "PRODUCT_NOT_FOUND"]);
  }
  expect((await tenant.get(`${path}/entries?limit=100`)).status).toBe(200);
  expect((await tenant.get(`${path}/entries?limit=101`)).status).toBe(400);
});
