import { expect, test } from "bun:test";
import { listPlatforms } from "../../src/connectors/engine/platforms.ts";
import { beginAllBehind } from "../../workers/connectors/follow.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { withTax } from "./with-tax.ts";

async function given(syncOptions: object) {
  const shop = await openWooCommerce();
  const tenant = await newTenant();
  const fields = { platform_id: "woocommerce", name: "Shop", credentials: shop.credentials };
  const { body } = await tenant.post("/connectors", withTax({ ...fields, sync_options: syncOptions }));
  const run = async (operation: string, input: object = {}) => {
    const { job_id } = (await tenant.post(`/connectors/${body.id}/sync/${operation}`, input)).body;
    await runJobs();
    return (await tenant.get(`/connectors/${body.id}/sync/jobs/${job_id}`)).body;
  };
  const product = async (quantity: number): Promise<string> => {
    const { body: made } = await tenant.post("/products", { name: "Chair", ean: newEan(), price: 12.5 });
    await tenant.put(`/products/${made.id}/stock`, { quantity });
    return made.id;
  };
  /** The last of these jobs, once all that has changed was followed. */
  const follow = async () => {
    await beginAllBehind(services);
    await runJobs();
    return (await tenant.get(`/connectors/${body.id}/jobs`)).body[0];
  };
  return { shop, tenant, run, product, follow };
}

test("a product that is deleted, archived or switched off is hidden once, and sold again when it is back", async () => {
  const { shop, tenant, run, product } = await given({ when_removed: "hide" });
  const [deleted, archived, off, sold] = [await product(1), await product(2), await product(3), await product(4)];
  await run("push-products");
  await tenant.delete(`/products/${deleted}`);
  await tenant.put(`/products/${archived}`, { status: "archived" });
  await tenant.put(`/products/${off}`, { status: "inactive" });
  expect(await run("push-products")).toMatchObject({ pushed: 3, skipped: 1, errors: 0 });
  const statuses = () => [1, 2, 3, 4].map((id) => shop.products.get(id)?.["status"] ?? "as made");
  expect(statuses()).toEqual(["draft", "draft", "draft", "as made"]);
  expect(shop.products.get(2)).toMatchObject({ stock_quantity: 2, name: "Chair" });
  const requests = shop.asked.length;
  expect(await run("push-products")).toMatchObject({ pushed: 0, errors: 0 });
  expect(await run("push-products", { product_ids: [deleted, sold] })).toMatchObject({ pushed: 0, skipped: 2 });
  expect(shop.asked).toHaveLength(requests);
  await tenant.put(`/products/${archived}`, { status: "active" });
  await tenant.post(`/products/${deleted}/restore`);
  await run("push-products");
  expect(statuses()).toEqual(["publish", "publish", "draft", "as made"]);
});

test("a product that is removed gets no stock, regardless of what the shop has, and its own when it is back", async () => {
  const { shop, tenant, run, product } = await given({ when_removed: "no_stock", stock_owner: "catalog" });
  const [deleted, off] = [await product(5), await product(6)];
  await run("push-products");
  shop.products.set(1, { ...shop.products.get(1), stock_quantity: 9 });
  await tenant.delete(`/products/${deleted}`);
  await tenant.put(`/products/${off}`, { status: "inactive" });
  expect(await run("push-stock")).toMatchObject({ pushed: 2, skipped: 0, errors: 0 });
  const stocks = () => [1, 2].map((id) => shop.products.get(id)?.["stock_quantity"]);
  expect(stocks()).toEqual([0, 0]);
  const requests = shop.asked.length;
  await run("push-products");
  expect(shop.asked).toHaveLength(requests);
  await tenant.put(`/products/${off}`, { status: "active" });
  await run("push-products");
  expect(stocks()).toEqual([0, 6]);
});

