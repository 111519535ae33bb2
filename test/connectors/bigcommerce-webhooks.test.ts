import { expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020.js";
import { createApp } from "../../src/app.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import type { Services } from "../../src/runtime/services.ts";
import { registerWebhooks } from "../../workers/connectors/register-webhooks.ts";
import { bigcommerceStore, STORE_LINE, storeOrder } from "../doubles/bigcommerce-store.ts";
import { openShop, type Reply } from "../doubles/shops.ts";
import { clock, newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { deliver } from "./deliveries.ts";
import { CALLBACKS } from "./published/bigcommerce-callbacks.ts";
import { runOutside, servicesTo } from "./services-to.ts";
import { withTax } from "./with-tax.ts";

const ORIGIN = "https://pim.example";
const LATER = "Mon, 01 Jan 2099 10:00:01 +0000";

const callbackOf = (scope: string, id: number, more: object = {}) => ({
  scope,
  store_id: "1025646",
  data: { type: scope.split("/")[1], id, ...more },
  hash: "cba9eef399fbd6d384489bca6cacad24794b1086",
  created_at: 1561478843,
  producer: "stores/h1",
});

/** A connector of a service with a public address, to a store at the address that all BigCommerce stores have. */
async function given({ refuses = "", token = "token" }: { refuses?: string; token?: string } = {}) {
  const store = bigcommerceStore({ refuses });
  let isAway = false;
  let isForbidden = false;
  const shop = await openShop(({ method, path, text, headers }): Reply => {
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    if (isAway) return { status: 503, json: {} };
    if (headers["x-auth-token"] !== "token") return { status: 401, json: { title: "no" } };
    if (pathname === "/stores/h1/v2/store") return { json: { id: "h1", is_price_entered_with_tax: true } };
    if (isForbidden && pathname.includes("/orders")) return { status: 403, json: { title: "no scope" } };
    return store.reply({ route: `${method} ${pathname}`, query: searchParams, text });
  });
  const there = servicesTo(shop.url, { apiUrl: ORIGIN });
  const call = (_: unknown, tenantId: string, input: unknown) =>
    registerWebhooks(there, tenantId, input as never, AbortSignal.timeout(10_000));
  const app = createApp({ ...there, call: call as Services["call"] });
  const tenant = await newTenant();
  const credentials = { store_hash: "h1", access_token: token };
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "bigcommerce",
      name: "Store",
      credentials,
    }),
  );
  const register = async (end = "") => {
    const url = `http://localhost/api/v1/connectors/${connector.id}/webhooks${end}`;
    const response = await app.handle(new Request(url, { method: "POST", headers: { "x-api-key": tenant.apiKey } }));
    // biome-ignore lint/suspicious/noExplicitAny: an answer, of which a test reads what it expects
    return (await response.json()) as any;
  };
  const run = () => runOutside(there);
  const secret = () => [...store.hooks.values()][0]?.headers["x-webhook-token"] ?? "";
  const send = (scope: string, id: number, by = secret()) =>
    deliver(`bigcommerce/webhook?connector=${connector.id}`, JSON.stringify(callbackOf(scope, id)), {
      "x-webhook-token": by,
    });
  const jobs = async () => (await tenant.get(`/connectors/${connector.id}/jobs`)).body;
  const faults = { away: (is: boolean) => (isAway = is), forbid: (is: boolean) => (isForbidden = is) };
  return { store, shop, tenant, connector, register, run, send, jobs, faults };
}

test("topics are registered with a secret that each delivery brings, set right, shown and removed", async () => {
  const { store, connector, register, tenant } = await given({ refuses: "store/order/refund/created" });
  const { success, webhooks, is_signed } = await register();
  expect([success, is_signed, store.hooks.size]).toEqual([true, true, 5]);
  expect(webhooks.find((each: { topic: string }) => each.topic === "store/order/refund/created")).toMatchObject({
    state: "refused",
    error: expect.stringContaining("422"),
  });
  const [hook] = [...store.hooks.values()];
  expect(hook).toMatchObject({
    scope: "store/product/created",
    destination: `${ORIGIN}/api/v1/connectors/bigcommerce/webhook?connector=${connector.id}`,
    is_active: true,
  });
  expect(hook?.headers["x-webhook-token"]).toMatch(/^[\w-]{43}$/);
  store.hooks.set(1, { ...(hook ?? expect.unreachable()), is_active: false, headers: {} });
  await register();
  expect(store.hooks.get(1)).toEqual(hook ?? expect.unreachable());
  await register("/remove");
  expect(store.hooks.size).toBe(0);
  const other = await newTenant();
  expect((await other.get(`/connectors/${connector.id}/webhooks`)).status).toBe(404);
  expect((await tenant.get(`/connectors/${connector.id}/webhooks`)).body.webhooks[0].state).toBe("unregistered");
});

