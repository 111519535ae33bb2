import { expect, test } from "bun:test";
import { applyPulled } from "../../src/connectors/engine/pull/apply-pulled.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Platform } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { services } from "../harness.ts";
import { openVariedCatalog } from "./varied-catalog.ts";
import { wooShop } from "./woo-shirt.ts";

/** Numbers that nothing else of a request holds. */
const STOCK = 98_765;
const OF_SMALL = 87_654;

const VARIANT: PushItem["variants"][number] = {
  ...{ variantId: "variant-S", externalId: null, sku: "SKU-77-S", ean: null, options: { Size: "S" }, stock: OF_SMALL },
  ...{ priceCents: 1_000, compareAtPriceCents: null, weight: null, image: null },
};

/** Which of the levels go with a new product that has one, or of which a variant has one. */
async function sentTo(double: Platform, known: Partial<PushItem>): Promise<number[]> {
  const found: number[] = [];
  const varied = { options: [{ name: "Size", values: ["S"] }], variants: [VARIANT] };
  for (const [level, item] of [
    [STOCK, lamp("SKU-77", { stock: STOCK, ...known })],
    [OF_SMALL, lamp("SKU-77", { stock: 0, ...varied, ...known })],
  ] as const) {
    const { push, shop } = await openPlatform(double);
    // Some doubles know no variants: what was asked by then counts.
    await push([item]).catch(() => undefined);
    if (shop.asked.some(({ method, text }) => method !== "GET" && text.includes(String(level)))) found.push(level);
  }
  return found;
}

const DOUBLES = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES];

test.each(DOUBLES.map((platform) => [platform.id, platform] as const))(
  "%s is sent no level of a new product whose stock is its own, nor of one whose stock is not among push_fields",
  async (_, double) => {
    expect(await sentTo(double, { isStockOfShop: true })).toEqual([]);
    expect(await sentTo(double, { sends: new Set(["name", "variants"]) })).toEqual([]);
  },
);

test("levels of both kinds are seen where they are ours", async () => {
  const seen = await Promise.all(DOUBLES.map(async (double) => [double.id, await sentTo(double, {})] as const));
  const both = seen.filter(([, levels]) => levels.length === 2).map(([id]) => id);
  expect(both).toEqual([
    ...["shopify", "magento", "bigcommerce", "wizishop", "squarespace", "shopware"],
    ...["amazon", "ebay", "manomano", "mirakl"],
  ]);
});

test("WooCommerce makes variations without a level where its stock is its own", async () => {
  const { levels, reply } = wooShop();
  const credentials = { store_url: "https://shop.example", consumer_key: "ck", consumer_secret: "cs" };
  const options = { stock_owner: "shop", default_tax_rate: 20 };
  const { sync, askedIn } = await openVariedCatalog("woocommerce", credentials, reply, options);
  const asked = await askedIn(async () => expect(await sync("push-products")).toMatchObject({ pushed: 1, errors: 0 }));
  expect([...levels]).toEqual([]);
  expect(asked.map(({ text }) => text).join()).not.toMatch(/stock_quantity|inventory_delta/);
});

test("levels of variants that came from a shop are known when the catalog owns them: none is sent for it", async () => {
  const { levels, reply } = wooShop();
  const credentials = { store_url: "https://shop.example", consumer_key: "ck", consumer_secret: "cs" };
  const options = { stock_owner: "shop", default_tax_rate: 20 };
  const given = await openVariedCatalog("woocommerce", credentials, reply, options);
  const { sync, askedIn, sku, tenant, connector, path, variantId } = given;
  await sync("push-products");
  const there = [sku("S"), sku("M")].map((code) => ({ externalId: code, sku: code, options: {}, stock: 70 }));
  for (const { sku: code } of there) levels.set(code, 70);
  const products = [{ externalId: "4", sku: null, variants: there }];
  const rules = { createsMissing: false, takesImages: false, fields: null };
  await services.write(applyPulled, tenant.id, { connectorId: connector.id, jobId: connector.id, products, rules });
  const ours = { ...options, stock_owner: "catalog" };
  expect((await tenant.patch(`/connectors/${connector.id}`, { sync_options: ours })).status).toBe(200);
  expect(await askedIn(() => sync("push-stock"))).toEqual([]);
  await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { stock: 72 });
  levels.set(sku("S"), 69);
  await sync("push-stock");
  expect([levels.get(sku("S")), levels.get(sku("M"))]).toEqual([71, 70]);
});
