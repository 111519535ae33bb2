import { expect, test } from "bun:test";
import { PLATFORMS } from "../../src/connectors/engine/adapters.ts";
import { CAPABILITIES } from "../../src/connectors/engine/define-platform.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushKind } from "../../src/connectors/engine/push/push-outcome.ts";
import { lamp, picture } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { openShelf, type Platform } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { openShop } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { SMALL } from "../media/given-images.ts";
import { runOutside, servicesTo } from "./services-to.ts";
import { withTax } from "./with-tax.ts";

const DOUBLES: readonly Platform[] = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES];
const IMAGE = "imageword.png";
const CATEGORY = "47110815";
const item = (): PushItem =>
  lamp("SKU-77", {
    ...{ category: CATEGORY, categoryPath: [CATEGORY], categoryIds: [CATEGORY] },
    images: [picture(`https://images.example/${IMAGE}`)],
  });

/** A page of products with a level of 4, as each platform answers one that is pulled. */
const PAGES: Record<string, unknown> = {
  shopify: {
    data: {
      products: {
        nodes: [{ id: "1", title: "Lamp", variants: { nodes: [{ id: "v", sku: "A", inventoryQuantity: 4 }] } }],
        pageInfo: { hasNextPage: false },
      },
    },
  },
  woocommerce: [{ id: 1, sku: "A", name: "Lamp", type: "simple", stock_quantity: 4 }],
  prestashop: {
    products: [{ id: 4, reference: "A", name: "Lamp" }],
    stock_availables: [{ id: 9, id_product: "4", id_product_attribute: "0", quantity: "4" }],
  },
  magento: { items: [{ id: 1, sku: "A", name: "Lamp", quantity: 4 }], total_count: 1 },
  bigcommerce: { data: [{ id: 1, sku: "A", name: "Lamp", inventory_level: 4 }] },
  shopware: { data: [{ id: "a", productNumber: "A", name: "Lamp", stock: 4 }], total: 1 },
  squarespace: {
    products: [{ id: "p", type: "PHYSICAL", name: "Lamp", variants: [{ sku: "A", stock: { quantity: 4 } }] }],
    pagination: { hasNextPage: false },
  },
  // The list names ids, and each product is read by itself.
  wizishop: { pages: 1, results: [{ id: 1 }], id: 1, sku: "A", name: "Lamp", quantity: 4 },
  salesforce_commerce: { hits: [{ id: "A", name: { default: "Lamp" }, ats: 4 }], total: 1 },
  ebay: {
    inventoryItems: [
      { sku: "A", product: { title: "Lamp" }, availability: { shipToLocationAvailability: { quantity: 4 } } },
    ],
    total: 1,
  },
  mirakl: { offers: [{ shop_sku: "A", product_title: "Lamp", price: 12.5, quantity: 4 }], total_count: 1 },
  manomano: { content: [{ sku: "A", price: 12.5, stock: 4 }], pagination: { page: 1, pages: 1 } },
};
const FNAC_PAGE = `<offers_query_response status="OK"><token>t</token><total_paging>1</total_paging><offer>
  <product_name>Lamp</product_name><offer_seller_id>A</offer_seller_id><price>12.50</price><quantity>4</quantity></offer></offers_query_response>`;

/** Squarespace takes pictures by routes of their own. */
const UPLOADS = /\/v2\/commerce\/products\/\w+\/images/;