test("a product that a delivery names is read once, however often it is reported; a deleted one is unlinked", async () => {
  const { store, shop, tenant, connector, register, run, send, jobs } = await given();
  await register();
  const ean = newEan();
  const { body: product } = await tenant.post("/products", { name: "Chair", ean, price: 5 });
  store.products.set(7, { id: 7, name: "Armchair", gtin: ean, price: 6, date_modified: "2026-11-30T10:00:00+00:00" });
  expect((await send("store/product/updated", 7, "wrong")).status).toBe(401);
  const asked = shop.asked.length;
  for (let n = 0; n < 5; n++) expect((await send("store/product/updated", 7)).body).toEqual({ status: "accepted" });
  await send("store/product/created", 8);
  await run();
  expect(shop.asked.length - asked).toBe(1);
  expect((await tenant.get(`/products/${product.id}`)).body).toMatchObject({ title: "Armchair", price: 6 });
  expect((await jobs())[0]).toMatchObject({ job_type: "webhook", trigger: "webhook", status: "completed", updated: 1 });
  const { body } = await tenant.get(`/connectors/${connector.id}/webhooks`);
  expect(body.webhooks.find((each: { topic: string }) => each.topic === "store/product/updated")).toMatchObject({
    deliveries: 5,
    last_status: "accepted",
  });
  expect((await send("store/product/deleted", 7)).body.status).toBe("accepted");
  expect((await send("store/product/deleted", 7)).body.status).toBe("ignored");
  expect((await send("store/customer/created", 7)).body.status).toBe("ignored");
  expect((await tenant.get(`/products/${product.id}`)).status).toBe(200);
});

test("a store that has not said whether its prices contain tax is asked before a named product is read", async () => {
  const { store, shop, tenant, connector, register, run, send, jobs } = await given();
  await register();
  const asked = () => shop.asked.filter(({ path }) => path.endsWith("/v2/store")).length;
  expect(asked()).toBe(0);
  const ean = newEan();
  const { body: product } = await tenant.post("/products", { name: "Chair", ean, price: 5 });
  const news = async (price: number, options: object) => {
    await tenant.patch(`/connectors/${connector.id}`, { sync_options: options });
    store.products.set(7, { id: 7, name: "Chair", gtin: ean, price });
    await send("store/product/updated", 7);
    await run();
    return (await tenant.get(`/products/${product.id}`)).body.price;
  };
  expect([await news(6, { pull_fields: ["name"], push_fields: ["name"] }), asked()]).toEqual([5, 0]);
  expect([await news(7, { push_fields: ["name"] }), asked()]).toEqual([7, 1]);
  expect([await news(8, {}), asked()]).toEqual([8, 1]);
  expect((await jobs()).flatMap(({ products = [] }) => products)).toEqual([]);
});

test("orders that deliveries name hold stock by their state, in any order and any number of times", async () => {
  const { store, tenant, register, run, send } = await given();
  await register();
  await tenant.post("/appsync/products/sync", [{ name: "Chair", reference: "CH-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const stock = async () => (await tenant.get(`/products/${product.id}`)).body.stock;
  store.orders.set(250, storeOrder(250, 11, [STORE_LINE], LATER));
  for (const scope of ["store/order/created", "store/order/updated", "store/order/updated"]) await send(scope, 250);
  await run();
  expect(await stock()).toBe(7);
  await send("store/order/updated", 250);
  await send("store/order/updated", 251);
  await run();
  expect(await stock()).toBe(7);
  store.orders.set(250, storeOrder(250, 5, [STORE_LINE], "Mon, 01 Jan 2099 11:00:00 +0000"));
  await send("store/order/updated", 250);
  await run();
  expect(await stock()).toBe(10);
});

test("a store that is away is waited for; what it refuses is noted, and the rest is read", async () => {
  const { store, tenant, connector, register, run, send, jobs, faults } = await given();
  await register();
  const ean = newEan();
  const { body: product } = await tenant.post("/products", { name: "Chair", ean });
  store.products.set(7, { id: 7, name: "Armchair", gtin: ean });
  faults.away(true);
  await send("store/product/updated", 7);
  await run();
  expect(await jobs()).toEqual([]);
  faults.away(false);
  faults.forbid(true);
  await send("store/order/created", 1);
  clock.nowMs += 10 * 60_000;
  await run();
  expect((await tenant.get(`/products/${product.id}`)).body.title).toBe("Armchair");
  expect((await jobs()).map((each: { status: string }) => each.status).toSorted()).toEqual(["completed", "failed"]);
  expect((await tenant.get(`/connectors/${connector.id}`)).body).toMatchObject({ status: "error" });
});

test("each topic that is registered has its published form, which names what is to be read", () => {
  const { registers, reportOf } = findPlatform("bigcommerce")?.webhook ?? expect.unreachable();
  expect(Object.keys(CALLBACKS)).toEqual([...(registers?.topics ?? [])]);
  const ajv = new Ajv2020({ strict: false });
  for (const scope of Object.keys(CALLBACKS)) {
    const isValid = ajv.compile(CALLBACKS[scope] ?? {});
    const more = scope.includes("refund") ? { refund: { refund_id: 4 } } : {};
    const sent = callbackOf(scope, 205, more);
    expect([scope, isValid(sent)]).toEqual([scope, true]);
    expect(isValid({ ...sent, unknown: 1 })).toBe(false);
    const named = [{ kind: scope.includes("order") ? "order" : "product", externalId: "205" }];
    const isGone = scope.endsWith("deleted");
    expect(reportOf?.(sent)).toEqual({
      topic: scope,
      changed: isGone ? [] : named,
      deleted: isGone ? ["205"] : [],
    } as never);
  }
});
