import { expect, test } from "bun:test";
import { given, shopify } from "./deliveries.ts";

const orderOf = (id: number, sku: string, quantity: number, more: object = {}) =>
  JSON.stringify({ id, created_at: "2026-11-25T10:00:00Z", line_items: [{ id: 1, sku, quantity }], ...more });

test("a SKU that no product has waits in a list; once assigned, its lines take their stock, and later ones at once", async () => {
  const { secret, tenant, connector, product, read } = await given();
  const path = `/connectors/${connector.id}/unknown-skus`;
  await shopify(secret, orderOf(1, "OLD-1", 2), "orders/create");
  await shopify(secret, orderOf(2, "OLD-1", 1), "orders/create");
  await shopify(secret, orderOf(3, "OTHER", 4), "orders/create");
  const { body: listed } = await tenant.get(path);
  expect(listed.items).toMatchObject([
    { code: "OLD-1", sku: "OLD-1", lines: 2, units: 3 },
    { code: "OTHER", lines: 1, units: 4 },
  ]);
  expect(listed.meta.total).toBe(2);
  const { body: first } = await tenant.get(`${path}?per_page=1`);
  const { body: second } = await tenant.get(`${path}?per_page=1&cursor=${first.meta.next_cursor}`);
  expect([first, second].map(({ items }) => items[0].code)).toEqual(["OLD-1", "OTHER"]);

  const assign = (body: object) => tenant.post(`${path}/assign`, body);
  expect((await assign({ code: "OLD-1", product_id: product.id })).body).toEqual({ code: "OLD-1", lines: 2 });
  expect((await read()).stock).toBe(7);
  expect((await assign({ code: "OLD-1", product_id: product.id })).body).toEqual({ code: "OLD-1", lines: 0 });
  expect((await read()).stock).toBe(7);
  await shopify(secret, orderOf(4, "OLD-1", 1), "orders/create");
  expect((await read()).stock).toBe(6);
  const cancelled = { updated_at: "2026-11-25T11:00:00Z", cancelled_at: "2026-11-25T11:00:00Z" };
  await shopify(secret, orderOf(1, "OLD-1", 2, cancelled), "orders/cancelled");
  expect((await read()).stock).toBe(8);

  // What is nothing of ours waits no longer.
  await assign({ code: "OTHER", product_id: null });
  expect((await shopify(secret, orderOf(5, "OTHER", 1), "orders/create")).status).toBe(200);
  expect((await tenant.get(path)).body.meta.total).toBe(0);
  expect((await read()).stock).toBe(8);
});

test("a variant can be what a SKU means; unknown products and other tenants are refused", async () => {
  const { secret, tenant, connector, product } = await given();
  const { tenant: other, product: foreign } = await given();
  const path = `/connectors/${connector.id}/unknown-skus`;
  const { body: variant } = await tenant.post(`/products/${product.id}/variants`, { sku: `V-${product.id}`, stock: 5 });
  await shopify(secret, orderOf(1, "OLD-V", 2), "orders/create");
  expect((await other.get(path)).status).toBe(404);
  expect((await other.post(`${path}/assign`, { code: "OLD-V", product_id: foreign.id })).status).toBe(404);
  const refused = await tenant.post(`${path}/assign`, { code: "OLD-V", product_id: foreign.id });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain("product_id");
  const body = { code: "OLD-V", product_id: product.id, variant_id: variant.id };
  expect((await tenant.post(`${path}/assign`, { ...body, variant_id: product.id })).status).toBe(422);
  expect((await tenant.post(`${path}/assign`, body)).status).toBe(200);
  const { body: variants } = await tenant.get(`/products/${product.id}/variants`);
  expect(variants.variants[0].stock).toBe(3);
});

test("a SKU whose product or variant is deleted waits again", async () => {
  const { secret, tenant, connector, product } = await given();
  const path = `/connectors/${connector.id}/unknown-skus`;
  const { body: variant } = await tenant.post(`/products/${product.id}/variants`, { sku: `V-${product.id}`, stock: 5 });
  const codes = async () => (await tenant.get(path)).body.items.map(({ code }: { code: string }) => code);
  await tenant.post(`${path}/assign`, { code: "OLD-V", product_id: product.id, variant_id: variant.id });
  await tenant.post(`${path}/assign`, { code: "OLD-P", product_id: product.id });
  await shopify(secret, orderOf(1, "OLD-V", 1), "orders/create");
  expect(await codes()).toEqual([]);

  await tenant.delete(`/products/${product.id}/variants/${variant.id}`);
  await shopify(secret, orderOf(2, "OLD-V", 1), "orders/create");
  expect(await codes()).toEqual(["OLD-V"]);
  await tenant.delete(`/products/${product.id}`);
  await shopify(secret, orderOf(3, "OLD-P", 1), "orders/create");
  expect(await codes()).toEqual(["OLD-P", "OLD-V"]);
});