/** What is really sent to a platform, as its double sees it. */
async function sentTo(double: Platform): Promise<string[]> {
  const { push, shop } = await openPlatform(double, {
    when: ({ host, route }) => host === "images.example" || UPLOADS.test(route),
    reply: ({ host }) =>
      host === "images.example"
        ? { headers: { "content-type": "image/png" }, bytes: SMALL }
        : { json: { imageId: "i1", status: "READY" } },
  });
  const outcomes = await push([item()]);
  const known = outcomes.flatMap((each): PushItem[] => {
    if ("error" in each) return [];
    const { externalId, externalItemId = null } = each;
    return [{ ...item(), externalId, externalItemId, hasImages: true }];
  });
  const writes = shop.asked.filter(({ method }) => method !== "GET").map(({ text }) => text);
  const isPictured = writes.join().includes(IMAGE) || shop.asked.some(({ path }) => path.endsWith(IMAGE));
  const takes = async (kind: PushKind) => {
    const before = shop.asked.length;
    const sent = await push(known, kind);
    const isAsked = shop.asked.slice(before).some(({ method }) => method !== "GET");
    return isAsked && sent.length > 0 && sent.every((each) => !("error" in each));
  };
  return [
    ...(known.length > 0 ? ["push_products"] : []),
    ...((await takes("stock")) ? ["push_stock"] : []),
    ...((await takes("prices")) ? ["push_prices"] : []),
    ...(isPictured ? ["push_images"] : []),
    ...(writes.join().includes(CATEGORY) ? ["push_categories"] : []),
  ];
}

/** What is really read of a platform. */
async function readOf(double: Platform): Promise<string[]> {
  const { adapter, api } = await openPlatform(double, {
    when: (call) => double.isToken?.(call) !== true,
    reply: () => (double.id === "fnac_darty" ? { text: FNAC_PAGE } : { json: PAGES[double.id] }),
  });
  if (!adapter.pull) return [];
  const { products } = await adapter.pull(api, { sinceMs: null, cursor: null, language: "en" });
  expect(products[0]?.sku).toBe("A");
  return ["pull_products", ...(products[0]?.stock === 4 ? ["pull_stock"] : [])];
}

test.each(PLATFORMS.map((platform) => [platform.id, platform] as const))(
  "%s lists what is really sent and read, and all of it",
  async (id, { capabilities, webhook }) => {
    const double = DOUBLES.find((each) => each.id === id) ?? expect.unreachable();
    const seen = [...(await sentTo(double)), ...(await readOf(double)), ...(webhook ? ["receive_webhook"] : [])];
    expect([...capabilities]).toEqual(CAPABILITIES.filter((each) => seen.includes(each)));
  },
);

test("a platform that takes no prices is not sent any: a push says no error, and the second one makes no call", async () => {
  const double = DOUBLES.find(({ id }) => id === "salesforce_commerce") ?? expect.unreachable();
  const answer = double.answer(openShelf());
  const shop = await openShop((requests) => {
    const url = new URL(requests.path, "https://receiver.test");
    if (url.pathname.endsWith("access_token")) return { json: { access_token: "t", expires_in: 1_800 } };
    const body = /^[[{]/.test(requests.text) ? JSON.parse(requests.text) : undefined;
    return answer({
      ...requests,
      host: "",
      route: `${requests.method} ${url.pathname}`,
      query: url.searchParams,
      body,
    });
  });
  const there = servicesTo(shop.url);
  const tenant = await newTenant();
  await tenant.post("/products", { name: "Chair", reference: "CHAIR-1", price: 12.5 });
  const credentials = { ...double.credentials, instance_url: shop.url };
  const sent = { platform_id: double.id, name: "Shop", credentials };
  const path = `/connectors/${(await tenant.post("/connectors", withTax(sent))).body.id}`;
  const push = async (operation: string) => {
    const { status, body } = await tenant.post(`${path}/sync/${operation}`, {});
    await runOutside(there);
    return body.job_id ? (await tenant.get(`${path}/sync/jobs/${body.job_id}`)).body : { status };
  };
  expect(await push("push-products")).toMatchObject({ pushed: 1, errors: 0 });
  const before = shop.asked.length;
  expect(await push("push-products")).toMatchObject({ pushed: 0, errors: 0 });
  expect(shop.asked).toHaveLength(before);
  expect((await push("push-prices")).status).toBeGreaterThanOrEqual(400);
});
