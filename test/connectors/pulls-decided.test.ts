import { expect, test } from "bun:test";
import { createApp } from "../../src/app.ts";
import { openShop, wooCommerce } from "../doubles/shops.ts";
import { wooWebhooks } from "../doubles/woo-webhooks.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { deliver, newDelivery, signed } from "./deliveries.ts";
import { runOutside, servicesTo } from "./services-to.ts";

const SETTING = "prices_include_tax";

/** A shop of WooCommerce with products at 10, of which the catalog has the first at 50. */
async function given(includesTax: "yes" | "no" | "refused", { products: count = 1, options = {} } = {}) {
  const { products, reply, credentialsAt } = wooCommerce();
  const { webhooks, reply: all } = wooWebhooks(reply);
  const shop = await openShop((call) => {
    if (call.path.includes("/orders")) return { json: [] };
    if (!call.path.includes(SETTING)) return all(call);
    if (includesTax === "refused") return { status: 403, json: { code: "woocommerce_rest_cannot_view" } };
    return { json: { value: includesTax } };
  });
  const tenant = await newTenant();
  const eans = Array.from({ length: count }, newEan);
  const there = (place: number) => ({ id: place + 1, sku: `${tenant.id}-${place}`, global_unique_id: eans[place] });
  for (const place of eans.keys()) products.set(place + 1, { ...there(place), name: "Chair", regular_price: "10.00" });
  const { body: ours } = await tenant.post("/products", { name: "Chair", ean: eans[0], price: 50, tax_rate: 20 });
  const fields = { name: "Shop", credentials: credentialsAt(shop.url), sync_options: options };
  const { body: connector } = await tenant.post("/connectors", { platform_id: "woocommerce", ...fields });
  const path = `/connectors/${connector.id}`;
  const pull = async () => {
    const { body } = await tenant.post(`${path}/sync/pull-products`, {});
    await runJobs();
    return (await tenant.get(`${path}/sync/jobs/${body.job_id}`)).body;
  };
  const asked = () => shop.asked.filter((each) => each.path.includes(SETTING)).length;
  const price = async () => (await tenant.get(`/products/${ours.id}`)).body.price;
  return { tenant, connector, path, ours, pull, asked, price, webhooks, there };
}

test("a shop that was not tested is asked once, before its prices are read, also where none are sent", async () => {
  const { pull, asked, price } = await given("yes", { options: { push_fields: ["name"] } });
  expect(await pull()).toMatchObject({ updated: 1, errors: 0, products: [] });
  expect([await price(), asked()]).toEqual([10, 1]);
  await pull();
  expect(asked()).toBe(1);
});

test("one that keeps prices without tax: products come without price, and the job says once why, until it is decided", async () => {
  const { tenant, path, pull, price } = await given("no", { products: 101 });
  const pulled = await pull();
  expect(pulled).toMatchObject({ updated: 1, pulled: 100, errors: 0 });
  const message = expect.stringMatching(/keeps prices without tax: no price is taken before sync_options\.price_tax/);
  expect(pulled.products).toEqual([{ product_id: null, sku: null, external_id: null, result: "noted", message }]);
  const prices = (await tenant.get("/products?per_page=100")).body.items.map((each: { price: unknown }) => each.price);
  expect(new Set(prices.filter((each: unknown) => each !== 50))).toEqual(new Set([null]));
  expect(await price()).toBe(50);
  await tenant.patch(path, { sync_options: { price_tax: "excluded", default_tax_rate: 20 } });
  expect((await pull()).products).toEqual([]);
  expect(await price()).toBe(12);
});

