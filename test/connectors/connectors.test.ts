import { describe, expect, test } from "bun:test";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs, runJobsInTurns } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { withTax } from "./with-tax.ts";

const PLATFORMS = 15;

describe("the registry of platforms", () => {
  test("D1-079 D1-080 D1-082 is a plain list of fifteen, by tier and name, without schemas", async () => {
    const { body } = await (await newTenant()).get("/connectors/platforms");
    expect(body).toHaveLength(PLATFORMS);
    expect(body[0]).toMatchObject({ id: "magento", tier: 1, category: "enterprise", webhook_path: "" });
    expect(body.find(({ id }: { id: string }) => id === "prestashop").webhook_path).toBe(
      "/api/v1/connectors/prestashop/push",
    );
    expect(body.some((platform: object) => "config_schema" in platform)).toBe(false);
  });

  test.each([
    ["tier=2", 3],
    ["category=marketplace", 6],
    ["tier=3&category=marketplace", 4],
    ["category=nothing", 0],
  ])("D1-083 %s are %d", async (query, count) => {
    expect((await (await newTenant()).get(`/connectors/platforms?${query}`)).body).toHaveLength(count);
  });

  test("D1-082 D1-085 D1-086 a platform has a schema, a field map and a guide", async () => {
    const { get } = await newTenant();
    const { body } = await get("/connectors/platforms/shopify");
    expect(body.config_schema).toMatchObject({
      type: "object",
      required: ["shop_url", "access_token"],
      additionalProperties: false,
    });
    expect(body.config_schema.properties.access_token).toMatchObject({ type: "string", secret: true });
    const map = (await get("/connectors/platforms/shopify/field-map")).body;
    const sources = map.mappings.map(({ source_field: field }: { source_field: string }) => field);
    expect(sources).toEqual(
      expect.arrayContaining(["ean", "name", "description", "price", "stock", "brand", "images"]),
    );
    const guide = (await get("/connectors/platforms/shopify/guide?format=html")).body;
    expect(guide).toMatchObject({ platform_id: "shopify", format: "html" });
    expect(guide.content).toContain("<h1>");
    expect((await get("/connectors/platforms/shopify/guide?format=pdf")).status).toBe(400);
    expect((await get("/connectors/platforms/nothing/guide")).status).toBe(404);
    expect((await get("/connectors/platforms?tier=5")).status).toBe(400);
  });
});

async function given() {
  const shop = await openWooCommerce();
  const tenant = await newTenant();
  const fields = { platform_id: "woocommerce", name: "Shop", credentials: shop.credentials };
  const { body } = await tenant.post("/connectors", withTax(fields));
  const path = `/connectors/${body.id}`;
  const product = async (fields: object = {}) =>
    (await tenant.post("/products", { name: "Chair", ean: newEan(), price: 12.5, ...fields })).body;
  const job = async () => (await tenant.get(`${path}/jobs`)).body[0];
  const run = async (operation: string, sent?: object) => {
    const answer = await tenant.post(`${path}/sync/${operation}`, sent);
    await runJobs();
    return { answer, job: await job() };
  };
  return { shop, tenant, connector: body, path, product, run };
}

