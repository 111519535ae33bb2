import { expect, test } from "bun:test";
import type { PulledProduct } from "../../src/connectors/engine/pulled-product.ts";
import { LISTING } from "../doubles/amazon-listing.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";

const EAN = "4006381333931";

/** How a platform answers of products by their ids, and what is read of it. */
const READS: Record<
  string,
  { ids: string[]; route: RegExp; json: object; read: Partial<PulledProduct>; calls?: number }
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
      data: [{ id: "a".repeat(32), productNumber: "A", name: "Lamp", ean: EAN, price: [{ gross: 12.5 }], stock: 4 }],
    },
    read: { title: "Lamp", ean: EAN, sku: "A", priceCents: 1_250, stock: 4 },
  },
  salesforce_commerce: {
    ids: ["A"],
    route: /product-search$/,
    json: { hits: [{ id: "A", name: { default: "Lamp" }, brand: "Lumen", ean: EAN, inventory: { stockLevel: 4 } }] },
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
  const { ids, route, json, read, calls = 1 } = READS[platform.id] ?? expect.unreachable();
  let isFirst = true;
  const isRead = (call: Call) => route.test(call.route);
  const { adapter, api, shop } = await openPlatform(platform, {
    when: isRead,
    reply: () => {
      const none = { products: [], responses: [], items: [], hits: [], data: { nodes: [] } };
      const reply = isFirst ? { json } : { json: none };
      isFirst = false;
      return reply;
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
