import { describe, expect, test } from "bun:test";
import { listBehind } from "../../db/connectors/feeds.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { beginAllBehind } from "../../workers/connectors/follow.ts";
import { beginAllDue } from "../../workers/schedules/follow.ts";
import { openWooCommerce, type Reply } from "../doubles/shops.ts";
import { clock, newTenant, runJobs, services } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { withTax } from "./with-tax.ts";

/** A round begins a hundred connectors, and other tests leave some whose time comes when the clock goes on. */
const ROUNDS_MAX = 20;
const HOUR_MS = 3_600_000;

/** Looks for changes as the background worker does, and lets the jobs run, until no connector is behind. */
async function follow() {
  const behind = () => listBehind(services.reader(EVERY_TENANT), { nowMs: clock.nowMs, limit: 1 });
  for (let round = 0; round < ROUNDS_MAX && (round === 0 || (await behind()).length > 0); round++) {
    await beginAllBehind(services);
    await runJobs();
  }
}

async function given(autoPush: string[]) {
  const shop = await openWooCommerce();
  const tenant = await newTenant();
  const { body } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      credentials: shop.credentials,
      sync_options: { auto_push: autoPush, create_missing: true },
    }),
  );
  const path = `/connectors/${body.id}`;
  const product = async (fields: object = {}) =>
    (await tenant.post("/products", { name: "Chair", ean: newEan(), price: 12.5, ...fields })).body;
  const sent = () => shop.asked.map(({ text }) => JSON.parse(text === "" ? "{}" : text));
  return { shop, tenant, path, product, sent };
}

