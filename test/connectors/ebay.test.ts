import { expect, test } from "bun:test";
import { test as prove } from "../../workers/connectors/test.ts";
import { ebay } from "../doubles/platforms/ebay.ts";
import { lamp, picture } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { type Call, openShelf, TOKEN } from "../doubles/platforms/platform.ts";
import { openShop, type Received } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { runOutside, servicesTo } from "./services-to.ts";
import { givenVaried } from "./varied-catalog.ts";

const INVENTORY = "/sell/inventory/v1";
const callOf = (received: Received): Call => {
  const { pathname, searchParams: query } = new URL(received.path, "https://receiver.test");
  const body = /^[[{]/.test(received.text) ? JSON.parse(received.text) : undefined;
  return { ...received, host: "", route: `${received.method} ${pathname}`, query, body };
};
const isToken = (path: string) => path.endsWith("/oauth2/token");

/** A catalog with a lamp, and a connector to a seller on this machine. */
async function given({ marketplace = "EBAY_FR", syncOptions = {}, fields = {} } = {}) {
  const answer = ebay.answer(openShelf());
  const shop = await openShop((received) => (isToken(received.path) ? TOKEN : answer(callOf(received))));
  const there = servicesTo(shop.url, { apiUrl: "https://pim.example" });
  const tenant = await newTenant();
  const sku = `L-${tenant.id.slice(0, 8)}`;
  const lamp = { name: "Lamp", reference: sku, ean: newEan(), price: 12.5, ...fields };
  const { body: product } = await tenant.post("/products", lamp);
  const credentials = { ...ebay.credentials, marketplace_id: marketplace };
  const sync_options = { stock_owner: "catalog", ...syncOptions };
  const { body: connector } = await tenant.post("/connectors", {
    ...{ platform_id: "ebay", name: "Seller", credentials, sync_options },
  });
  const path = `/connectors/${connector.id}`;
  /** The job of an operation, and what was asked of eBay meanwhile. */
  const run = async (operation: string, body: object = {}) => {
    const before = shop.asked.length;
    const { body: begun } = await tenant.post(`${path}/sync/${operation}`, body);
    await runOutside(there);
    const job = (await tenant.get(`${path}/sync/jobs/${begun.job_id}`)).body;
    return { job, asked: shop.asked.slice(before).filter((each) => !isToken(each.path)) };
  };
  const read = (route: string) => Object(answer(callOf({ method: "GET", path: route, headers: {}, text: "" }))).json;
  const item = () => read(`${INVENTORY}/inventory_item`).inventoryItems[0];
  const offer = () => read(`${INVENTORY}/offer?sku=${sku}`).offers[0];
  return { tenant, product, sku, path, run, item, offer, shop };
}

const stored = (tenant: Awaited<ReturnType<typeof given>>["tenant"], id: string, quantity: number) =>
  tenant.put(`/products/${id}/stock`, { quantity });

test("what buyers can have follows the stock: an offer has no number of its own", async () => {
  const { tenant, product, run, item, offer } = await given();
  await stored(tenant, product.id, 4);
  expect((await run("push-products")).job).toMatchObject({ pushed: 1, errors: 0 });
  await stored(tenant, product.id, 9);
  await run("push-stock");
  expect(item().availability).toEqual({ shipToLocationAvailability: { quantity: 9 }, sku: item().sku });
  // Where it has one of its own, buyers can have no more than that.
  expect(offer()).not.toHaveProperty("availableQuantity");
});

test("a price of another currency than the marketplace's is not sent, and said", async () => {
  const { tenant, product, run, offer, shop } = await given({ marketplace: "EBAY_GB" });
  const { job } = await run("push-products");
  expect(job.products).toMatchObject([
    { product_id: product.id, result: "noted", message: expect.stringContaining("GBP") },
  ]);
  expect(shop.asked.map(({ text }) => text).join()).not.toContain("12.50");
  const { body: list } = await tenant.post("/price-lists", { name: "Pounds", channel: "ebay", currency: "GBP" });
  await tenant.post(`/price-lists/${list.id}/entries/bulk`, { entries: [{ product_id: product.id, price: 11 }] });
  expect((await run("push-products", { force: true })).job).toMatchObject({ errors: 0 });
  expect(offer().pricingSummary.price).toEqual({ value: "11.00", currency: "GBP" });
});

test("texts go in the marketplace's locale of the connector's language", async () => {
  const { run, shop } = await given({ marketplace: "EBAY_BE", syncOptions: { language: "nl" } });
  await run("push-products");
  const sent = shop.asked.filter(({ path: at }) => at.endsWith("/bulk_create_or_replace_inventory_item"));
  expect(sent.map(({ headers }) => headers["content-language"])).toEqual(["nl-BE"]);
});

test("weight, sizes, aspects and the seller's own fields go with an item, and what is there of others stays", async () => {
  const rules = [
    { target: "product.aspects.Material", value: "Oak" },
    { target: "product.mpn", field: "reference" },
  ];
  const fields = { weight: 1.5, width: 10, height: 20, depth: 30 };
  const { run, item, sku } = await given({ syncOptions: { field_map: rules }, fields });
  expect((await run("push-products")).job).toMatchObject({ pushed: 1, errors: 0, products: [] });
  expect(item()).toMatchObject({
    packageWeightAndSize: {
      weight: { unit: "KILOGRAM", value: 1.5 },
      dimensions: { unit: "CENTIMETER", length: 30, width: 10, height: 20 },
    },
    product: { mpn: sku, aspects: { Material: ["Oak"] } },
  });
});

test("more pictures than eBay takes, and those without https, are left out and said", async () => {
  const { push, shop } = await openPlatform(ebay);
  const at = (place: number) => picture(`${place === 1 ? "http" : "https"}://images.example/${place}.jpg`);
  const images = Array.from({ length: 27 }, (_, place) => at(place));
  expect(await push([lamp("A", { images })])).toMatchObject([
    {
      remarks: [
        "1 of its pictures were not sent: eBay takes addresses that begin with https:// alone",
        "The last 2 of its pictures were not sent: eBay takes 24",
      ],
    },
  ]);
  const sent = shop.asked.find(({ path }) => path.endsWith("/bulk_create_or_replace_inventory_item"));
  const { imageUrls } = JSON.parse(sent?.text ?? "").requests[0].product;
  expect(imageUrls).toHaveLength(24);
  expect(imageUrls.slice(0, 2)).toEqual(["https://images.example/0.jpg", "https://images.example/2.jpg"]);
});

test("a category that is chosen is that of the offer, also of one that is there; VAT goes where the connector names it", async () => {
  const classes = [{ rate: 20, tax_class: "20" }];
  const { tenant, product, path, run, offer } = await given({
    syncOptions: { tax_classes: classes, default_tax_rate: 20 },
  });
  expect((await run("push-products")).job).toMatchObject({ pushed: 1, errors: 0 });
  expect(offer()).toMatchObject({ categoryId: "20697", tax: { vatPercentage: 20 } });
  const { body: category } = await tenant.post("/categories", { name: "Lamps" });
  await tenant.put(`${path}/categories/${category.id}`, { external_id: "112581" });
  await tenant.patch(`/products/${product.id}`, { category_id: category.id });
  const { job, asked } = await run("push-products");
  expect(job).toMatchObject({ pushed: 1, errors: 0, products: [] });
  expect(asked.map(({ method }) => method)).toContain("PUT");
  expect(offer()).toMatchObject({ categoryId: "112581", tax: { vatPercentage: 20 }, sku: offer().sku });
  expect((await run("push-products")).asked).toEqual([]);
});

test("what is no longer sold here is withdrawn, and listed again when it is back", async () => {
  const { tenant, product, run, offer } = await given({ syncOptions: { when_removed: "hide" } });
  await run("push-products");
  expect(offer().status).toBe("PUBLISHED");
  await tenant.put(`/products/${product.id}`, { status: "inactive" });
  expect((await run("push-products")).job).toMatchObject({ pushed: 1, errors: 0 });
  expect(offer().status).toBe("UNPUBLISHED");
  await tenant.put(`/products/${product.id}`, { status: "active" });
  await run("push-products");
  expect(offer().status).toBe("PUBLISHED");
});

test("a product with variants is withdrawn and listed as a whole; pictures go by the option that they differ in", async () => {
  const answer = ebay.answer(openShelf());
  const shop = await openShop((received) => (isToken(received.path) ? TOKEN : answer(callOf(received))));
  const { asked, tenant, product } = await givenVaried("ebay", shop, {
    ...{ credentials: ebay.credentials, isToken, syncOptions: { when_removed: "hide" } },
  });
  const { calls } = await asked("push-products");
  const group = calls.find(({ path }) => path.includes("/inventory_item_group/"))?.path ?? "";
  const { json } = Object(answer(callOf({ method: "GET", path: group, headers: {}, text: "" })));
  expect(json.variesBy.aspectsImageVariesBy).toEqual(["Colour"]);
  await tenant.delete(`/products/${product.id}`);
  expect((await asked("push-products")).routes).toEqual([`POST ${INVENTORY}/offer/withdraw_by_inventory_item_group`]);
  await tenant.post(`/products/${product.id}/restore`);
  expect((await asked("push-products")).routes).toContain(`POST ${INVENTORY}/offer/publish_by_inventory_item_group`);
});

test("a test says when texts go in a language that the marketplace does not show", async () => {
  const answer = ebay.answer(openShelf());
  const shop = await openShop((received) => (isToken(received.path) ? TOKEN : answer(callOf(received))));
  const tenant = await newTenant();
  const credentials = { ...ebay.credentials, marketplace_id: "EBAY_DE" };
  const { body: connector } = await tenant.post("/connectors", { platform_id: "ebay", name: "Seller", credentials });
  const warnings = async () => {
    const there = servicesTo(shop.url);
    return (await prove(there, tenant.id, { id: connector.id }, new AbortController().signal)).facts?.warnings;
  };
  expect(await warnings()).toEqual(["Texts go in fr, and it shows de-DE: set sync_options.language"]);
  await tenant.patch(`/connectors/${connector.id}`, { sync_options: { language: "de" } });
  expect(await warnings()).toEqual([]);
});

test("offers name the place that the connector does; one that the seller has not is said", async () => {
  const at = async (location_key: string) => {
    const { push, shop, adapter, api } = await openPlatform({
      ...ebay,
      credentials: { ...ebay.credentials, location_key },
    });
    const outcomes = await push([lamp("A")]);
    const made = shop.asked.find(({ path }) => path.endsWith("/bulk_create_offer"))?.text;
    return { outcomes, made, warnings: (await adapter.test(api))?.warnings };
  };
  expect((await at("home")).made).toContain('"merchantLocationKey":"home"');
  const { outcomes, warnings } = await at("shed");
  const why = "The seller has no inventory location shed: give location_key as one of home";
  expect(outcomes).toMatchObject([{ error: why }]);
  expect(warnings).toEqual([`No offer can be made: ${why}`]);
});

test("an order that changes while pages are read hides no other one", async () => {
  const all = Array.from({ length: 450 }, (_, place) => ({
    ...{
      orderId: `o-${place}`,
      creationDate: "2026-01-01T10:00:00.000Z",
      lastModifiedDate: "2026-01-01T10:00:00.000Z",
    },
    ...{ orderPaymentStatus: "PAID", lineItems: [{ lineItemId: "1", sku: "A", quantity: 1 }] },
  }));
  const { adapter, api } = await openPlatform(ebay, {
    when: ({ route }) => route === "GET /sell/fulfillment/v1/order",
    reply: ({ query }) => {
      const at = Number(query.get("offset"));
      const orders = all.slice(at, at + Number(query.get("limit")));
      // The oldest one is changed, and is the newest then.
      all.push(...all.splice(0, 1));
      return { json: { total: all.length, orders } };
    },
  });
  const seen = new Set<string>();
  const cursors: (string | null)[] = [null];
  for (const cursor of cursors) {
    const read = await adapter.orders?.(api, { sinceMs: 0, cursor });
    for (const { id } of read?.orders ?? []) seen.add(id);
    if (read?.next) cursors.push(read.next);
    expect(cursors.length).toBeLessThan(5);
  }
  expect(seen.size).toBe(450);
});