test("one that does not say it to this key is asked again, and nothing is said where no price would be taken", async () => {
  const { tenant, path, pull, price, asked } = await given("refused");
  const unasked = expect.stringContaining("no price is taken before the connector's test has read it");
  expect((await pull()).products).toMatchObject([{ result: "noted", message: unasked }]);
  expect([await price(), asked()]).toEqual([50, 1]);
  await tenant.patch(path, { sync_options: { pull_fields: ["name"] } });
  expect((await pull()).products).toEqual([]);
  await tenant.patch(path, { sync_options: { price_tax: "included" } });
  expect((await pull()).products).toEqual([]);
  expect([await price(), asked()]).toEqual([10, 2]);
});

test("a delivery of a shop that was not asked brings no price; one after its webhooks were registered does", async () => {
  const { tenant, connector, path, ours, price, asked, webhooks, there } = await given("yes");
  const send = async (fields: object, secret: string) => {
    const text = JSON.stringify({ ...there(0), ...fields });
    const headers = {
      "x-wc-webhook-topic": "product.updated",
      "x-wc-webhook-delivery-id": newDelivery(),
      "x-wc-webhook-signature": signed(secret, text),
    };
    const { body } = await deliver(`woocommerce/webhook?connector=${connector.id}`, text, headers);
    return (await tenant.get(`${path}/sync/jobs/${body.job_id}`)).body.products;
  };
  const unasked = expect.stringContaining("no price is taken before the connector's test has read it");
  expect(await send({ name: "Stool", regular_price: "10.00" }, "whs_1")).toMatchObject([{ message: unasked }]);
  expect(await send({ name: "Bench" }, "whs_1")).toEqual([]);
  expect((await tenant.get(`/products/${ours.id}`)).body).toMatchObject({ title: "Bench", price: 50 });
  const app = createApp({ ...services, config: { ...services.config, apiUrl: "https://pim.example" } });
  const url = `http://localhost/api/v1${path}/webhooks`;
  const request = new Request(url, { method: "POST", headers: { "x-api-key": tenant.apiKey } });
  expect(await (await app.handle(request)).json()).toMatchObject({ success: true });
  const [{ secret } = expect.unreachable()] = [...webhooks.values()];
  expect(await send({ name: "Bench", regular_price: "10.00" }, secret)).toEqual([]);
  expect([await price(), asked()]).toEqual([10, 1]);
});

/** A site of Squarespace, whose API does not say it, with one product that has a variant at 10. */
async function givenSite(options: object) {
  const ean = newEan();
  const basePrice = { currency: "EUR", value: "10.00" };
  const variant = { id: "v1", sku: ean, pricing: { basePrice, onSale: false }, stock: { quantity: 1 } };
  const one = { id: "1", type: "PHYSICAL", name: "Chair", isVisible: true, variants: [{ ...variant, attributes: {} }] };
  const shop = await openShop(({ path }) =>
    path.includes("/orders")
      ? { json: { result: [], pagination: { hasNextPage: false } } }
      : { json: { products: [one], pagination: { hasNextPage: false } } },
  );
  const tenant = await newTenant();
  const fields = { name: "Site", credentials: { api_key: "k" }, sync_options: options };
  const { body: connector } = await tenant.post("/connectors", { platform_id: "squarespace", ...fields });
  const { body } = await tenant.post(`/connectors/${connector.id}/sync/pull-products`, {});
  await runOutside(servicesTo(shop.url));
  const { body: job } = await tenant.get(`/connectors/${connector.id}/sync/jobs/${body.job_id}`);
  return { job, made: (await tenant.get("/products")).body.items };
}

test("where the platform does not say it, the option decides", async () => {
  const unsaid = expect.stringContaining('no price is taken before sync_options.price_tax is "included" or "excluded"');
  const undecided = await givenSite({});
  expect(undecided.made).toMatchObject([{ title: "Chair", price: null }]);
  expect(undecided.job).toMatchObject({ pulled: 1, products: [{ result: "noted", message: unsaid }] });
  const decided = await givenSite({ price_tax: "included" });
  expect(decided.made).toMatchObject([{ title: "Chair", price: 10 }]);
  expect(decided.job).toMatchObject({ pulled: 1, products: [] });
});