describe("a connector", () => {
  test("D1-090 D1-091 D1-094 D1-095 is pending, and never shows its credentials", async () => {
    const { tenant, connector, path } = await given();
    expect(connector).toMatchObject({
      platform_id: "woocommerce",
      is_active: true,
      status: "pending",
      sync_options: {},
    });
    const { body } = await tenant.get(path);
    expect(JSON.stringify(body)).not.toContain("cs_1");
    expect((await tenant.get("/connectors")).body).toEqual([body]);
  });

  test.each([
    [{ platform_id: "nothing" }, "platform_id"],
    [{ credentials: { store_url: "https://a.example" } }, "credentials.consumer_key"],
    [{ credentials: { store_url: 5, consumer_key: "k", consumer_secret: "s" } }, "credentials.store_url"],
    [{ credentials: { store_url: "u", consumer_key: "k", consumer_secret: "s", more: 1 } }, "credentials.more"],
  ])("D1-092 D1-093 %j is refused by name", async (fields, field) => {
    const tenant = await newTenant();
    const { status, body } = await tenant.post("/connectors", { platform_id: "woocommerce", name: "Shop", ...fields });
    expect(status).toBe(422);
    expect(body.error.details.map((each: { field: string }) => each.field)).toContain(field);
  });

  test("D1-098 D1-099 S7.6 a test shows whether it works", async () => {
    const { tenant, path } = await given();
    expect((await tenant.post(`${path}/test`)).body).toMatchObject({ success: true, status: "active" });
    expect((await tenant.get(path)).body).toMatchObject({ status: "active", status_message: null });
    await tenant.patch(path, {
      credentials: { store_url: "https://r9.receiver.test:1", consumer_key: "x", consumer_secret: "y" },
    });
    expect((await tenant.get(path)).body.status).toBe("pending");
    const { body } = await tenant.post(`${path}/test`);
    expect(body).toMatchObject({ success: false, status: "error" });
    expect((await tenant.get(path)).body.status_message).toBe(body.message);
    await tenant.patch(path, { credentials: {} });
    expect((await tenant.post(`${path}/test`)).body).toMatchObject({ success: false, status: "pending" });
  });

  test("D1-097 S7.9 what it did stays readable when it is deleted", async () => {
    const { tenant, path, run, product } = await given();
    await product();
    const { answer } = await run("push-products");
    expect((await tenant.delete(path)).status).toBe(204);
    expect((await tenant.get(path)).status).toBe(404);
    expect((await tenant.get(`${path}/jobs`)).body).toHaveLength(1);
    expect((await tenant.get(`${path}/sync/jobs/${answer.body.job_id}`)).body).toMatchObject({
      status: "completed",
      pushed: 1,
    });
  });

  test("S7.8 refuses what it cannot do", async () => {
    const { tenant, path } = await given();
    const refusal = async (id: string, operation: string) =>
      (await tenant.post(`/connectors/${id}/sync/${operation}`)).body.error.error_code;
    const { body: amazon } = await tenant.post("/connectors", { platform_id: "amazon", name: "Amazon" });
    expect(await refusal(amazon.id, "pull-products")).toBe("CAPABILITY_NOT_SUPPORTED");
    expect(await refusal(amazon.id, "push-stock")).toBe("CONNECTOR_NOT_CONFIGURED");
    await tenant.post(`${path}/sync/push-stock`);
    const id = path.split("/").at(-1) ?? "";
    expect(await refusal(id, "push-stock")).toBe("SYNC_ALREADY_RUNNING");
    await runJobs();
    await tenant.patch(path, { is_active: false });
    expect(await refusal(id, "push-stock")).toBe("CONNECTOR_INACTIVE");
  });
});