test("kept by default; by itself where the connector pushes what changes; one that is gone there is forgotten", async () => {
  const kept = await given({});
  const first = await kept.product(1);
  await kept.run("push-products");
  await kept.tenant.delete(`/products/${first}`);
  expect(await kept.run("push-products")).toMatchObject({ pushed: 0, errors: 0 });
  expect(kept.shop.products.get(1)).not.toHaveProperty("status");

  const live = await given({ when_removed: "hide", auto_push: ["stock"] });
  const [hidden, gone] = [await live.product(1), await live.product(2)];
  await live.run("push-products");
  await live.tenant.put(`/products/${hidden}`, { status: "inactive" });
  expect(await live.follow()).toMatchObject({ trigger: "live", pushed: 1, errors: 0 });
  expect(live.shop.products.get(1)).toMatchObject({ status: "draft" });
  live.shop.products.delete(2);
  await live.tenant.delete(`/products/${gone}`);
  expect(await live.follow()).toMatchObject({ errors: 0 });
  const requests = live.shop.asked.length;
  await live.run("push-products");
  expect(live.shop.asked).toHaveLength(requests);
});

test("one that lies in the bin of the shop stays there, and is said when it is sold again", async () => {
  const { shop, tenant, run, product } = await given({ when_removed: "hide" });
  const id = await product(1);
  await run("push-products");
  shop.products.set(1, { ...shop.products.get(1), status: "trash" });
  await tenant.delete(`/products/${id}`);
  expect(await run("push-products")).toMatchObject({ pushed: 1, errors: 0 });
  expect(shop.products.get(1)).toMatchObject({ status: "trash" });
  await tenant.post(`/products/${id}/restore`);
  const { products } = await run("push-products");
  expect(products).toEqual([expect.objectContaining({ message: expect.stringContaining("product 1") })]);
  expect(shop.products.get(1)).toMatchObject({ status: "trash" });
});

test("what a platform cannot do is refused", async () => {
  const tenant = await newTenant();
  const make = (platform: string, syncOptions: object) =>
    tenant.post("/connectors", withTax({ platform_id: platform, name: "Shop", sync_options: syncOptions }));
  const refused = { status: 422, body: { error: { details: [{ field: "sync_options.when_removed" }] } } };
  expect(await make("woocommerce", { when_removed: "no_stock", stock_owner: "shop" })).toMatchObject(refused);
  expect(await make("mirakl", { when_removed: "hide", stock_owner: "shop" })).toMatchObject(refused);
  expect((await make("woocommerce", { when_removed: "hide", stock_owner: "shop" })).status).toBe(201);
  expect((await make("woocommerce", { when_removed: "burn" })).status).toBe(422);
});

const HIDING: Record<string, RegExp> = {
  shopify: /"status":"DRAFT"/,
  woocommerce: /"status":"draft"/,
  prestashop: /<active><!\[CDATA\[0\]\]><\/active>/,
  magento: /"status":2/,
  bigcommerce: /"is_visible":false/,
  shopware: /"active":false/,
  squarespace: /"isVisible":false/,
  wizishop: /"visible":false/,
  salesforce_commerce: /"onlineFlag":\{"default":false\}/,
};

test.each([...SHOPS, ...MORE_SHOPS].map((platform) => [platform.id, platform] as const))(
  "%s: hiding a product names nothing else of it, and makes none that is gone",
  async (id, platform) => {
    const { push, adapter, api, shelf, shop } = await openPlatform(platform);
    const [made] = await push([lamp("SKU-1")]);
    const ids = made && "externalId" in made ? made : expect.unreachable();
    const known = lamp("SKU-1", { externalId: ids.externalId, externalItemId: ids.externalItemId ?? null });
    const before = shop.asked.length;
    expect(await adapter.show?.(api, [known], false)).toMatchObject([{ externalId: known.externalId }]);
    const said = shop.asked.slice(before).filter(({ method }) => method !== "GET");
    expect(said.at(-1)?.text).toMatch(HIDING[id] ?? expect.unreachable());
    expect(said.map(({ text }) => text).join()).not.toMatch(/Lamp|4006381333931|12\.5/);
    shelf.products.clear();
    await adapter.show?.(api, [known], true);
    expect([...shelf.products]).toEqual([]);
  },
);

test("a platform says whether it hides products", async () => {
  for (const { id, hides, adapter } of listPlatforms()) {
    expect([id, hides === true]).toEqual([id, (await adapter()).show !== undefined]);
  }
  expect(MARKETPLACES.length).toBeGreaterThan(0);
});
