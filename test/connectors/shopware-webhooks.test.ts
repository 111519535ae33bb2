import { expect, test } from "bun:test";
import { createApp } from "../../src/app.ts";
import { openShop, type Reply } from "../doubles/shops.ts";
import { shopwareOrderOf, shopwareStore } from "../doubles/shopware-store.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { deliver } from "./deliveries.ts";
import { withTax } from "./with-tax.ts";

const ORIGIN = "https://pim.example";
const ID = "7b04ebe416db4ebc93de4d791325e1d9";

/** A connector of a service with a public address, to a shop that has webhooks. */
async function given() {
  const store = shopwareStore();
  const shop = await openShop(({ method, path, text }): Reply => {
    if (path === "/api/oauth/token") return { json: { access_token: "t", expires_in: 600 } };
    const body = text === "" ? {} : JSON.parse(text);
    if (path === "/api/search/product") return store.productsOf(body.ids ?? []);
    return store.reply(`${method} ${path}`, body) ?? { status: 404, json: {} };
  });
  const tenant = await newTenant();
  const credentials = { base_url: shop.url, client_id: "id", client_secret: "secret" };
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({ platform_id: "shopware", name: "Shop", credentials }),
  );
  const app = createApp({ ...services, config: { ...services.config, apiUrl: ORIGIN } });
  const register = async (end = "") => {
    const url = `http://localhost/api/v1/connectors/${connector.id}/webhooks${end}`;
    const response = await app.handle(new Request(url, { method: "POST", headers: { "x-api-key": tenant.apiKey } }));
    // biome-ignore lint/suspicious/noExplicitAny: an answer, of which a test reads what it expects
    return (await response.json()) as any;
  };
  const address = () => new URL([...store.hooks.values()][0]?.url ?? "https://none.test");
  const send = (event: string, operation: string, id: string, search = address().search) => {
    const payload = [{ entity: event.split(".")[0], operation, primaryKey: id, updatedFields: [] }];
    const source = { url: shop.url, eventId: ID };
    const text = JSON.stringify({ data: { payload, event }, source, timestamp: 123_123_123 });
    return deliver(`shopware/webhook${search}`, text, {});
  };
  return { store, tenant, connector, register, address, send };
}

test("topics are registered at an address that brings the secret, and removed; a connector of another id is left alone", async () => {
  const { store, connector, register, address } = await given();
  const { success, is_signed, webhooks, address: shown } = await register();
  expect([success, is_signed]).toEqual([true, true]);
  expect(webhooks.map((each: { topic: string; state: string }) => [each.topic, each.state])).toEqual(
    ["product.written", "product.deleted", "order.written"].map((topic) => [topic, "registered"]),
  );
  expect(shown).toBe(`${ORIGIN}/api/v1/connectors/shopware/webhook?connector=${connector.id}`);
  expect(address().href).toStartWith(`${shown}&token=`);
  const before = structuredClone(store.hooks);
  const [first] = [...store.hooks.values()];
  store.hooks.set("f".repeat(32), { ...(first ?? expect.unreachable()), id: "f".repeat(32), url: `${shown}0&token=x` });
  store.hooks.set(first?.id ?? "", { ...(first ?? expect.unreachable()), active: false });
  await register();
  store.hooks.delete("f".repeat(32));
  expect(store.hooks).toEqual(before);
  await register("/remove");
  expect(store.hooks.size).toBe(0);
});

test("what a delivery names is read; without its token, or with another one, it is refused", async () => {
  const { store, tenant, connector, register, send } = await given();
  await register();
  const ean = newEan();
  const { body: product } = await tenant.post("/products", { name: "Chair", ean });
  store.products.set(ID, { id: ID, name: "Armchair", ean, productNumber: "A-1" });
  const named = `?connector=${connector.id}`;
  for (const search of [named, `${named}&token=`, `${named}&token=wrong`]) {
    expect((await send("product.written", "update", ID, search)).status).toBe(401);
  }
  expect((await send("product.written", "update", ID)).body).toEqual({ status: "accepted" });
  await runJobs();
  expect((await tenant.get(`/products/${product.id}`)).body.title).toBe("Armchair");
  const { webhooks } = (await tenant.get(`/connectors/${connector.id}/webhooks`)).body;
  expect(webhooks[0]).toMatchObject({ topic: "product.written", deliveries: 1, last_status: "accepted" });
  expect((await send("product.written", "delete", ID)).body.status).toBe("accepted");
  expect((await send("product.deleted", "delete", ID)).body.status).toBe("ignored");
  expect((await send("customer.written", "update", ID)).body.status).toBe("ignored");
});

test("an order holds its goods until it is cancelled, by a delivery or by a pull", async () => {
  const { store, tenant, connector, register, send } = await given();
  await register();
  await tenant.post("/appsync/products/sync", [{ name: "Chair", reference: "CH-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const stock = async () => (await tenant.get(`/products/${product.id}`)).body.stock;
  const line = { id: "l1", type: "product", quantity: 3, productId: "p9", payload: { productNumber: "CH-1" } };
  const promotion = { id: "l2", type: "promotion", quantity: 1, payload: {} };
  store.orders.set(ID, shopwareOrderOf(ID, "open", [line, promotion], "2099-01-01T10:00:01.000+00:00"));
  await send("order.written", "insert", ID);
  await send("order.written", "update", ID);
  await runJobs();
  expect(await stock()).toBe(7);
  store.orders.set(ID, shopwareOrderOf(ID, "cancelled", [line, promotion], "2099-01-01T11:00:00.000+00:00"));
  await tenant.post(`/connectors/${connector.id}/sync/pull-orders`, {});
  await runJobs();
  expect(await stock()).toBe(10);
  await send("order.written", "update", ID);
  await runJobs();
  expect(await stock()).toBe(10);
});
