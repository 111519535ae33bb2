import { expect, test } from "bun:test";
import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { createApp } from "../../src/app.ts";
import type { Services } from "../../src/runtime/services.ts";
import { readPublicKey } from "../../workers/connectors/public-key.ts";
import { registerWebhooks } from "../../workers/connectors/register-webhooks.ts";
import { ebaySeller, type SellerOrder } from "../doubles/ebay-seller.ts";
import { openShop } from "../doubles/shops.ts";
import { clock, newTenant } from "../harness.ts";
import { runOutside, servicesTo } from "./services-to.ts";

const ORIGIN = "https://pim.example";
const KEYS = generateKeyPairSync("ec", { namedCurve: "P-256" });
const PEM = KEYS.publicKey.export({ type: "spki", format: "pem" }).toString();

/** What eBay sends when somebody has bought, as sellers' programs have stored it. */
const sold = (orderId: string, topic = "ORDER_CONFIRMATION") => ({
  metadata: { topic, schemaVersion: "1.0", deprecated: false },
  notification: {
    notificationId: "e9569bb0-3dbd-40ee-8a26-d6a60f355096",
    eventDate: "2026-06-19T14:15:23.110Z",
    publishDate: "2026-06-19T14:15:23.407Z",
    publishAttemptCount: 1,
    data: {
      user: { userId: "TFHVhLbkQtu", username: "seller" },
      order: { orderId, orderLineItems: [{ orderLineItemId: "1", listingId: "2", quantity: 3 }] },
    },
  },
});

const signed = (text: string, { digest = "sha1", kid = "key-1", key = KEYS.privateKey } = {}) => {
  const signature = createSign(digest).update(text).sign(key, "base64");
  return Buffer.from(JSON.stringify({ alg: "ecdsa", kid, signature, digest: digest.toUpperCase() })).toString("base64");
};

/** A connector of a service with a public address to a seller's account. */
async function given(how: { refuses?: string; digest?: string } = {}) {
  const seller = ebaySeller({ pem: PEM, asks: (url) => app.handle(new Request(url)), ...how });
  const shop = await openShop(seller.reply);
  const there = servicesTo(shop.url, { apiUrl: ORIGIN });
  const signal = () => AbortSignal.timeout(10_000);
  const call = (kind: { name: string }, tenantId: string, input: unknown) =>
    kind.name === "connectors.public-key"
      ? readPublicKey(there, tenantId, input as never, signal())
      : registerWebhooks(there, tenantId, input as never, signal());
  const app = createApp({ ...there, call: call as Services["call"] });
  const tenant = await newTenant();
  const credentials = { marketplace_id: "EBAY_FR", client_id: "i", client_secret: "s", refresh_token: "r" };
  const { body: connector } = await tenant.post("/connectors", { platform_id: "ebay", name: "Seller", credentials });
  const address = `${ORIGIN}/api/v1/connectors/ebay/webhook/${connector.id}`;
  const ask = async (url: string, init: RequestInit = {}) => {
    const response = await app.handle(new Request(url.replace(ORIGIN, "http://localhost"), init));
    // biome-ignore lint/suspicious/noExplicitAny: an answer, of which a test reads what it expects
    return { status: response.status, body: (await response.json()) as any };
  };
  const register = (end = "") =>
    ask(`${ORIGIN}/api/v1/connectors/${connector.id}/webhooks${end}`, {
      method: "POST",
      headers: { "x-api-key": tenant.apiKey },
    });
  const send = (body: object, header?: string) => {
    const text = JSON.stringify(body);
    const headers = { "content-type": "application/json", "x-ebay-signature": header ?? signed(text) };
    return ask(address, { method: "POST", headers, body: text });
  };
  return { seller, shop, tenant, connector, address, ask, register, send, run: () => runOutside(there) };
}

const orderOf = (id: string, quantity: number, cancelState = "NONE_REQUESTED", hour = 10): SellerOrder => ({
  orderId: id,
  creationDate: "2099-01-01T10:00:00.000Z",
  lastModifiedDate: `2099-01-01T${hour}:00:01.000Z`,
  orderPaymentStatus: "PAID",
  cancelStatus: { cancelState, cancelRequests: [] },
  lineItems: [{ lineItemId: "1", sku: "CH-1", quantity }],
});

test("a destination is made that answers eBay's challenge, and the seller is subscribed; both are shown, set right and removed", async () => {
  const { seller, register, address, tenant, connector } = await given();
  const { body } = await register();
  expect(body).toMatchObject({ success: true, message: null, address, is_signed: true });
  expect(body.webhooks).toMatchObject([{ topic: "ORDER_CONFIRMATION", state: "registered" }]);
  const [destination] = [...seller.destinations.values()];
  expect(destination).toMatchObject({ status: "ENABLED", deliveryConfig: { endpoint: address } });
  const secret = destination?.deliveryConfig.verificationToken ?? "";
  expect(secret).toMatch(/^[\w-]{43}$/);
  const subscribed = { topicId: "ORDER_CONFIRMATION", status: "ENABLED", destinationId: "d1" };
  const payload = { format: "JSON", schemaVersion: "1.1", deliveryProtocol: "HTTPS" };
  expect([...seller.subscriptions.values()]).toMatchObject([{ ...subscribed, payload }]);

  // What eBay has switched off sends again, at the address that the service has now.
  seller.destinations.set("d1", { ...(destination ?? expect.unreachable()), status: "MARKED_DOWN" });
  await register();
  expect(seller.destinations.get("d1")?.status).toBe("ENABLED");
  expect([seller.destinations.size, seller.subscriptions.size]).toEqual([1, 1]);

  expect((await register("/remove")).body.webhooks).toMatchObject([{ state: "unregistered" }]);
  expect([seller.destinations.size, seller.subscriptions.size]).toEqual([0, 0]);
  const other = await newTenant();
  expect((await other.get(`/connectors/${connector.id}/webhooks`)).status).toBe(404);
  expect((await tenant.get(`/connectors/${connector.id}`)).status).toBe(200);
});

