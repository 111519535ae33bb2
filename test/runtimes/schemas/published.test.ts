import { expect, setDefaultTimeout, test } from "bun:test";
import path from "node:path";
import { EBAY } from "../../connectors/published/ebay.ts";
import { LISTING } from "../../doubles/amazon-listing.ts";
import { STORE_LINE, storeOrder } from "../../doubles/bigcommerce-store.ts";
import { MARKETPLACES } from "../../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../../doubles/platforms/open.ts";
import { MORE_SHOPS } from "../../doubles/platforms/shops-by-token.ts";
import { judgeByTypes } from "./judge-by-types.ts";
import { packed } from "./packed.ts";
import { bodiesOf, item, requestsOf, variedRequestsOf } from "./requests-of.ts";

/** The first time packages are fetched. */
setDefaultTimeout(180_000);

/** The description of 2021 that the types were made of lacks it: https://developer.bigcommerce.com/docs/rest-catalog/products */
const SINCE = "{ brand_name?: string }";
/** Of a variant that is made with its product it asks for ids that only answers have: CI's table judges those. */
const MADE = 'Omit<Api.definitions["product_Post"], "variants"> & { variants?: object[] }';
/** A change names what changes, a batch its products by id alone; that description asks for more. */
const BATCH = '(Partial<Api.definitions["product_Put_Collection"][number]> & { id: number })[]';

/** The description of 2021 knows one header by name; that of 2026 (bigcommerce/docs, reference/webhooks.v3.yml) any. */
const HOOK = 'Omit<Api.components["schemas"]["webhook_Base"], "headers"> & { headers: Record<string, string> }';

test("types of BigCommerce's published description take each body", async () => {
  const sent = await requestsOf("bigcommerce");
  const typed = (route: RegExp, type: string) => bodiesOf(sent, route).map((body): [string, unknown] => [type, body]);
  const bodies = [
    ...typed(/^POST .*\/products$/, `${MADE} & ${SINCE}`),
    ...typed(/^PUT .*\/products\/\d+$/, `Partial<Api.definitions["product_Put"]> & ${SINCE}`),
    ...typed(/^PUT .*\/products$/, BATCH),
  ];
  expect(bodies).toHaveLength(10);
  const generated = path.join(packed("@space48/bigcommerce-api"), "lib/internal/reference/generated");
  const module = path.join(generated, "catalog.v3.d.ts");
  expect(judgeByTypes(module, bodies)).toBe("");
  const hooks = [...typed(/^POST .*\/hooks$/, HOOK), ...typed(/^PUT .*\/hooks\/\d+$/, HOOK)];
  expect(hooks).toHaveLength(12);
  expect(judgeByTypes(path.join(generated, "webhooks.v3.d.ts"), hooks)).toBe("");
  const { consignments: _, ...order } = storeOrder(1, 11, [], "Mon, 01 Jan 2099 10:00:01 +0000");
  const answers: [string, unknown][] = [
    ['Partial<Api.components["schemas"]["order_Resp"]>', order],
    ['Partial<Api.components["schemas"]["orderProducts"]>', STORE_LINE],
  ];
  expect(judgeByTypes(path.join(generated, "orders.v2.oas2.d.ts"), answers)).toBe("");
  expect(judgeByTypes(module, [['Api.definitions["product_Post"]', { nothing: 1 }]])).toContain("error TS");
});

test("types of Amazon's published model of feeds take each body", async () => {
  const sent = await requestsOf("amazon");
  const bodies = [
    ...bodiesOf(sent, /\/documents$/).map((body): [string, unknown] => ["Api.CreateFeedDocumentSpecification", body]),
    ...bodiesOf(sent, /\/feeds$/).map((body): [string, unknown] => ["Api.CreateFeedSpecification", body]),
  ];
  expect(bodies).toHaveLength(10);
  expect(judgeByTypes(path.join(packed("@sp-api-sdk/feeds-api-2021-06-30"), "dist/index.js"), bodies)).toBe("");
  const listings = path.join(packed("@sp-api-sdk/listings-items-api-2021-08-01"), "dist/index.js");
  expect(judgeByTypes(listings, [["Api.ItemSearchResults", { numberOfResults: 1, items: [LISTING] }]])).toBe("");
  const searched = sent.filter(({ route }) => /^GET .*\/items\/s$/.test(route));
  expect(searched).toHaveLength(1);
});

