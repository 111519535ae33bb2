import { expect, test } from "bun:test";
import type { PulledProduct } from "../../src/connectors/engine/pull/pulled-product.ts";
import { LISTING } from "../doubles/amazon-listing.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";

const EAN = "4006381333931";

/** The prices of a Shopware product: that of the catalog's currency is read, which stands second. */
const DOLLARS_AND_EUROS = [
  { currencyId: "9".repeat(32), gross: 14 },
  { currencyId: "d".repeat(32), gross: 12.5 },
];

/** How a platform answers of products by their ids, and what is read of it. */
const READS: Record<
  string,
  { ids: string[]; route: RegExp; json?: object; xml?: string; read: Partial<PulledProduct>; calls?: number }
> = {
  shopify: {
    ids: ["gid://shopify/Product/1", "gid://shopify/Product/2"],
    route: /graphql\.json$/,
    json: {
      data: {
        nodes: [
          {
            id: "gid://shopify/Product/1",
            title: "Lamp",
            vendor: "Lumen",
            descriptionHtml: "<p>A</p>",
            variants: { nodes: [{ id: "v", sku: "A", barcode: EAN, price: "12.50", inventoryQuantity: 4 }] },
          },
          null,
        ],
      },
    },
    read: { title: "Lamp", brand: "Lumen", description: "<p>A</p>", ean: EAN, sku: "A", priceCents: 1_250, stock: 4 },
  },
  shopware: {
    ids: ["a".repeat(32)],
    route: /search\/product$/,
    json: {
      data: [{ id: "a".repeat(32), productNumber: "A", name: "Lamp", ean: EAN, price: DOLLARS_AND_EUROS, stock: 4 }],
    },
    read: { title: "Lamp", ean: EAN, sku: "A", priceCents: 1_250, stock: 4 },
  },
  salesforce_commerce: {
    ids: ["A"],
    route: /product-search$/,
    json: { hits: [{ id: "A", name: { default: "Lamp" }, brand: "Lumen", ean: EAN, ats: 4 }] },
    read: { title: "Lamp", brand: "Lumen", ean: EAN, sku: "A", stock: 4 },
  },
  squarespace: {
    ids: Array.from({ length: 51 }, (_, index) => `p${index}`),
    route: /commerce\/products\/p\d/,
    json: {
      products: [{ id: "p0", name: "Lamp", variants: [{ sku: "A", pricing: { basePrice: { value: "12.50" } } }] }],
    },
    read: { title: "Lamp", sku: "A", priceCents: 1_250 },
    calls: 2,
  },
  ebay: {
    ids: Array.from({ length: 26 }, (_, index) => `A${index}`),
    route: /bulk_get_inventory_item$/,
    json: {
      responses: [
        {
          statusCode: 200,
          sku: "A0",
          inventoryItem: {
            product: { title: "Lamp", brand: "Lumen", ean: [EAN] },
            availability: { shipToLocationAvailability: { quantity: 4 } },
          },
        },
      ],
    },
    read: { externalId: "A0", title: "Lamp", brand: "Lumen", ean: EAN, stock: 4 },
    calls: 2,
  },
  cdiscount: {
    ids: Array.from({ length: 51 }, (_, index) => `A${index}`),
    route: /seller\/v2\/offers$/,
    json: { items: [{ sellerExternalReference: "A0", product: { gtin: EAN }, facialPrice: { price: 12.5 } }] },
    read: { externalId: "A0", ean: EAN, priceCents: 1_250 },
    calls: 2,
  },
  fnac_darty: {
    ids: ["A0"],
    route: /offers_query$/,
    xml: "<offer><offer_seller_id>A0</offer_seller_id><promotion><price>9</price></promotion><price>12.50</price><quantity>4</quantity></offer>",
    read: { externalId: "A0", priceCents: 1_250, stock: 4 },
  },
  manomano: {
    ids: Array.from({ length: 101 }, (_, index) => `A${index}`),
    route: /offer-information\/offers$/,
    json: { content: [{ sku: "A0", price: 12.5, stock: 4, offer_is_online: true }] },
    read: { externalId: "A0", priceCents: 1_250, stock: 4 },
    calls: 2,
  },
  mirakl: {
    ids: ["A0"],
    route: /api\/offers$/,
    json: {
      offers: [
        { shop_sku: "A0", product_title: "Lamp", product_brand: "Lumen", price: 12.5, quantity: 4 },
        { shop_sku: "other", product_title: "Chair", price: 3, quantity: 1 },
      ],
      total_count: 300,
    },
    read: { externalId: "A0", title: "Lamp", brand: "Lumen", priceCents: 1_250, stock: 4 },
  },
  wizishop: {
    ids: ["7", "8"],
    route: /\/products\/\d+$/,
    json: { id: 7, name: "Lamp", brand: "Lumen", ean13: EAN, sku: "A", price_tax_excluded: 12.083333, quantity: 4 },
    read: { externalId: "7", title: "Lamp", brand: "Lumen", ean: EAN, sku: "A", priceCents: 1_208.3333, stock: 4 },
    calls: 2,
  },
  amazon: {
    ids: Array.from({ length: 21 }, (_, index) => `A${index}`),
    route: /listings\/2021-08-01\/items\/s$/,
    json: { numberOfResults: 1, items: [LISTING] },
    read: { externalId: "A0", title: "Lamp", brand: "Lumen", ean: EAN, priceCents: 1_250, stock: 4 },
    calls: 2,
  },
};

const CASES = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES].filter(({ id }) => READS[id] !== undefined);

test.each(CASES)("$id: products are read by their ids, some a request", async (platform) => {
  const { ids, route, json, xml, read, calls = 1 } = READS[platform.id] ?? expect.unreachable();
  let isFirst = true;
  const isRead = (call: Call) => route.test(call.route);
  const { adapter, api, shop } = await openPlatform(platform, {
    when: isRead,
    reply: () => {
      const isThere = isFirst;
      isFirst = false;
      if (xml) return { text: `<offers_query_response status="OK">${isThere ? xml : ""}</offers_query_response>` };
      return { json: isThere ? json : { products: [], responses: [], items: [], hits: [], data: { nodes: [] } } };
    },
  });
  const found = (await adapter.read?.(api, ids, "en")) ?? expect.unreachable();
  expect(found).toMatchObject([read]);
  const asked = shop.asked.filter(({ method, path }) => route.test(`${method} ${path.split("?")[0]}`));
  expect(asked).toHaveLength(calls);
  // Each id is asked for once, in the address or the body.
  const text = asked.map((each) => decodeURIComponent(each.path) + each.text).join(" ");
  for (const id of ids) expect(text).toContain(id);
});