describe("a connector that pushes by itself", () => {
  test("sends a new product, and of one that is there what has changed", async () => {
    const { shop, tenant, path, product, sent } = await given(["products"]);
    const { id } = await product();
    await follow();
    expect([...shop.products.values()]).toMatchObject([{ name: "Chair", regular_price: "12.50" }]);
    await tenant.put(`/products/${id}/stock`, { quantity: 7 });
    await follow();
    expect(sent().at(-1)).toEqual({ create: [], update: [{ id: 1, manage_stock: true, inventory_delta: 7 }] });
    await follow();
    expect(shop.asked).toHaveLength(3);
    expect((await tenant.get(`${path}/jobs`)).body).toMatchObject([{ job_type: "live", trigger: "live", pushed: 2 }]);
  });

  test("sends a product that changes often once, and a thousand in ten requests", async () => {
    const { shop, tenant, product } = await given(["products"]);
    const { id } = await product();
    for (const price of [1, 2, 3, 4]) await tenant.put(`/products/${id}`, { price });
    await follow();
    expect(shop.asked).toHaveLength(1);
    expect([...shop.products.values()]).toMatchObject([{ regular_price: "4.00" }]);
    const items = Array.from({ length: 999 }, (_, index) => ({ name: `P ${index}`, reference: `R-${index}` }));
    await tenant.post("/appsync/products/sync", items.slice(0, 500));
    await tenant.post("/appsync/products/sync", items.slice(500));
    await follow();
    expect(shop.products.size).toBe(1_000);
    expect(shop.asked).toHaveLength(11);
  });

  test("sends nothing that is not wanted, nothing while it is paused, and all once it is not", async () => {
    const { shop, tenant, path, product } = await given(["stock"]);
    const { id } = await product();
    await follow();
    expect(shop.asked).toHaveLength(0);
    await tenant.post(`${path}/sync/push-products`);
    await runJobs();
    await tenant.put(`/products/${id}`, { name: "Renamed" });
    await follow();
    expect(shop.asked).toHaveLength(1);
    await tenant.patch(path, { is_active: false });
    await tenant.put(`/products/${id}/stock`, { quantity: 7 });
    await follow();
    expect(shop.asked).toHaveLength(1);
    await tenant.patch(path, { is_active: true });
    await follow();
    expect(shop.asked).toHaveLength(3);
  });

  test("S14.7 waits until a product is published, where that is enforced", async () => {
    const { shop, tenant, product } = await given(["products"]);
    await tenant.admin.put("/settings/publication", { enforce: true });
    const { body: brand } = await tenant.post("/brands", { name: "Nordlys" });
    const whole = { description: "Of oak", short_description: "Oak", brand_id: brand.id, weight: 4 };
    const { id } = await product({ ...whole, image_url: "https://example.com/chair.jpg" });
    await follow();
    expect(shop.asked).toEqual([]);
    const does = async (action: string) => (await tenant.post(`/products/${id}/workflow/${action}`, {})).status;
    expect([await does("submit"), await does("approve"), await does("publish")]).toEqual([200, 200, 200]);
    await follow();
    expect([...shop.products.values()]).toMatchObject([{ name: "Chair" }]);
  });

  test("does not send back what came from the shop", async () => {
    const { shop, tenant, path, product } = await given(["products"]);
    const { id } = await product();
    await follow();
    shop.products.set(1, { ...shop.products.get(1), name: "Reported", regular_price: "20" });
    await tenant.post(`${path}/sync/pull-products`);
    await runJobs();
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ title: "Reported", price: 20 });
    const requests = shop.asked.length;
    await follow();
    expect(shop.asked).toHaveLength(requests);
    await tenant.put(`/products/${id}`, { name: "Ours" });
    await follow();
    expect(shop.products.get(1)).toMatchObject({ name: "Ours" });
  });

  test("D1-109 sends the price of the shop's own list, when an entry of it and when its time comes or ends", async () => {
    const { shop, tenant, product } = await given(["products"]);
    const { id } = await product({ price: 20 });
    const priceAtShop = async () => {
      await follow();
      return shop.products.get(1)?.["regular_price"];
    };
    const list = (await tenant.post("/price-lists", { name: "Shop", channel: "woocommerce" })).body;
    const entries = `/price-lists/${list.id}/entries`;
    const entry = (await tenant.post(entries, { product_id: id, price: 18 })).body;
    expect(await priceAtShop()).toBe("18.00");
    await tenant.patch(`${entries}/${entry.id}`, { price: 17 });
    expect(await priceAtShop()).toBe("17.00");
    await tenant.post(`${entries}/bulk`, { entries: [{ product_id: id, price: 16 }] });
    expect(await priceAtShop()).toBe("16.00");
    const at = (ms: number) => new Date(clock.nowMs + ms).toISOString();
    // Far from each other: what other tests have left and is due then may let the clock go on.
    const dates = { start_date: at(HOUR_MS), end_date: at(100 * HOUR_MS) };
    await tenant.patch(`/price-lists/${list.id}`, dates);
    expect(await priceAtShop()).toBe("20.00");
    clock.nowMs = Date.parse(dates.start_date);
    await beginAllDue(services);
    await runJobs();
    expect(await priceAtShop()).toBe("16.00");
    clock.nowMs = Date.parse(dates.end_date) + 1;
    await beginAllDue(services);
    await runJobs();
    expect(await priceAtShop()).toBe("20.00");
    await tenant.patch(`/price-lists/${list.id}`, { end_date: null });
    expect(await priceAtShop()).toBe("16.00");
    await tenant.delete(`/price-lists/${list.id}`);
    expect(await priceAtShop()).toBe("20.00");
  });

  test("sends the price with its tax again when the settings of tax change, a rate does, or one begins", async () => {
    const { shop, tenant, product } = await given(["products"]);
    await product({ price: 20 });
    const priceAtShop = async () => {
      await follow();
      return shop.products.get(1)?.["regular_price"];
    };
    expect(await priceAtShop()).toBe("20.00");
    const day = (days: number) => new Date(clock.nowMs + days * 24 * HOUR_MS).toISOString().slice(0, 10);
    const [today, tomorrow] = [day(0), day(1)];
    const rate = { tax_class: "standard", country: "FR" };
    const { body } = await tenant.admin.post("/settings/tax/rates", { ...rate, rate: 20, valid_until: today });
    await tenant.admin.post("/settings/tax/rates", { ...rate, rate: 5, valid_from: tomorrow });
    await tenant.admin.put("/settings/tax", { country: "FR", prices_include_tax: false });
    expect(await priceAtShop()).toBe("24.00");
    await tenant.admin.patch(`/settings/tax/rates/${body.id}`, { rate: 10 });
    expect(await priceAtShop()).toBe("22.00");
    clock.nowMs = Date.parse(tomorrow);
    await beginAllDue(services);
    await runJobs();
    expect(await priceAtShop()).toBe("21.00");
  });

  test("D1-109 a push of prices sends a product that has one only in the shop's list", async () => {
    const { shop, tenant, path, product } = await given([]);
    const { id } = await product({ price: null });
    await tenant.post(`${path}/sync/push-products`);
    await runJobs();
    const list = (await tenant.post("/price-lists", { name: "Shop", channel: "woocommerce" })).body;
    await tenant.post(`/price-lists/${list.id}/entries`, { product_id: id, price: 18 });
    await tenant.post(`${path}/sync/push-prices`);
    await runJobs();
    expect((await tenant.get(`${path}/jobs`)).body[0]).toMatchObject({ pushed: 1, skipped: 0 });
    expect(shop.products.get(1)).toMatchObject({ regular_price: "18.00" });
  });

  test("leaves a shop alone that refuses the credentials, and says so", async () => {
    const { shop, tenant, path, product } = await given(["products"]);
    await product();
    shop.answers(() => ({ status: 401, json: { code: "no" } }));
    await follow();
    await follow();
    expect(shop.asked).toHaveLength(1);
    expect((await tenant.get(path)).body).toMatchObject({ status: "error" });
  });

  test("an option that is none is refused by name", async () => {
    const { status, body } = await (await newTenant()).post(
      "/connectors",
      withTax({
        platform_id: "woocommerce",
        name: "Shop",
        sync_options: { auto_push: ["all"] },
      }),
    );
    expect(status).toBe(422);
    expect(JSON.stringify(body.error.details)).toContain("sync_options.auto_push");
  });
});

test("a reply that is cut off after the shop has stored it makes nothing twice", async () => {
  const { shop, tenant, path, product } = await given([]);
  const ids = [await product(), await product()].map(({ id }) => id);
  let isCut = false;
  shop.answers((requests): Reply => {
    const said = shop.reply(requests);
    if (requests.method !== "POST" || isCut) return said;
    isCut = true;
    return null;
  });
  await tenant.post(`${path}/sync/push-products`);
  await runJobs();
  expect((await tenant.get(`${path}/jobs`)).body[0]).toMatchObject({ status: "completed", pushed: 2, errors: 0 });
  expect(shop.products.size).toBe(2);
  for (const id of ids) {
    expect((await tenant.get(`/products/${id}/platform-mappings`)).body.items).toHaveLength(1);
  }
});
