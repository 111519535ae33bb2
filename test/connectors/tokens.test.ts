import { expect, test } from "bun:test";
import { loadAdapter } from "../../src/connectors/adapters.ts";
import { openApi } from "../../src/connectors/api.ts";
import { type Asked, openShop, type Reply } from "../doubles/shops.ts";
import { clock, newTenant, runJobs } from "../harness.ts";
import { testOutbound } from "../outbound/names.ts";

const DAY_MS = 86_400_000;

/** A Shopify-like shop that gives tokens of a day to an app; the newest one counts. */
async function given() {
  let tokens = 0;
  const shop = await openShop(({ path, headers, text }: Asked): Reply => {
    if (path === "/admin/oauth/access_token") {
      const form = new URLSearchParams(text);
      const isKnown = form.get("grant_type") === "client_credentials" && form.get("client_secret") === "app-secret";
      if (!isKnown) return { status: 400, text: "<html>Oauth error invalid_request</html>" };
      return { json: { access_token: `shpua_${++tokens}`, scope: "write_products", expires_in: 86_399 } };
    }
    if (headers["x-shopify-access-token"] !== `shpua_${tokens}`) return { status: 401, json: { errors: "no" } };
    return { json: { data: { shop: { name: "Shop" }, products: { nodes: [], pageInfo: { hasNextPage: false } } } } };
  });
  const tenant = await newTenant();
  const credentials = { shop_url: shop.url, client_id: "app", client_secret: "app-secret" };
  const created = await tenant.post("/connectors", { platform_id: "shopify", name: "Shop", credentials });
  const path = `/connectors/${created.body.id}`;
  const pull = async () => {
    await tenant.post(`${path}/sync/pull-products`);
    await runJobs();
    return (await tenant.get(`${path}/jobs`)).body[0];
  };
  return { tenant, shop, path, pull, created, tokens: () => tokens, endToken: () => tokens++ };
}

test("a client id and secret get a token that is kept, renewed before it ends, and fetched anew when it is refused", async () => {
  const { created, pull, tokens, endToken } = await given();
  expect(created.status).toBe(201);
  expect(await pull()).toMatchObject({ status: "completed" });
  expect(await pull()).toMatchObject({ status: "completed" });
  expect(tokens()).toBe(1);
  clock.nowMs += DAY_MS - 10 * 60_000;
  expect(await pull()).toMatchObject({ status: "completed" });
  expect(tokens()).toBe(2);
  endToken();
  expect(await pull()).toMatchObject({ status: "failed" });
  expect(await pull()).toMatchObject({ status: "completed" });
  expect(tokens()).toBe(4);
});

test("other credentials do not use the token of those before", async () => {
  const { tenant, shop, path, pull } = await given();
  await pull();
  const wrong = { shop_url: shop.url, client_id: "app", client_secret: "wrong" };
  await tenant.patch(path, { credentials: wrong });
  expect(await pull()).toMatchObject({ status: "failed", error_message: expect.stringContaining("no token") });
});

test("D1-093 credentials of Shopify: a token, or a client id with its secret", async () => {
  const { tenant } = await given();
  const missing = async (credentials: object) => {
    const { status, body } = await tenant.post("/connectors", { platform_id: "shopify", name: "S", credentials });
    return [status, JSON.stringify(body.error?.details ?? {}).match(/credentials\.\w+/)?.[0]];
  };
  const shop_url = "https://shop.example";
  expect(await missing({ shop_url })).toEqual([422, "credentials.access_token"]);
  expect(await missing({ shop_url, client_id: "app" })).toEqual([422, "credentials.client_secret"]);
  expect((await missing({ shop_url, access_token: "t" }))[0]).toBe(201);
});

test("a query that costs more than what is left waits as long as Shopify needs to restore it", async () => {
  const { shop } = await given();
  let isThrottled = true;
  shop.answers(() => {
    if (!isThrottled) return { json: { data: { shop: { name: "Shop" } } } };
    isThrottled = false;
    const throttleStatus = { maximumAvailable: 2000, currentlyAvailable: 990, restoreRate: 100 };
    const extensions = { cost: { requestedQueryCost: 1000, throttleStatus } };
    return { json: { errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }], extensions } };
  });
  const credentials = { shop_url: shop.url, access_token: "t" };
  const adapter = await loadAdapter("shopify");
  const waits: number[] = [];
  const waitFor = async (ms: number) => void waits.push(ms);
  await adapter.test(openApi(testOutbound(), credentials, AbortSignal.timeout(20_000), { waitFor }));
  expect(waits).toEqual([100]);
  expect(shop.asked.map(({ text }) => text)).toEqual([shop.asked[0]?.text, shop.asked[0]?.text].map(String));
});