describe("a push", () => {
  test("D1-102 D1-103 D1-105 sends 250 products in three requests, and once", async () => {
    const { shop, tenant, run } = await given();
    const items = Array.from({ length: 250 }, (_, index) => ({
      name: `Chair ${index}`,
      reference: `R-${index}`,
      price_ttc: 5,
    }));
    await tenant.post("/appsync/products/sync", items);
    const { answer, job } = await run("push-products");
    expect(answer).toMatchObject({ status: 202, body: { success: true, status: "processing" } });
    expect(job).toMatchObject({
      status: "completed",
      job_type: "push_products",
      trigger: "manual",
      pushed: 250,
      errors: 0,
    });
    expect(shop.asked).toHaveLength(3);
    expect(shop.products.size).toBe(250);
    expect((await run("push-products", { force: true })).job).toMatchObject({ pushed: 250, errors: 0 });
    expect(shop.products.size).toBe(250);
  });

  test("D1-102 it and a pull go on after their turns where they were", async () => {
    const { shop, tenant, path, run } = await given();
    const items = Array.from({ length: 250 }, (_, index) => ({ name: `Chair ${index}`, reference: `R-${index}` }));
    await tenant.post("/appsync/products/sync", items);
    await tenant.post(`${path}/sync/push-products`);
    expect((await runJobsInTurns())["connectors.sync"]).toBe(4);
    const jobs = async () => (await tenant.get(`${path}/jobs`)).body;
    expect(await jobs()).toMatchObject([{ status: "completed", pushed: 250, errors: 0 }]);
    expect([shop.asked.length, shop.products.size]).toEqual([3, 250]);
    await tenant.post(`${path}/sync/pull-products`);
    expect((await runJobsInTurns())["connectors.sync"]).toBe(3);
    expect((await jobs())[0]).toMatchObject({ status: "completed", errors: 0 });
    expect((await run("push-products")).job).toMatchObject({ skipped: 250, errors: 0 });
    expect(shop.products.size).toBe(250);
  });

  test("D1-104 S7.11 sends what was requested; inactive products are skipped, unknown ones are errors", async () => {
    const { shop, run, product } = await given();
    const [one, two] = [await product({ stock: 7 }), await product({ status: "draft" })];
    const unknown = "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01";
    const { job } = await run("push-products", { product_ids: [one.id, two.id, unknown] });
    expect(job).toMatchObject({ status: "completed", pushed: 1, skipped: 1, errors: 1 });
    expect([...shop.products.values()]).toMatchObject([{ name: "Chair", regular_price: "12.50", sku: one.ean }]);
    expect((await run("push-products", { since_timestamp: "2999-01-01T00:00:00Z" })).job).toMatchObject({ pushed: 0 });
    expect((await run("push-products", { product_ids: [] })).answer.status).toBe(422);
    expect((await run("push-products", { product_ids: ["x"] })).answer.status).toBe(422);
  });

  test("D1-108 D1-109 stock and prices go alone, prices by the platform's own list", async () => {
    const { shop, tenant, run, product } = await given();
    const { id } = await product();
    await run("push-products");
    const { body: list } = await tenant.post("/price-lists", { name: "Woo", channel: "woocommerce", currency: "EUR" });
    await tenant.post(`/price-lists/${list.id}/entries/bulk`, { entries: [{ product_id: id, price: 9.9 }] });
    await run("push-prices");
    expect([...shop.products.values()][0]).toMatchObject({ name: "Chair", regular_price: "9.90" });
    await tenant.put(`/products/${id}/stock`, { quantity: 6 });
    await run("push-stock");
    expect(JSON.parse(shop.asked.at(-1)?.text ?? "{}").update).toEqual([
      { id: 1, manage_stock: true, inventory_delta: 6 },
    ]);
  });

  test("a product that the shop has lost is made again", async () => {
    const { shop, run, product } = await given();
    await product();
    await run("push-products");
    shop.products.clear();
    expect((await run("push-products", { force: true })).job).toMatchObject({ pushed: 1, errors: 0 });
    expect(shop.products.size).toBe(1);
  });

  test("S7.7 refused credentials fail it, and the connector says so", async () => {
    const { shop, tenant, path, run, product } = await given();
    await product();
    shop.answers(() => ({ status: 401, json: { code: "no" } }));
    expect((await run("push-products")).job).toMatchObject({ status: "failed", pushed: 0 });
    expect((await tenant.get(path)).body.status).toBe("error");
  });
});

test("D1-107 a pull updates what is there by EAN and creates the others", async () => {
  const { shop, tenant, run, product } = await given();
  const known = await product();
  const fields = { permalink: "https://receiver.test/p", description: "<p>Text</p>" };
  shop.products.set(7, { ...fields, id: 7, name: "Renamed", sku: known.ean, regular_price: "20", stock_quantity: 3 });
  shop.products.set(8, { ...fields, id: 8, name: "New there", sku: "S-8", regular_price: "4.20", stock_quantity: 1 });
  expect((await run("pull-products")).job).toMatchObject({ status: "completed", updated: 1, pulled: 1, errors: 0 });
  expect((await tenant.get(`/products/${known.id}`)).body).toMatchObject({ title: "Renamed", price: 20, stock: 3 });
  expect((await tenant.get("/products?search=new there")).body.items).toMatchObject([{ reference: "S-8", price: 4.2 }]);
  expect((await run("push-products")).job).toMatchObject({ pushed: 2 });
  expect(shop.products.size).toBe(2);
});

test("D1-087 D1-088 S7.15 the dashboard has each connector with its last job", async () => {
  const { tenant, run } = await given();
  await tenant.post("/connectors", { platform_id: "shopify", name: "Other" });
  await run("push-stock");
  const { body } = await tenant.get("/connectors/sync-status");
  expect(body).toMatchObject([
    { name: "Shop", last_job: { job_type: "push_stock", status: "completed", pushed: 0, errors: 0 } },
    { name: "Other", last_sync_at: null, last_job: null },
  ]);
  expect((await tenant.get("/connectors/sync-status?limit=1")).body).toHaveLength(1);
});
