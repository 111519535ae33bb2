import { describe, expect, test } from "bun:test";
import { createApp } from "../../src/app.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { openShop, wooCommerce } from "../doubles/shops.ts";
import { wooWebhooks } from "../doubles/woo-webhooks.ts";
import { newTenant, services } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { deliver, newDelivery, signed } from "./deliveries.ts";
import { withTax } from "./with-tax.ts";

const ORIGIN = "https://pim.example";

/** A connector of a service with a public address, to a shop that has webhooks. */
async function given({ refuses = "", origin = ORIGIN }: { refuses?: string; origin?: string | undefined } = {}) {
  const { reply: products, credentialsAt } = wooCommerce();
  const { webhooks, reply } = wooWebhooks(products, { refuses });
  const shop = await openShop(reply);
  const { webhook_secret: _, ...credentials } = credentialsAt(shop.url);
  const tenant = await newTenant();
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      credentials,
    }),
  );
  const ask = async (operation: string, key = tenant.apiKey, from: string | undefined = origin) => {
    const [method = "", end = ""] = operation.split(" ");
    const app = createApp({ ...services, config: { ...services.config, apiUrl: from } });
    const url = `http://localhost/api/v1/connectors/${connector.id}/webhooks${end}`;
    const response = await app.handle(new Request(url, { method, headers: { "x-api-key": key } }));
    // biome-ignore lint/suspicious/noExplicitAny: an answer, of which a test reads what it expects
    return { status: response.status, body: (await response.json()) as any };
  };
  return { tenant, connector, webhooks, ask, shop };
}

const addressOf = (id: string, origin = ORIGIN) => `${origin}/api/v1/connectors/woocommerce/webhook?connector=${id}`;

describe("POST /connectors/{connector_id}/webhooks", () => {
  test("registers each topic with a secret that verifies what comes, and shows the last delivery", async () => {
    const { tenant, connector, webhooks, ask } = await given();

    const { status, body } = await ask("POST");

    expect([status, body.success, body.message, body.address]).toEqual([200, true, null, addressOf(connector.id)]);
    expect(body.webhooks.map((each: { topic: string; state: string }) => [each.topic, each.state])).toEqual(
      ["product.created", "product.updated", "product.deleted", "order.created", "order.updated"].map((topic) => [
        topic,
        "registered",
      ]),
    );
    const [secret = "", ...others] = [...new Set([...webhooks.values()].map((each) => each.secret))];
    expect([others, secret.length]).toEqual([[], 43]);
    expect(JSON.stringify((await tenant.get(`/connectors/${connector.id}`)).body)).not.toContain(secret);
    const ean = newEan();
    const { body: product } = await tenant.post("/products", { name: "Chair", ean });
    const text = JSON.stringify({ id: 5, name: "Reported", global_unique_id: ean });
    const headers = {
      "x-wc-webhook-topic": "product.updated",
      "x-wc-webhook-delivery-id": newDelivery(),
      "x-wc-webhook-signature": signed(secret, text),
    };
    const path = new URL(addressOf(connector.id));
    const sent = await deliver(`woocommerce/webhook${path.search}`, text, headers);
    expect(sent.body.status).toBe("accepted");
    expect((await tenant.get(`/products/${product.id}`)).body.title).toBe("Reported");
    const shown = (await ask("GET")).body.webhooks.find((each: { topic: string }) => each.topic === "product.updated");
    expect(shown).toMatchObject({ deliveries: 1, last_status: "accepted", last_delivery_at: expect.any(String) });
  });

  test("a shop whose orders are registered says no levels: its orders would count twice", async () => {
    const { tenant, connector, webhooks, ask } = await given();
    const ean = newEan();
    const { body: product } = await tenant.post("/products", { name: "Chair", ean, stock: 20 });
    const levels = async (level: number, secret: string) => {
      const text = JSON.stringify({ id: 5, name: "Chair", global_unique_id: ean, stock_quantity: level });
      const headers = {
        "x-wc-webhook-topic": "product.updated",
        "x-wc-webhook-delivery-id": newDelivery(),
        "x-wc-webhook-signature": signed(secret, text),
      };
      await deliver(`woocommerce/webhook?connector=${connector.id}`, text, headers);
      return (await tenant.get(`/products/${product.id}`)).body.stock;
    };
    await ask("POST");
    const secret = [...webhooks.values()][0]?.secret ?? "";
    const before = (await tenant.get(`/products/${product.id}`)).body.stock;
    expect(await levels(11, secret)).toBe(before);
    await ask("POST /remove");
    expect(await levels(11, secret)).toBe(11);
  });

  test("sets those right that are there, and never makes a second", async () => {
    const { connector, webhooks, ask } = await given();
    await ask("POST");
    const before = structuredClone(webhooks);
    const disabled = webhooks.get(2) ?? expect.unreachable();
    webhooks.set(2, { ...disabled, status: "disabled" });
    webhooks.set(90, { ...disabled, id: 90 });
    webhooks.set(91, { ...disabled, id: 91, delivery_url: "https://other.example/hook" });

    const again = await ask("POST");

    expect(again.body.success).toBe(true);
    expect(webhooks.get(91)?.delivery_url).toBe("https://other.example/hook");
    webhooks.delete(91);
    expect(webhooks).toEqual(before);
    const moved = await ask("POST", undefined, "https://new.example");
    expect(moved.body.address).toBe(addressOf(connector.id, "https://new.example"));
    expect([...webhooks.values()].map((each) => each.delivery_url)).toEqual(
      Array(5).fill(addressOf(connector.id, "https://new.example")),
    );
  });

  test("a topic that the platform refuses is shown with its reason, a shop that is away too", async () => {
    const { webhooks, ask, shop } = await given({ refuses: "order.created" });
    const { body } = await ask("POST");
    expect(body.success).toBe(true);
    expect(body.webhooks.find((each: { topic: string }) => each.topic === "order.created")).toMatchObject({
      state: "refused",
      error: "Webhook topic must be valid.",
    });
    expect(webhooks.size).toBe(4);
    shop.answers(() => ({ status: 401, json: { message: "no" } }));
    expect((await ask("POST")).body).toMatchObject({ success: false, message: expect.stringContaining("401") });
  });

  test("POST …/remove removes them there and here", async () => {
    const { webhooks, ask } = await given();
    await ask("POST");
    const { status, body } = await ask("POST /remove");
    expect([status, body.success, webhooks.size]).toEqual([200, true, 0]);
    expect(new Set(body.webhooks.map((each: { state: string }) => each.state))).toEqual(new Set(["unregistered"]));
  });

  test("are removed from the shop when the connector is deleted, also where a shop refuses", async () => {
    const { tenant, connector, webhooks, ask } = await given();
    await ask("POST");
    expect(webhooks.size).toBe(5);
    const wrong = await tenant.delete(`/connectors/${connector.id}`, undefined, { "if-match": `"1000"` });
    expect([wrong.status, webhooks.size]).toEqual([412, 5]);
    expect((await tenant.delete(`/connectors/${connector.id}`)).status).toBe(204);
    expect(webhooks.size).toBe(0);

    const other = await given();
    await other.ask("POST");
    other.shop.answers(() => ({ status: 401, json: { message: "no" } }));
    expect((await other.tenant.delete(`/connectors/${other.connector.id}`)).status).toBe(204);
    expect((await other.tenant.get(`/connectors/${other.connector.id}`)).status).toBe(404);
    expect(other.webhooks.size).toBe(5);
  });

  test("needs a public address, and a platform that registers any", async () => {
    const { tenant, connector } = await given();
    const answer = await tenant.post(`/connectors/${connector.id}/webhooks`);
    expect([answer.status, answer.body.error.error_code]).toEqual([409, "PUBLIC_ADDRESS_NEEDED"]);
    const credentials = { shop_url: "https://r9.receiver.test:1", api_key: "k" };
    const { body: other } = await tenant.post(
      "/connectors",
      withTax({ platform_id: "prestashop", name: "P", credentials }),
    );
    expect((await tenant.post(`/connectors/${other.id}/webhooks`)).body.error.error_code).toBe(
      "CAPABILITY_NOT_SUPPORTED",
    );
    expect((await tenant.get(`/connectors/${other.id}/webhooks`)).body).toEqual({
      ...{ address: null, registers: false, is_signed: false, webhooks: [] },
    });
  });

  test("hides another tenant's connector, and refuses a key without the scope", async () => {
    const { ask, tenant, webhooks } = await given();
    const other = await newTenant();
    for (const method of ["GET", "POST", "POST /remove"]) expect((await ask(method, other.apiKey)).status).toBe(404);
    const reader = await tenant.keyWith(["products:read"]);
    for (const method of ["GET", "POST", "POST /remove"]) expect((await ask(method, reader)).status).toBe(403);
    expect(webhooks.size).toBe(0);
  });
});

