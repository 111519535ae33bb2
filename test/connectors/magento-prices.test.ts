import { expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";

const platform = SHOPS.find(({ id }) => id === "magento") ?? expect.unreachable();

async function openMagento() {
  const { push, shop, adapter, api } = await openPlatform(platform);
  /** What was sent, as each request had it. */
  const sent = async (items: PushItem[], kind: "products" | "prices") => {
    const before = shop.asked.length;
    const outcomes = await push(items, kind);
    const asked = shop.asked.slice(before).filter(({ method }) => method !== "GET");
    return { outcomes, asked: asked.map(({ path, text }) => [path.split("/V1/")[1], JSON.parse(text)] as const) };
  };
  /** What a product costs there: without its reduction, and with it. */
  const costs = async (sku: string) => {
    const request = { method: "GET", url: `${api.credentials["base_url"]}/rest/all/V1/products` } as const;
    const { items } = (await api.request(request)).json() as { items: Record<string, unknown>[] };
    const { price, custom_attributes } = items.find((each) => each["sku"] === sku) ?? expect.unreachable();
    const own = (custom_attributes as { attribute_code: string; value: string }[]).find(
      (each) => each.attribute_code === "special_price",
    );
    return [price, own?.value];
  };
  return { sent, costs, adapter, api };
}

const REDUCED = { priceCents: 1_500, compareAtPriceCents: 2_000 };
const special = (sku: string, price: number) => ({ sku, store_id: 0, price, price_from: "", price_to: "" });

test("a reduced product is made with its regular price and a special one, which goes when it is reduced no more", async () => {
  const { sent, costs } = await openMagento();
  await sent([lamp("SKU-1", REDUCED)], "products");
  expect(await costs("SKU-1")).toEqual([20, "15"]);
  const there = { externalId: "SKU-1", priceCents: 1_700, wasReduced: true };
  await sent([lamp("SKU-1", there)], "products");
  expect(await costs("SKU-1")).toEqual([17, undefined]);
});

test("of a product that is there only the chosen fields are sent", async () => {
  const { sent, costs } = await openMagento();
  await sent([lamp("SKU-1", { priceCents: 1_700 })], "products");
  const chosen = { externalId: "SKU-1", title: "Another", weight: 9, sends: new Set(["description" as const]) };
  const { asked } = await sent([lamp("SKU-1", { ...REDUCED, ...chosen })], "products");
  const [[, { product }] = expect.unreachable()] = asked;
  expect(Object.keys(product)).toEqual(["sku", "extension_attributes", "custom_attributes"]);
  expect(await costs("SKU-1")).toEqual([17, undefined]);
});

test("a product that was never sent as reduced keeps a special price of the shop's own", async () => {
  const { sent, costs } = await openMagento();
  await sent([lamp("SKU-1", REDUCED)], "products");
  await sent([lamp("SKU-1", { externalId: "SKU-1", priceCents: 1_700 })], "products");
  expect(await costs("SKU-1")).toEqual([17, "15"]);
  const { asked } = await sent([lamp("SKU-1", { externalId: "SKU-1", priceCents: 1_800 })], "prices");
  expect(asked.map(([path]) => path)).toEqual(["products/base-prices"]);
  expect(await costs("SKU-1")).toEqual([18, "15"]);
});

test("a push of prices sets and removes special prices, many in one request", async () => {
  const { sent, costs } = await openMagento();
  const skus = Array.from({ length: 3 }, (_, place) => `SKU-${place}`);
  await sent(
    skus.map((sku) => lamp(sku)),
    "products",
  );
  const reduced = skus.map((sku) => lamp(sku, { ...REDUCED, externalId: sku }));
  const { outcomes, asked } = await sent(reduced, "prices");
  expect(outcomes.filter((each) => "error" in each)).toEqual([]);
  expect(asked).toEqual([
    ["products/base-prices", { prices: skus.map((sku) => ({ sku, store_id: 0, price: 20 })) }],
    ["products/special-price", { prices: skus.map((sku) => special(sku, 15)) }],
  ]);
  const restored = skus.map((sku) => lamp(sku, { priceCents: 1_900, externalId: sku, wasReduced: true }));
  expect((await sent(restored, "prices")).asked).toEqual([
    ["products/base-prices", { prices: skus.map((sku) => ({ sku, store_id: 0, price: 19 })) }],
    ["products/special-price-delete", { prices: skus.map((sku) => special(sku, 0)) }],
  ]);
  expect(await costs("SKU-2")).toEqual([19, undefined]);
});

test("a product that is not there is named, and the special prices of the others are set", async () => {
  const { sent, costs } = await openMagento();
  await sent([lamp("SKU-1")], "products");
  const items = ["SKU-1", "GONE"].map((sku) => lamp(sku, { ...REDUCED, externalId: sku }));
  const { outcomes } = await sent(items, "prices");
  expect(outcomes.map((each) => "error" in each && each.error)).toEqual([false, expect.stringContaining("GONE")]);
  expect(await costs("SKU-1")).toEqual([20, "15"]);
});

test("a variant has its own special price, and the product none", async () => {
  const { sent, costs } = await openMagento();
  const variant = (size: string, price: object) => ({
    ...{ variantId: size, externalId: null, sku: `SHIRT-${size}`, ean: null, options: { Size: size } },
    ...{ priceCents: 1_500, compareAtPriceCents: null, stock: 2, weight: 1, image: null },
    ...price,
  });
  const options = [{ name: "Size", values: ["S", "M"] }];
  const variants = [variant("S", REDUCED), variant("M", {})];
  await sent([lamp("SHIRT", { ...REDUCED, options, variants })], "products");
  expect(await costs("SHIRT-S")).toEqual([20, "15"]);
  expect(await costs("SHIRT-M")).toEqual([15, undefined]);
  expect(await costs("SHIRT")).toEqual([undefined, undefined]);
});

test("a pull takes what a product costs, unless the reduction ends", async () => {
  const attributes = (more: object) =>
    Object.entries(more).map(([attribute_code, value]) => ({ attribute_code, value }));
  const priceOf = async (more: object) => {
    const { adapter, api } = await openPlatform(platform, {
      when: () => true,
      reply: () => ({ json: { items: [{ id: 1, sku: "A", price: 20, custom_attributes: attributes(more) }] } }),
    });
    return (await adapter.read(api, ["A"], "en"))[0]?.priceCents;
  };
  expect(await priceOf({})).toBe(2_000);
  expect(await priceOf({ special_price: "15.000000", special_from_date: "2026-11-30 00:00:00" })).toBe(1_500);
  expect(await priceOf({ special_price: "15.000000", special_to_date: "2026-12-24 00:00:00" })).toBe(2_000);
});