test("types of Salesforce's published description take each product", async () => {
  const sent = await requestsOf("salesforce_commerce");
  const bodies = [
    ...bodiesOf(sent, /^PUT .*\/products\/[^/]+$/).map((body): [string, unknown] => ["Api.Product", body]),
    ...bodiesOf(sent, /^PATCH /).map((body): [string, unknown] => ["Partial<Api.Product>", body]),
    ...bodiesOf(sent, /product-search$/).map((body): [string, unknown] => ["Wire<Api.ProductSearchRequest>", body]),
  ];
  expect(bodies.length).toBeGreaterThanOrEqual(5);
  const varied = await variedRequestsOf("salesforce_commerce");
  const typed = (route: RegExp, type: string) =>
    bodiesOf(varied, route).map((body): [string, unknown] => [`Wire<Api.${type}>`, body]);
  const family = [
    ...typed(/^PUT .*\/variation-attributes\/[^/]+$/, "VariationAttribute"),
    ...typed(/^PUT .*\/variation-attributes\/[^/]+\/values\/[^/]+$/, "VariationAttributeValue"),
    ...typed(/^PUT .*\/variations\/[^/]+$/, "Variant"),
  ];
  expect(family.length).toBeGreaterThanOrEqual(5);
  bodies.push(...family);
  expect(judgeByTypes(path.join(packed("commerce-sdk"), "dist/products/models/index.d.ts"), bodies)).toBe("");
});