describe("webhooks of Shopify", () => {
  const platform = SHOPS.find(({ id }) => id === "shopify") ?? expect.unreachable();

  test("are made in one query, changed where they are, and removed", async () => {
    const { adapter, api, shop } = await openPlatform(platform);
    const registry = adapter.webhooks ?? expect.unreachable();
    const to = { address: "https://pim.example/a", secret: "s" };
    const wanted = [
      { topic: "products/update", id: null },
      { topic: "orders/create", id: "gid://shopify/WebhookSubscription/9" },
    ];
    expect(await registry.put(api, wanted, to)).toEqual([
      { topic: "products/update", id: "gid://shopify/WebhookSubscription/1" },
      { topic: "orders/create", error: "Webhook subscription does not exist" },
    ]);
    expect(await registry.list(api)).toEqual([
      { id: "gid://shopify/WebhookSubscription/1", topic: "products/update", address: "https://pim.example/a" },
    ]);
    await registry.remove(api, ["gid://shopify/WebhookSubscription/1"]);
    expect(await registry.list(api)).toEqual([]);
    expect(shop.asked).toHaveLength(4);
  });

  test("are verified by the client secret of the app that registered them", async () => {
    const tenant = await newTenant();
    const secret = `shpss_${tenant.id}`;
    const credentials = {
      ...{ shop_url: "https://r9.receiver.test:1", client_id: "id", client_secret: secret },
      webhook_secret: `other ${tenant.id}`,
    };
    const { body } = await tenant.post("/connectors", withTax({ platform_id: "shopify", name: "S", credentials }));
    const text = JSON.stringify({ id: 1, title: "A" });
    const send = (by: string) =>
      deliver(`shopify/webhook?connector=${body.id}`, text, {
        "x-shopify-topic": "products/update",
        "x-shopify-webhook-id": newDelivery(),
        "x-shopify-hmac-sha256": signed(by, text),
      });
    expect((await send(secret)).status).toBe(200);
    expect((await send(credentials.webhook_secret)).status).toBe(200);
    expect((await send("neither")).status).toBe(401);
  });
});
