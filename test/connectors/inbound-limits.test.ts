import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { createApp } from "../../src/app.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { SecretUnreadable } from "../../src/secrets/secret-box.ts";
import { clock, newTenant, services } from "../harness.ts";

const newDelivery = () => newId();
const signed = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("base64");

/** Sends bytes as a platform does. */
async function deliver(app: ReturnType<typeof createApp>, path: string, body: string, headers: Record<string, string>) {
  const url = `http://localhost/api/v1/connectors/${path}`;
  const all = { "content-type": "application/json", ...headers };
  const response = await app.handle(new Request(url, { method: "POST", headers: all, body }));
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe("N-5 deliveries that nothing verifies", () => {
  /** The service as strangers reach it, with limits, and how many credentials it opens. */
  function given() {
    let opened = 0;
    const { secrets } = services;
    const counting: typeof secrets = {
      ...secrets,
      open: (place, sealed) => {
        if (place.field === "credentials") opened++;
        return secrets.open(place, sealed);
      },
    };
    const config = { ...services.config, rateLimitDisabled: false, trustProxy: true };
    const limited = createApp({ ...services, secrets: counting, config }, { checkAnswers: true });
    const send = (path: string, text: string, headers: Record<string, string>, from: string) =>
      deliver(limited, path, text, { "x-forwarded-for": from, ...headers });
    return { send, opened: () => opened };
  }
  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
    "x-prestashop-webhook-id": newDelivery(),
  });
  async function givenShops(count: number) {
    const tenant = await newTenant();
    for (let n = 0; n < count; n++) {
      const credentials = { shop_url: `https://s${n}.${tenant.id}.test`, access_token: "t", webhook_secret: `${n}` };
      await tenant.post("/connectors", { platform_id: "shopify", name: "Shop", credentials });
    }
    return tenant;
  }

  test("a refused one opens no more credentials with 200 connectors than with 60", async () => {
    const tenant = await givenShops(60);
    const costs: number[] = [];
    for (const more of [0, 140]) {
      if (more > 0) await givenShops(more);
      const { send, opened } = given();
      const shop = { "x-shopify-shop-domain": `s3.${tenant.id}.test`, "x-shopify-hmac-sha256": "wrong" };
      expect((await send("shopify/webhook", "{}", shop, "198.51.100.1")).status).toBe(401);
      costs.push(opened());
    }
    expect(costs[1]).toBe(costs[0]);
    expect(costs[0]).toBeLessThanOrEqual(51);
  });

  test("a good one opens one where it names its shop or its address names the connector", async () => {
    const tenant = await givenShops(3);
    const [{ id }] = (await tenant.get("/connectors")).body;
    const headers = { "x-shopify-hmac-sha256": signed("2", "{}"), "x-shopify-topic": "app/x" };
    for (const [path, more] of [
      ["shopify/webhook", { "x-shopify-shop-domain": `s2.${tenant.id}.test` }],
      [`shopify/webhook?connector=${id}`, { "x-shopify-shop-domain": "elsewhere.test" }],
    ] as const) {
      const { send, opened } = given();
      const named = { ...headers, ...more, "x-shopify-webhook-id": newDelivery() };
      expect((await send(path, "{}", named, "198.51.100.2")).body).toEqual({ status: "ignored" });
      expect(opened()).toBe(1);
    }
    const { send, opened } = given();
    const wrong = { ...headers, "x-shopify-hmac-sha256": "wrong", "x-shopify-webhook-id": newDelivery() };
    expect((await send(`shopify/webhook?connector=${id}`, "{}", wrong, "198.51.100.2")).status).toBe(401);
    expect(opened()).toBe(1);
  });

  test("credentials that cannot be read stop no delivery of the platform's other connectors", async () => {
    const tenant = await newTenant();
    const made = async (secret: string) => {
      const credentials = { shop_url: `https://${secret}.test`, access_token: "t", webhook_secret: secret };
      return (await tenant.post("/connectors", { platform_id: "shopify", name: "Shop", credentials })).body.id;
    };
    const [older, newer] = [`a-${tenant.id}`, `b-${tenant.id}`];
    await made(older);
    const broken = await made(newer);
    const { secrets } = services;
    const unreadable: typeof secrets = {
      ...secrets,
      open: (place, sealed) => {
        if (place.place.includes(broken)) throw new SecretUnreadable();
        return secrets.open(place, sealed);
      },
    };
    const app = createApp({ ...services, secrets: unreadable }, { checkAnswers: true });
    const from = (secret: string) =>
      deliver(app, "shopify/webhook", "{}", {
        "x-shopify-hmac-sha256": signed(secret, "{}"),
        "x-shopify-topic": "app/x",
        // No one's address: the secret finds its connector among all.
        "x-shopify-shop-domain": `moved.${tenant.id}.test`,
        "x-shopify-webhook-id": newDelivery(),
      });

    expect((await from(older)).status).toBe(200);
    expect((await from(newer)).status).toBe(401);
  });

  test("a password is guessed ten times a minute from one network, sixty times from all, and the shop's own go on", async () => {
    const tenant = await newTenant();
    const [user, password] = [`u-${tenant.id}`, `p-${tenant.id}`];
    const credentials = { shop_url: "https://r9.receiver.test:1", api_key: "k" };
    const more = { webhook_username: user, webhook_password: password };
    const made = { platform_id: "prestashop", name: "Presta", credentials: { ...credentials, ...more } };
    await tenant.post("/connectors", made);
    const { send, opened } = given();
    const push = (secret: string, from: string) => send("prestashop/push", "{}", basic(user, secret), from);
    const own = "203.0.113.5";
    expect((await push(password, own)).status).toBe(200);
    const before = opened();
    const guesses = await Promise.all(
      Array.from({ length: 400 }, (_, n) => push(`wrong ${n}`, `198.51.100.${n % 20}`)),
    );
    const counts = Map.groupBy(guesses, ({ status }) => status);
    expect([...counts.keys()].toSorted()).toEqual([401, 429]);
    // The right one is not found out by a sender who has guessed too often, and costs nothing to refuse.
    const late = await push(password, "198.51.100.1");
    expect([late.status, opened()]).toEqual([429, before]);
    expect((await push(password, own)).status).toBe(200);
    // Another connector's own are held up by none of this.
    const other = await newTenant();
    const its = { ...more, webhook_username: `u-${other.id}`, webhook_password: `p-${other.id}` };
    await other.post("/connectors", { ...made, credentials: { ...credentials, ...its } });
    expect((await send("prestashop/push", "{}", basic(its.webhook_username, its.webhook_password), own)).status).toBe(
      200,
    );
  });

  test("one after the other, the eleventh guess shows how long to wait", async () => {
    const tenant = await newTenant();
    const { send } = given();
    const more = { webhook_username: `u-${tenant.id}`, webhook_password: "p" };
    const credentials = { shop_url: "https://r9.receiver.test:1", api_key: "k", ...more };
    await tenant.post("/connectors", { platform_id: "prestashop", name: "Presta", credentials });
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++)
      statuses.push((await send("prestashop/push", "{}", basic(`u-${tenant.id}`, `${n}`), "198.51.100.9")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const refused = await send("prestashop/push", "{}", basic(`u-${tenant.id}`, "p"), "198.51.100.9");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    clock.nowMs += 61_000;
    expect((await send("prestashop/push", "{}", basic(`u-${tenant.id}`, "p"), "198.51.100.9")).status).toBe(200);
  });
});