test("what eBay refuses is said with what to do", async () => {
  const noMail = await given({ refuses: "195003" });
  expect((await noMail.register()).body).toMatchObject({
    success: false,
    message: expect.stringContaining("e-mail address for alerts"),
  });
  const noScope = await given({ refuses: "195011" });
  expect((await noScope.register()).body.webhooks).toMatchObject([
    { state: "refused", error: expect.stringContaining("sell.fulfillment.readonly") },
  ]);
});

test("the challenge is answered by the hash of code, token and address, and only where there is a token", async () => {
  const { seller, register, address, ask } = await given();
  expect((await ask(`${address}?challenge_code=abc`)).body.error.error_code).toBe("CONNECTOR_WEBHOOK_NOT_CONFIGURED");
  await register();
  const token = seller.destinations.get("d1")?.deliveryConfig.verificationToken ?? "";
  const challengeResponse = createHash("sha256").update(`abc${token}${address}`).digest("hex");
  expect(await ask(`${address}?challenge_code=abc`)).toEqual({ status: 200, body: { challengeResponse } });
  expect((await ask(address)).status).toBe(400);
  const unknown = address.replace(/[^/]+$/, "01a22d19-acac-7000-beb4-516e84b20b48");
  expect((await ask(`${unknown}?challenge_code=abc`)).body.error.error_code).toBe("CONNECTOR_WEBHOOK_NOT_CONFIGURED");
});

test("an order that a delivery names is read once by a job, and holds stock until it is cancelled", async () => {
  const { seller, shop, tenant, connector, register, send, run } = await given();
  await register();
  await tenant.post("/appsync/products/sync", [{ name: "Chair", reference: "CH-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const stock = async () => (await tenant.get(`/products/${product.id}`)).body.stock;
  seller.orders.set("13-1", orderOf("13-1", 3));
  const before = shop.asked.length;
  // One for each line, and each again when it was not answered.
  for (let n = 0; n < 3; n++) expect((await send(sold("13-1"))).body).toEqual({ status: "accepted" });
  await run();
  expect(await stock()).toBe(7);
  const asked = shop.asked.slice(before).map(({ path }) => path.split("?")[0]);
  expect(asked.filter((path) => path?.endsWith("/order"))).toHaveLength(1);
  // The key of eBay's is fetched once.
  expect(asked.filter((path) => path?.includes("/public_key/"))).toHaveLength(1);
  const { body } = await tenant.get(`/connectors/${connector.id}/webhooks`);
  expect(body.webhooks).toMatchObject([
    { deliveries: 3, last_status: "accepted", last_delivery_at: expect.any(String) },
  ]);

  // An order of another seller is signed by the same key: the connector's own token does not show it.
  await send(sold("99-9"));
  await run();
  expect(await stock()).toBe(7);
  seller.orders.set("13-1", orderOf("13-1", 3, "CANCELED", 11));
  await tenant.post(`/connectors/${connector.id}/sync/pull-orders`, {});
  await run();
  expect(await stock()).toBe(10);
  expect((await send(sold("13-1", "ITEM_MARKED_SHIPPED"))).body.status).toBe("ignored");
});

test("what eBay has not signed is refused; a body with blanks is the same", async () => {
  const { register, send, address, ask, shop, run } = await given({ digest: "SHA256" });
  await register();
  const body = sold("13-1");
  const text = JSON.stringify(body);
  const by = (header: string) => send(body, header);
  expect((await by(signed(text, { digest: "sha256" }))).status).toBe(200);
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  for (const wrong of [
    signed(text, { digest: "sha256", key: stranger }),
    signed(`${text} `, { digest: "sha256" }),
    signed(text, { digest: "sha256", kid: "key-2" }),
    signed(text, { digest: "sha256", kid: "../subscription" }),
    "e30=",
    "no base64",
  ]) {
    expect((await by(wrong)).body.error.error_code).toBe("INVALID_WEBHOOK_SIGNATURE");
  }
  expect(shop.asked.some(({ path }) => path.includes("public_key/.."))).toBe(false);
  const headers = { "content-type": "application/json", "x-ebay-signature": signed(text, { digest: "sha256" }) };
  const spaced = await ask(address, { method: "POST", headers, body: JSON.stringify(body, null, 1) });
  expect(spaced.status).toBe(200);
  expect(
    (await ask(address, { method: "POST", headers: { "content-type": "application/json" }, body: text })).status,
  ).toBe(401);
  await run();
});

test("a key is fetched again after an hour", async () => {
  const { register, send, shop, run } = await given();
  await register();
  const fetched = () => shop.asked.filter(({ path }) => path.includes("/public_key/")).length;
  await send(sold("1"));
  await send(sold("2"));
  expect(fetched()).toBe(1);
  clock.nowMs += 61 * 60_000;
  await send(sold("3"));
  expect(fetched()).toBe(2);
  await run();
});
