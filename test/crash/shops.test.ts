import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { temporaryFolder } from "../cleanup.ts";
import { openPlainShopify, openPlainWooCommerce, PLAIN_SHOPS } from "../doubles/plain-shops.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";

const PRODUCTS = 250;
const PATIENCE_MS = 60_000;

/** Waits until something holds; throws what was awaited when it never does. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const givesUpAtMs = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > givesUpAtMs) throw new Error(`Never: ${what}`);
    await Bun.sleep(20);
  }
}

function caller(service: () => StartedService, key: string) {
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${service().url}/api/v1${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return (await answer.json()) as any;
  };
}
type Call = ReturnType<typeof caller>;

const rowsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    reference: `S-${from + place}`,
    name: `Product ${from + place}`,
    price_ttc: 20,
    stock: 10,
  }));

/** Begins a synchronisation and waits for its end; returns its job. */
async function syncWith(call: Call, path: string, what: string, body?: object) {
  const { job_id: id } = await call("POST", `${path}/sync/${what}`, body);
  const read = () => call("GET", `${path}/sync/jobs/${id}`);
  await until(`${what} has ended`, async () => (await read()).status !== "processing");
  return read();
}

async function given() {
  const folder = temporaryFolder();
  const start = () => startService({ folder, env: PLAIN_SHOPS });
  let service = await start();
  const call = caller(() => service, await newApiKey(service.url));
  const kill = async () => {
    await service.kill("SIGKILL");
    service = await start();
  };
  const connect = async (platform: string, credentials: object) => {
    const sync = { auto_push: ["products", "stock", "prices"] };
    const body = { platform_id: platform, name: platform, credentials, sync_options: sync };
    return `/connectors/${(await call("POST", "/connectors", body)).id}`;
  };
  const find = async (reference: string) => {
    const { items } = await call("GET", `/products?search=${reference}&per_page=100`);
    return items.find((each: { reference: string }) => each.reference === reference);
  };
  return { call, kill, connect, find, url: () => service.url, stop: () => service.kill("SIGTERM") };
}

const isOnce = (skus: readonly string[], count: number) => skus.length === count && new Set(skus).size === count;

test(
  "D1-105 250 products go to two shops in portions, follow, sell, and survive a crash, none twice",
  async () => {
    const { call, kill, connect, find, url, stop } = await given();
    let isHeld = false;
    const shopify = await openPlainShopify((_, said) => (isHeld ? null : said));
    const woo = await openPlainWooCommerce((_, said) => (isHeld ? null : said));
    await call("POST", "/appsync/products/sync", rowsOf(0, PRODUCTS));
    const paths = [await connect("shopify", shopify.credentials), await connect("woocommerce", woo.credentials)];

    for (const path of paths) {
      expect(await syncWith(call, path, "push-products")).toMatchObject({ pushed: PRODUCTS, errors: 0 });
    }
    // Shopify takes several products with one SKU: it is requested before. A query of it may cost 1,000: two for a hundred products.
    // Each shop is asked once whether its prices contain tax.
    expect([shopify.pushes(), shopify.requests(), woo.requests()]).toEqual([5, 11, 4]);
    const inShopify = () => [...shopify.products.values()];
    const inWoo = () => [...woo.products.values()];

    // What changes here follows.
    const { id } = await find("S-7");
    await call("PATCH", `/products/${id}`, { price: 33 });
    await call("PUT", `/products/${id}/stock`, { quantity: 7 });
    const ofShopify = () => inShopify().find(({ sku }) => sku === "S-7");
    const ofWoo = () => inWoo().find(({ sku }) => sku === "S-7");
    await until("stock and price at Shopify", () => ofShopify()?.stock === 7 && ofShopify()?.price === "33.00");
    await until("stock and price at WooCommerce", () => {
      return ofWoo()?.["stock_quantity"] === 7 && ofWoo()?.["regular_price"] === "33.00";
    });

    // What a shop sells is taken from the stock here, and at the other shop.
    const order = JSON.stringify({
      id: 1,
      line_items: [{ product_id: Number(ofShopify()?.id.split("/").at(-1)), quantity: 2, sku: null }],
    });
    const delivered = await fetch(`${url()}/api/v1/connectors/shopify/webhook`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-shopify-hmac-sha256": createHmac("sha256", "whs_1").update(order).digest("base64"),
        "x-shopify-topic": "orders/create",
        "x-shopify-webhook-id": "order-1",
      },
      body: order,
    });
    expect(await delivered.json()).toMatchObject({ status: "accepted" });
    expect((await find("S-7")).stock).toBe(5);
    await until("what is left at WooCommerce", () => ofWoo()?.["stock_quantity"] === 5);

    // The shops store more products, no answer arrives, and the service is killed.
    isHeld = true;
    const before = [shopify.requests(), woo.requests()];
    await call("POST", "/appsync/products/sync", rowsOf(PRODUCTS, 50));
    await until("both are asked", () => shopify.requests() > Number(before[0]) && woo.requests() > Number(before[1]));
    await kill();
    isHeld = false;
    for (const path of paths) {
      await until("the connectors try again", async () => {
        await call("PATCH", path, { is_active: true });
        const { items } = await call("GET", `/products/${(await find("S-299")).id}/platform-mappings`);
        return items.length === paths.length;
      });
      await syncWith(call, path, "push-products");
      await syncWith(call, path, "pull-products");
    }
    expect(isOnce(inShopify().map(({ sku }) => sku), PRODUCTS + 50)).toBe(true); // biome-ignore format: one line
    expect(isOnce(inWoo().map(({ sku }) => String(sku)), PRODUCTS + 50)).toBe(true); // biome-ignore format: one line
    expect((await call("GET", "/products")).meta.total).toBe(PRODUCTS + 50);
    expect(await stop()).toBe(0);
    shopify.close();
    woo.close();
  },
  3 * 60_000,
);

test(
  "pushes by hand and by itself at once: one request at a time, and the last state wins",
  async () => {
    const { call, connect, find, stop } = await given();
    const woo = await openPlainWooCommerce(undefined, { answersAfterMs: 30 });
    await call("POST", "/appsync/products/sync", rowsOf(0, 1));
    const path = await connect("woocommerce", woo.credentials);
    const { id } = await find("S-0");
    for (let round = 1; round <= 20; round++) {
      const changed = call("PATCH", `/products/${id}`, { price: round });
      const pushed = syncWith(call, path, round % 2 === 0 ? "push-products" : "push-prices");
      await Promise.all([changed, pushed]);
    }
    await until("the last price", () => woo.products.get(1)?.["regular_price"] === "20.00");
    expect(woo.products.size).toBe(1);
    expect(woo.mostInFlight()).toBe(1);
    expect(await stop()).toBe(0);
    woo.close();
  },
  3 * 60_000,
);
