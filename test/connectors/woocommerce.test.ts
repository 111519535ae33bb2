import { expect, test } from "bun:test";
import { woocommerce as sender } from "../../src/connectors/adapters/woocommerce/platform.ts";
import { deliveryOf } from "../../src/connectors/inbound/effects.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";

const platform = [...SHOPS, ...MORE_SHOPS].find(({ id }) => id === "woocommerce") ?? expect.unreachable();

test("a pull reads texts as their owner typed them", async () => {
  const product = { id: 4, sku: "S", name: "Vis &amp; écrous", description: "<p>A</p>", brands: [{ name: "A&amp;B" }] };
  const { adapter, api, shop } = await openPlatform(platform, { when: () => true, reply: () => ({ json: [product] }) });
  const page = await adapter.pull?.(api, { sinceMs: null, cursor: null });
  expect(page?.products).toMatchObject([{ title: "Vis & écrous", description: "<p>A</p>", brand: "A&B" }]);
  expect(shop.asked[0]?.path).toContain("context=edit");
});

test("a pull reads what a product costs now; a sale with dates is the owner's", async () => {
  const priceOf = async (sale: object) => {
    const product = { id: 4, sku: "S", name: "Lamp", regular_price: "20.00", price: "15.00", ...sale };
    const { adapter, api } = await openPlatform(platform, { when: () => true, reply: () => ({ json: [product] }) });
    return (await adapter.pull?.(api, { sinceMs: null, cursor: null }))?.products[0]?.priceCents;
  };
  expect(await priceOf({ sale_price: "" })).toBe(2_000);
  expect(await priceOf({ sale_price: "15.00", date_on_sale_from: null, date_on_sale_to: null })).toBe(1_500);
  expect(await priceOf({ sale_price: "15.00", date_on_sale_to: "2026-12-24T00:00:00" })).toBe(2_000);
});

test("names in its webhooks have entities, those of others have none", () => {
  const webhook = sender.webhook ?? expect.unreachable();
  const titleOf = (hasEntities: boolean) => {
    const { hasEntities: _, ...plain } = webhook;
    const from = hasEntities ? webhook : plain;
    return deliveryOf(from, "product.updated", { id: 4, sku: "S", name: "Vis &amp; écrous" }).effect;
  };
  expect(titleOf(true)).toMatchObject({ product: { title: "Vis & écrous" } });
  expect(titleOf(false)).toMatchObject({ product: { title: "Vis &amp; écrous" } });
});

test("a webhook says what a product costs now, so that what we reduced is not raised by its echo", () => {
  const webhook = sender.webhook ?? expect.unreachable();
  const reduced = { id: 4, sku: "S", name: "Lamp", regular_price: "20.00", sale_price: "15.00", price: "15.00" };
  expect(deliveryOf(webhook, "product.updated", reduced).effect).toMatchObject({ product: { priceCents: 1_500 } });
});

test("a product in the bin is no product that was sent; one that is gone is named", async () => {
  const answered = { id: 4, status: "trash", permalink: "https://receiver.test/p" };
  const gone = { id: 5, error: { code: "woocommerce_rest_product_invalid_id", message: "Invalid ID." } };
  const { push } = await openPlatform(platform, {
    when: ({ route }) => route.endsWith("/products/batch"),
    reply: () => ({ json: { update: [answered, gone] } }),
  });
  const known = [lamp("SKU-1", { externalId: "4" }), lamp("SKU-2", { externalId: "5" })];
  expect(await push(known, "stock")).toMatchObject([
    { error: expect.stringContaining("bin of the shop (product 4)") },
    { isMissing: true, error: expect.stringContaining("no longer has its product 5") },
  ]);
});

test("a shop from before there were brands has the brand as an attribute", async () => {
  const { push, shop } = await openPlatform(platform, {
    when: ({ route }) => route.endsWith("/products/brands"),
    reply: () => ({ status: 404, json: { code: "rest_no_route" } }),
  });
  expect(await push([lamp("SKU-1")])).toMatchObject([{ externalId: expect.any(String) }]);
  const batch = shop.asked.find(({ path }) => path.endsWith("/products/batch"));
  expect(JSON.parse(batch?.text ?? "")).toMatchObject({
    create: [{ attributes: [{ name: "Brand", options: ["Lumen"] }] }],
  });
});

test("a brand that the shop will not make holds back no other product", async () => {
  const refusal = { code: "rest_invalid_param", message: "Invalid parameter(s): name" };
  const { push } = await openPlatform(platform, {
    when: ({ route }) => route.endsWith("/products/brands"),
    reply: ({ method, text }) => {
      if (method === "GET") return { json: [] };
      return text.includes("Bad") ? { status: 400, json: refusal } : { status: 201, json: { id: 7 } };
    },
  });
  const outcomes = await push([lamp("SKU-1"), lamp("SKU-2", { brand: "Bad" }), lamp("SKU-3")]);
  const errorOf = (sku: string) => {
    const found = outcomes.find(({ productId }) => productId === `product-${sku}`) ?? expect.unreachable();
    return "error" in found ? found.error : undefined;
  };
  expect(["SKU-1", "SKU-2", "SKU-3"].map(errorOf)).toEqual([undefined, "Invalid parameter(s): name", undefined]);
});
