import { expect, test } from "bun:test";
import type { Call } from "../doubles/platforms/platform.ts";
import { shopifyStore } from "../doubles/platforms/shopify-store.ts";
import { openShop, type Received } from "../doubles/shops.ts";
import { shopify } from "./deliveries.ts";
import { runOutside } from "./services-to.ts";
import { givenVaried } from "./varied-catalog.ts";

const callOf = (received: Received): Call => {
  const { pathname, searchParams: query } = new URL(received.path, "https://receiver.test");
  return { ...received, host: "", route: `${received.method} ${pathname}`, query, body: JSON.parse(received.text) };
};

/** A product with variants that a Shopify shop has got, which owns the stock. */
async function given(more = 0) {
  const store = shopifyStore();
  const secret = `hook-${crypto.randomUUID()}`;
  const shop = await openShop((received) => store.reply(callOf(received)));
  const credentials = { shop_url: shop.url, access_token: "token", webhook_secret: secret };
  const varied = await givenVaried("shopify", shop, { credentials, syncOptions: { stock_owner: "shop" } });
  const { tenant, path, variantOf, run, variantId } = varied;
  const added = Array.from({ length: more }, (_, place) => variantOf("Green", `${place}`, { image_url: null }));
  for (let at = 0; at < more; at += 50) await tenant.post(`${path}/bulk`, { variants: added.slice(at, at + 50) });
  expect(await run("push-products")).toMatchObject({ pushed: 1, errors: 0 });
  const [there = expect.unreachable()] = [...store.products.values()];
  const news = async () => {
    const { body } = await shopify(secret, JSON.stringify(store.echoes()[0]));
    await runOutside(varied.there);
    return body.status;
  };
  const read = async (sku: string) => (await tenant.get(`${path}/${await variantId(sku)}`)).body;
  return { ...varied, there, news, read };
}

test("S31.4 S31.10 news of a product name the price, the reduction and the level of each variant by its own SKU", async () => {
  const { there, news, read, code, asked } = await given();
  Object.assign(there.variants[1] ?? {}, { price: "15.00", compareAtPrice: "22.00", inventoryQuantity: 9 });
  Object.assign(there.variants[3] ?? {}, { inventoryQuantity: 4 });
  expect(await news()).toBe("accepted");
  expect(await read(`${code}-Red-M`)).toMatchObject({ price: 15, compare_at_price: 22, stock: 9 });
  expect(await read(`${code}-Blue-M`)).toMatchObject({ stock: 4 });
  expect(await read(`${code}-Blue-S`)).toMatchObject({ price: 18, compare_at_price: 25, stock: 0 });
  expect((await asked("push-stock")).routes).toEqual([]);
  expect(there.variants[1]).toMatchObject({ price: "15.00", compareAtPrice: "22.00", inventoryQuantity: 9 });
});

test("S31.10 of more than a hundred variants news have a part: the product is read", async () => {
  const { there, news, read, code, run } = await given(116);
  expect(there.variants).toHaveLength(120);
  Object.assign(there.variants.at(-1) ?? {}, { price: "7.00", inventoryQuantity: 8 });
  expect(await news()).toBe("accepted");
  expect(await read(`${code}-Green-115`)).toMatchObject({ price: 7, stock: 8 });
  Object.assign(there.variants.at(-1) ?? {}, { price: "6.00", compareAtPrice: "9.00" });
  expect(await run("pull-products")).toMatchObject({ updated: 1, errors: 0 });
  expect(await read(`${code}-Green-115`)).toMatchObject({ price: 6, compare_at_price: 9, stock: 8 });
});
