import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { createApp } from "../../src/app.ts";
import { exchangeAmazonCode } from "../../src/connectors/adapters/amazon/amazon-consent.ts";
import { exchangeEbayCode } from "../../src/connectors/adapters/ebay/ebay-consent.ts";
import { openApi } from "../../src/connectors/engine/requests/api.ts";
import type { Outbound } from "../../src/outbound/outbound.ts";
import { SHOPIFY_SHOP } from "../doubles/shop-apis-by-token.ts";
import { openShop } from "../doubles/shops.ts";
import { clock, newTenant, services } from "../harness.ts";

const ORIGIN = "https://pim.example";
const CALLBACK = `${ORIGIN}/api/v1/connectors/oauth/callback`;
const CODE = "code-1";

/** A connector to a Shopify shop whose app has no token yet. `code`: what the shop gives a token for. */
async function given() {
  const tenant = await newTenant();
  const shop = await openShop(({ path, text, headers }) => {
    if (path === "/admin/oauth/access_token") {
      const { client_id, client_secret, code } = JSON.parse(text);
      const isRight = client_id === "id" && client_secret === `shpss_${tenant.id}` && code === CODE;
      return isRight ? { json: { access_token: "shpat_new", scope: "write_products" } } : { status: 400, text: "no" };
    }
    if (headers["x-shopify-access-token"] !== "shpat_new") return { status: 401, json: {} };
    return { json: { data: SHOPIFY_SHOP } };
  });
  const secret = `shpss_${tenant.id}`;
  const credentials = { shop_url: shop.url, client_id: "id", client_secret: secret };
  const { body: connector } = await tenant.post("/connectors", { platform_id: "shopify", name: "Shop", credentials });
  const app = createApp({ ...services, config: { ...services.config, apiUrl: ORIGIN } });
  const ask = async (key = tenant.apiKey, id: string = connector.id) => {
    const url = `http://localhost/api/v1/connectors/${id}/consent`;
    const response = await app.handle(new Request(url, { method: "POST", headers: { "x-api-key": key } }));
    // biome-ignore lint/suspicious/noExplicitAny: an answer, of which a test reads what it expects
    return { status: response.status, body: (await response.json()) as any };
  };
  const host = new URL(shop.url).host;
  /** What Shopify sends the browser back with. */
  const query = (state: string, more: Record<string, string> = {}) => {
    const fields = { code: CODE, host: "a", shop: host, state, timestamp: "1", ...more };
    const text = Object.entries(fields)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join("&");
    return new URLSearchParams({ ...fields, hmac: createHmac("sha256", secret).update(text).digest("hex") });
  };
  const comeBack = async (sent: URLSearchParams, language = "en") => {
    const request = new Request(`http://localhost/api/v1/connectors/oauth/callback?${sent}`, {
      headers: { "accept-language": language },
    });
    const response = await app.handle(request);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return { tenant, shop, connector, ask, query, comeBack, host };
}
const stateOf = (address: string) => new URL(address).searchParams.get("state") ?? "";

describe("a consent of Shopify", () => {
  test("asks at the shop's own page, and stores the token that it brings, encrypted and tried", async () => {
    const { tenant, connector, ask, query, comeBack, shop } = await given();

    const { status, body } = await ask();

    const page = new URL(body.authorize_url);
    expect([status, body.redirect_uri, page.origin, page.pathname]).toEqual([
      ...[200, CALLBACK, shop.url, "/admin/oauth/authorize"],
    ]);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      ...{ client_id: "id", redirect_uri: CALLBACK, scope: expect.stringContaining("write_products") },
    });
    const back = await comeBack(query(stateOf(body.authorize_url)), "fr");
    expect([back.status, back.text]).toEqual([200, expect.stringContaining("La boutique est connectée")]);
    expect(back.headers.get("referrer-policy")).toBe("no-referrer");
    const { body: read } = await tenant.get(`/connectors/${connector.id}`);
    expect(read.status).toBe("active");
    expect(JSON.stringify(read)).not.toContain("shpat_new");
    const { items } = (await tenant.admin.get("/audit-logs?page_size=50")).body;
    expect(JSON.stringify(items ?? [])).not.toContain("shpat_new");
  });

  test("counts once, for half an hour, and for the credentials that it was asked with", async () => {
    const { tenant, connector, ask, query, comeBack, shop } = await given();
    const first = (await ask()).body.authorize_url;
    const state = stateOf((await ask()).body.authorize_url);
    expect((await comeBack(query(stateOf(first)))).status).toBe(400);
    const answers = await Promise.all([1, 2, 3].map(() => comeBack(query(state))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const late = stateOf((await ask()).body.authorize_url);
    clock.nowMs += 31 * 60_000;
    expect((await comeBack(query(late))).text).toContain("too long ago");
    const old = stateOf((await ask()).body.authorize_url);
    const credentials = { shop_url: shop.url, client_id: "id", client_secret: `shpss_${tenant.id}` };
    await tenant.patch(`/connectors/${connector.id}`, { credentials });
    expect((await comeBack(query(old))).status).toBe(400);
  });

  test("is refused with another signature, shop or state, and changes nothing when the owner declines", async () => {
    const { tenant, connector, ask, query, comeBack } = await given();
    const state = stateOf((await ask()).body.authorize_url);
    const forged = query(state);
    forged.set("hmac", "00".repeat(32));
    expect((await comeBack(forged)).status).toBe(400);
    expect((await comeBack(query(state, { shop: "other.example" }))).status).toBe(400);
    for (const wrong of ["", "a.b.c", `${tenant.id}.${connector.id}.${"A".repeat(43)}`, state.slice(0, -1)]) {
      expect((await comeBack(query(wrong))).text).toContain("not asked for");
    }
    expect((await tenant.get(`/connectors/${connector.id}`)).body.status).toBe("pending");
    const refused = await comeBack(query(state, { code: "other <b>" }));
    expect([refused.status, refused.text.includes("other <b>")]).toEqual([400, false]);
    const declined = stateOf((await ask()).body.authorize_url);
    expect((await comeBack(query(declined, { code: "" }))).text).toContain("no consent");
  });

  test("needs a platform that has it, its credentials, the scope and the tenant", async () => {
    const { tenant, connector, ask } = await given();
    expect((await ask((await newTenant()).apiKey)).status).toBe(404);
    expect((await ask(await tenant.keyWith(["products:read"]))).status).toBe(403);
    expect((await tenant.post(`/connectors/${connector.id}/consent`)).body.error.error_code).toBe(
      "PUBLIC_ADDRESS_NEEDED",
    );
    const fixed = { shop_url: "https://r9.receiver.test:1", access_token: "t" };
    const { body: other } = await tenant.post("/connectors", { platform_id: "shopify", name: "F", credentials: fixed });
    const { status, body } = await ask(undefined, other.id);
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    expect([status, fields]).toEqual([422, ["credentials.client_id", "credentials.client_secret"]]);
    const woo = { store_url: "https://r9.receiver.test:1", consumer_key: "k", consumer_secret: "s" };
    const { body: none } = await tenant.post("/connectors", {
      ...{ platform_id: "woocommerce", name: "W", credentials: woo },
    });
    expect((await ask(undefined, none.id)).body.error.error_code).toBe("CAPABILITY_NOT_SUPPORTED");
  });
});

/** A token endpoint that answers a form, and the way to it. */
async function endpoint(
  credentials: Record<string, string>,
  answer: (form: URLSearchParams, authorization: string) => object,
) {
  const hosts: string[] = [];
  const request: Outbound["request"] = (url, { body, headers }) => {
    hosts.push(url);
    const said = answer(new URLSearchParams(String(body)), String(Object(headers)["authorization"]));
    const status = "error" in said ? 400 : 200;
    return Promise.resolve({ status, headers: {}, body: Buffer.from(JSON.stringify(said)), isCut: false } as never);
  };
  const api = openApi({ request }, credentials, AbortSignal.timeout(5_000), { waitFor: async () => undefined });
  return { api, hosts };
}

test("eBay gives a refresh token for a code, its RuName and the keys of the app", async () => {
  const credentials = { client_id: "id", client_secret: "secret", ru_name: "Shop-Ru-1" };
  const { api, hosts } = await endpoint(credentials, (form, authorization) => {
    const isRight = form.get("redirect_uri") === "Shop-Ru-1" && form.get("code") === "c" && form.size === 3;
    const own = `Basic ${Buffer.from("id:secret").toString("base64")}`;
    if (!isRight || authorization !== own || form.get("grant_type") !== "authorization_code")
      return { error: "invalid_grant" };
    return { access_token: "a", expires_in: 7200, refresh_token: "r", refresh_token_expires_in: 47304000 };
  });
  expect(await exchangeEbayCode(api, { code: "c" })).toEqual({ refresh_token: "r" });
  expect(hosts).toEqual(["https://api.ebay.com/identity/v1/oauth2/token"]);
  await expect(exchangeEbayCode(api, { code: "d" })).rejects.toMatchObject({ reason: "credentials" });
});

test("Amazon gives a refresh token for a code, and says who the seller is", async () => {
  const { api, hosts } = await endpoint({ client_id: "id", client_secret: "secret" }, (form) => {
    const sent = Object.fromEntries(form);
    const wanted = { grant_type: "authorization_code", code: "c", redirect_uri: CALLBACK };
    const isRight = Bun.deepEquals(sent, { ...wanted, client_id: "id", client_secret: "secret" });
    return isRight ? { access_token: "a", refresh_token: "Atzr|r", expires_in: 3600 } : { error: "invalid_grant" };
  });
  const query = new URLSearchParams({ spapi_oauth_code: "c", selling_partner_id: "A3FHEXAMPLE" });
  expect(await exchangeAmazonCode(api, { code: "c", redirect: CALLBACK, query })).toEqual({
    ...{ refresh_token: "Atzr|r", seller_id: "A3FHEXAMPLE" },
  });
  expect(hosts).toEqual(["https://api.amazon.com/auth/o2/token"]);
});

test.each([
  [
    "amazon",
    { marketplace_id: "A13V1IB3VIYZZH", client_id: "id", client_secret: "s", application_id: "amzn1.sp.solution.1" },
    "https://sellercentral-europe.amazon.com/apps/authorize/consent",
  ],
  [
    "amazon",
    { marketplace_id: "ATVPDKIKX0DER", client_id: "id", client_secret: "s", application_id: "amzn1.sp.solution.1" },
    "https://sellercentral.amazon.com/apps/authorize/consent",
  ],
  [
    "ebay",
    { marketplace_id: "EBAY_FR", client_id: "id", client_secret: "s", ru_name: "Shop-Ru-1" },
    "https://auth.ebay.com/oauth2/authorize",
  ],
])("a connector to %s is made without a token, and asks at %s", async (platform_id, credentials, page) => {
  const tenant = await newTenant();
  const { status, body } = await tenant.post("/connectors", { platform_id, name: "M", credentials });
  expect(status).toBe(201);
  const app = createApp({ ...services, config: { ...services.config, apiUrl: ORIGIN } });
  const url = `http://localhost/api/v1/connectors/${body.id}/consent`;
  const response = await app.handle(new Request(url, { method: "POST", headers: { "x-api-key": tenant.apiKey } }));
  const { authorize_url: address } = Object(await response.json());
  expect(address.split("?")[0]).toBe(page);
  expect(new URL(address).searchParams.get("redirect_uri")).toBe(platform_id === "ebay" ? "Shop-Ru-1" : CALLBACK);
  expect(address).not.toContain("client_secret");
});