test("types of Salesforce's published description take each category, and each product that is put into one", async () => {
  const platform = MORE_SHOPS.find(({ id }) => id === "salesforce_commerce") ?? expect.unreachable();
  const { adapter, api, push, shop } = await openPlatform(platform);
  await adapter.categories?.list(api);
  await adapter.categories?.make(api, { name: "Lamps", parentId: "light" });
  await push([item("SKU-1", { categoryIds: ["light-lamps"] })]);
  const sent = shop.asked.map(({ method, path: asked, text }) => ({
    route: `${method} ${asked.split("?")[0]}`,
    body: /^{/.test(text) ? JSON.parse(text) : text,
  }));
  const typed = (route: RegExp, type: string) => bodiesOf(sent, route).map((body): [string, unknown] => [type, body]);
  const bodies = [
    ...typed(/category-search$/, "Wire<Api.CategorySearchRequest>"),
    ...typed(/^PUT .*\/categories\/[^/]+$/, "Api.Category"),
    ...typed(/^PUT .*\/categories\/[^/]+\/products\/[^/]+$/, "Api.CategoryProductAssignment"),
  ];
  expect(bodies).toHaveLength(3);
  expect(judgeByTypes(path.join(packed("commerce-sdk"), "dist/catalogs/models/index.d.ts"), bodies)).toBe("");
});

/** The description calls the map of aspects a text; its own documentation shows lists by name. */
const EBAY_ITEMS = `Omit<Schemas["BulkInventoryItem"], "requests"> & { requests: (Omit<Schemas["InventoryItemWithSkuLocale"], "product"> &
  { product: Omit<Schemas["Product"], "aspects"> & { aspects?: Record<string, string[]> } })[] }`;

const EBAY_GROUP =
  'Omit<Api.components["schemas"]["InventoryItemGroup"], "aspects"> & { aspects?: Record<string, string[]> }';

test("types of eBay's published description take each request, and are what the double answers", async () => {
  const platform = MARKETPLACES.find(({ id }) => id === "ebay") ?? expect.unreachable();
  const sent = await requestsOf("ebay");
  const typed = (route: RegExp, type: string) => bodiesOf(sent, route).map((body): [string, unknown] => [type, body]);
  const schema = (name: string) => `Api.components["schemas"]["${name}"]`;
  const bodies = [
    ...typed(/bulk_create_or_replace_inventory_item$/, EBAY_ITEMS.replaceAll("Schemas[", 'Api.components["schemas"][')),
    ...typed(/bulk_get_inventory_item$/, schema("BulkGetInventoryItem")),
    ...typed(/bulk_create_offer$/, schema("BulkEbayOfferDetailsWithKeys")),
    ...typed(/^PUT .*\/offer\//, schema("EbayOfferDetailsWithId")),
    ...typed(/bulk_publish_offer$/, schema("BulkOffer")),
    ...typed(/bulk_update_price_quantity$/, schema("BulkPriceQuantity")),
  ];
  expect(bodies).toHaveLength(11);
  const varied = await variedRequestsOf("ebay");
  const groups = [
    ...bodiesOf(varied, /^PUT .*inventory_item_group/).map((body): [string, unknown] => [EBAY_GROUP, body]),
    ...bodiesOf(varied, /publish_by_inventory_item_group$/).map((body): [string, unknown] => [
      schema("PublishByInventoryItemGroupRequest"),
      body,
    ]),
    ...bodiesOf(varied, /bulk_create_or_replace_inventory_item$/).map((body): [string, unknown] => [
      EBAY_ITEMS.replaceAll("Schemas[", 'Api.components["schemas"]['),
      body,
    ]),
  ];
  expect(groups).toHaveLength(5);
  const notified = [
    ...typed(/^(?:POST|PUT) .*notification\/v1\/destination(\/\w+)?$/, schema("DestinationRequest")),
    ...typed(/^POST .*notification\/v1\/subscription$/, schema("CreateSubscriptionRequest")),
    ...typed(/^PUT .*notification\/v1\/subscription\/\w+$/, schema("UpdateSubscriptionRequest")),
  ];
  expect(notified.length).toBeGreaterThanOrEqual(4);
  const { api, shop } = await openPlatform(platform);
  const inventory = "https://api.ebay.com/sell/inventory/v1";
  const answers: [string, unknown][] = [];
  const request = async (type: string, path: string, json?: unknown) => {
    const method = json === undefined ? "GET" : "POST";
    answers.push([schema(type), (await api.request({ method, url: `${inventory}/${path}`, json })).json()]);
  };
  const skus = { requests: [{ sku: "SKU-1" }] };
  await request("BulkInventoryItemResponse", "bulk_create_or_replace_inventory_item", skus);
  await request("BulkGetInventoryItemResponse", "bulk_get_inventory_item", skus);
  await request("BulkOfferResponse", "bulk_create_offer", skus);
  await request("BulkPublishResponse", "bulk_publish_offer", { requests: [{ offerId: "o-SKU-1" }] });
  await request("BulkPriceQuantityResponse", "bulk_update_price_quantity", skus);
  await request("Offers", "offer?sku=SKU-1");
  await request("LocationResponse", "location");
  await request("InventoryItems", "inventory_item");
  expect(shop.asked).toHaveLength(8);
  const specs = path.join(packed("ebay-api"), "dist/types/restful/specs");
  const module = path.join(specs, "sell_inventory_v1_oas3.js");
  expect(judgeByTypes(module, [...bodies, ...groups, ...answers])).toBe("");
  expect(judgeByTypes(path.join(specs, "commerce_notification_v1_oas3.js"), notified)).toBe("");
  expect(judgeByTypes(module, [[schema("BulkOffer"), { requests: [{ sku: "a" }] }]])).toContain("error TS");
});

test("each address of CI's table of eBay is in eBay's published description", async () => {
  const specs = path.join(packed("ebay-api"), "dist/types/restful/specs");
  const routes = EBAY.trim()
    .split("\n")
    .filter((line) => !line.includes("/identity/"));
  expect(routes.length).toBeGreaterThan(30);
  for (const route of routes) {
    const [, family, api, place = ""] = /^ *\w+ \/(\w+)\/(\w+)\/v1(\/\S+)/.exec(route) ?? [];
    const spec = await Bun.file(path.join(specs, `${family}_${api}_v1_oas3.d.ts`)).text();
    const known = [...spec.matchAll(/^ {4}"(\/[^"]+)": \{$/gm)].map(([, each = ""]) =>
      each.replaceAll(/\{\w+\}/g, "{}"),
    );
    expect(known).toContain(place.replaceAll(/\{\w+\}/g, "{}"));
  }
});
