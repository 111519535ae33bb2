import { expect, test } from "bun:test";
import { PLATFORMS } from "../../src/connectors/engine/adapters.ts";
import { openShop, wooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

const LATER = "2099-01-01T00:00:00";

/** An order as the shop answers it: WooCommerce notes at each line what it took from its stock. */
const orderOf = (id: number, sku: string, taken: number, status = "processing") => ({
  id,
  status,
  date_paid_gmt: LATER,
  date_modified_gmt: LATER,
  line_items: [{ id: 1, product_id: 9, sku, quantity: taken, meta_data: [{ key: "_reduced_stock", value: taken }] }],
});

test("a pull takes what orders hold, once, whether their webhook came or not; unknown SKUs stand in the job", async () => {
  const { reply, credentialsAt } = wooCommerce();
  let orders: object[] = [];
  const seen: string[] = [];
  const shop = await openShop((call) => {
    if (!call.path.includes("/orders")) return reply(call);
    seen.push(call.path);
    return { json: orders };
  });
  const tenant = await newTenant();
  await tenant.post("/appsync/products/sync", [{ name: "Chair", reference: "CH-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      credentials: credentialsAt(shop.url),
    }),
  );
  const pull = async (body: object = {}) => {
    const started = await tenant.post(`/connectors/${connector.id}/sync/pull-orders`, body);
    expect(started.status).toBe(202);
    await runJobs();
    return (await tenant.get(`/connectors/${connector.id}/jobs`)).body[0];
  };
  const stock = async () => (await tenant.get(`/products/${product.id}`)).body.stock;

  orders = [orderOf(1, "CH-1", 3), orderOf(2, "XX-9", 1)];
  expect(await pull()).toMatchObject({ job_type: "pull_orders", status: "completed", updated: 1, skipped: 1 });
  expect(await stock()).toBe(7);
  expect(await pull()).toMatchObject({ status: "completed", updated: 0 });
  expect(await stock()).toBe(7);
  orders = [{ ...orderOf(1, "CH-1", 0, "cancelled"), date_modified_gmt: "2099-01-02T00:00:00" }];
  expect(await pull({ since_timestamp: "2026-01-02T03:04:05Z" })).toMatchObject({ updated: 1 });
  expect(await stock()).toBe(10);
  expect(seen.at(-1)).toContain("modified_after=2026-01-02T03:04:05");
});

test("what bad input and another tenant are answered", async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  const { body: shop } = await tenant.post("/connectors", withTax({ platform_id: "wizishop", name: "Shop" }));
  const path = `/connectors/${shop.id}/sync/pull-orders`;
  expect((await tenant.post(path, { since_timestamp: "yesterday" })).status).toBe(422);
  expect((await other.post(path, {})).status).toBe(404);
});

test("the platforms whose orders can be pulled are those whose adapters read them", async () => {
  for (const { id, hasOrders, adapter } of PLATFORMS) {
    expect([id, hasOrders === true]).toEqual([id, (await adapter()).orders !== undefined]);
  }
});

test("a pull of products reads orders before levels: what a level holds already is not taken twice", async () => {
  const { reply, credentialsAt, products } = wooCommerce();
  let orders: object[] = [];
  let mayRead = true;
  const shop = await openShop((call) => {
    if (!call.path.includes("/orders")) return reply(call);
    return mayRead ? { json: orders } : { status: 401, json: { code: "woocommerce_rest_cannot_view" } };
  });
  const tenant = await newTenant();
  await tenant.post("/appsync/products/sync", [{ name: "Chair", reference: "CH-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      credentials: credentialsAt(shop.url),
    }),
  );
  const pull = async (what: string, body: object = {}) => {
    await tenant.post(`/connectors/${connector.id}/sync/${what}`, body);
    await runJobs();
    return (await tenant.get(`/connectors/${connector.id}/jobs`)).body[0];
  };
  const stock = async () => (await tenant.get(`/products/${product.id}`)).body.stock;
  // The shop's product keeps the time at which somebody changed it.
  const there = { id: 9, sku: "CH-1", name: "Chair", date_modified_gmt: "2026-01-01T00:00:00", manage_stock: true };
  products.set(9, { ...there, stock_quantity: 12 });

  mayRead = false;
  expect(await pull("pull-products")).toMatchObject({ status: "completed" });
  expect(await stock()).toBe(12);
  mayRead = true;
  orders = [orderOf(1, "CH-1", 3)];
  products.set(9, { ...there, stock_quantity: 9 });
  // Also where only later products are asked for.
  expect(await pull("pull-products", { since_timestamp: "2025-12-31T00:00:00Z" })).toMatchObject({
    status: "completed",
  });
  expect(await stock()).toBe(9);
  await pull("pull-orders");
  expect(await stock()).toBe(9);
});
