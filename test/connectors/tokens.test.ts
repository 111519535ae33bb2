import { expect, test } from "bun:test";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import { openApi } from "../../src/connectors/engine/requests/api.ts";
import type { FetchedToken } from "../../src/connectors/engine/requests/platform-api.ts";
import type { TokenStore } from "../../src/connectors/engine/requests/token-line.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { SHOPIFY_SHOP } from "../doubles/shop-apis-by-token.ts";
import { openShop, type Received, type Reply } from "../doubles/shops.ts";
import { clock, newTenant, runJobs } from "../harness.ts";
import { testOutbound } from "../outbound/names.ts";

const DAY_MS = 86_400_000;

/** A Shopify-like shop that gives tokens of a day to an app; the newest one counts. */
async function given() {
  let tokens = 0;
  const shop = await openShop(({ path, headers, text }: Received): Reply => {
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

test("a client id and secret get a token that is stored, renewed before it ends, and fetched again when it is refused", async () => {
  const { created, pull, tokens, endToken } = await given();
  expect(created.status).toBe(201);
  expect(await pull()).toMatchObject({ status: "completed" });
  expect(await pull()).toMatchObject({ status: "completed" });
  expect(tokens()).toBe(1);
  clock.nowMs += DAY_MS - 10 * 60_000;
  expect(await pull()).toMatchObject({ status: "completed" });
  expect(tokens()).toBe(2);
  endToken();
  expect(await pull()).toMatchObject({ status: "completed" });
  expect(tokens()).toBe(4);
});

const TOKEN_PLATFORMS = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES].filter(({ isToken }) => isToken !== undefined);
test("five platforms besides Shopify give tokens that end", () => {
  expect(TOKEN_PLATFORMS.map(({ id }) => id).toSorted()).toEqual(
    ["amazon", "cdiscount", "ebay", "salesforce_commerce", "shopware"].toSorted(),
  );
});

test.each(TOKEN_PLATFORMS.map((platform) => [platform.id, platform] as const))(
  "%s: the token of one run serves the next, and one that is refused is replaced in the store",
  async (_, platform) => {
    const stored: FetchedToken[] = [];
    const store: TokenStore = {
      read: async () => stored.at(-1)?.token ?? null,
      keep: async (token) => void stored.push(token),
    };
    const first = await openPlatform(platform, undefined, { store });
    await first.push([lamp("SKU-1")]);
    const second = await openPlatform(platform, undefined, { store });
    await second.push([lamp("SKU-1")]);
    expect([first.tokens.length, second.tokens.length, stored.length]).toEqual([1, 0, 1]);
    expect(stored[0]?.seconds).toBeGreaterThan(0);
    let tokens = 0;
    const isOld = ({ headers }: Call) =>
      Object.values(headers).some((value) => [stored[0]?.token, `Bearer ${stored[0]?.token}`].includes(String(value)));
    const third = await openPlatform(
      platform,
      {
        when: (call) => platform.isToken?.(call) === true || isOld(call),
        reply: (call) =>
          platform.isToken?.(call) ? { json: { access_token: `other-${++tokens}`, expires_in: 600 } } : { status: 401 },
      },
      { store },
    );
    await third.push([lamp("SKU-1")]);
    expect([tokens, stored.at(-1)]).toEqual([1, { token: "other-1", seconds: 600 }]);
  },
);

test("a token of ten minutes is stored for eight, encrypted, for its own connector alone", async () => {
  let tokens = 0;
  const shop = await openShop(({ path, headers }: Received): Reply => {
    if (path === "/api/oauth/token") return { json: { access_token: `shopware-token-${++tokens}`, expires_in: 600 } };
    if (!String(headers["authorization"]).includes("shopware-token-")) return { status: 401 };
    return { json: { data: [], total: 0 } };
  });
  const addConnector = async () => {
    const tenant = await newTenant();
    const credentials = { base_url: shop.url, client_id: "app", client_secret: "app-secret" };
    const { body, status } = await tenant.post("/connectors", { platform_id: "shopware", name: "S", credentials });
    expect(status).toBe(201);
    const path = `/connectors/${body.id}`;
    const pull = async () => {
      await tenant.post(`${path}/sync/pull-products`);
      await runJobs();
      expect((await tenant.get(`${path}/jobs`)).body[0]).toMatchObject({ status: "completed" });
    };
    return { tenant, path, pull };
  };
  const { tenant, path, pull } = await addConnector();
  await pull();
  clock.nowMs += 7 * 60_000;
  await pull();
  expect(tokens).toBe(1);
  await (await addConnector()).pull();
  expect(tokens).toBe(2);
  clock.nowMs += 2 * 60_000;
  await pull();
  expect(tokens).toBe(3);
  const stored = await tenant.db.all("select * from secret where tenant_id = :tenant", {}, (row) => row);
  expect(stored.length).toBeGreaterThan(0);
  for (const said of [stored, (await tenant.get(path)).body, (await tenant.get(`${path}/jobs`)).body])
    expect(JSON.stringify(said)).not.toContain("shopware-token-");
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
    if (!isThrottled) return { json: { data: SHOPIFY_SHOP } };
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
