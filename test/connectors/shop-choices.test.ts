import { expect, test } from "bun:test";
import { factsOf as magentoFacts } from "../../src/connectors/adapters/magento/magento-facts.ts";
import { factsOf as shopwareFacts } from "../../src/connectors/adapters/shopware/shopware-facts.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Platform } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";

test("Shopware's currencies, taxes, languages and categories can be chosen from", async () => {
  const data: Record<string, unknown[]> = {
    "search/currency": [{ id: "c", isoCode: "EUR", name: "Euro" }],
    "search/tax": [{ id: "t1", name: "Standard rate", taxRate: 19 }],
    "search/language": [{ id: "l1", name: "Deutsch" }],
    "search/category": [{ id: "k1", name: "Home" }],
  };
  const { choices } = await shopwareFacts(async (path) => ({ data: data[path] }));
  expect(choices).toEqual({
    currencies: [{ id: "EUR", name: "Euro" }],
    taxes: [{ id: "t1", name: "Standard rate" }],
    languages: [{ id: "l1", name: "Deutsch" }],
    categories: [{ id: "k1", name: "Home" }],
  });
});

test("Magento's tax classes, currencies, sources and categories can be chosen from; what may not be read is left out", async () => {
  const answers: [string, unknown][] = [
    ["directory/currency", { base_currency_code: "EUR", available_currency_codes: ["EUR", "USD"] }],
    ["categories/list", { items: [{ id: 7, name: "Light" }] }],
    ["store/storeConfigs", [{ locale: "fr_FR" }, { locale: "fr_BE" }, { locale: "en_US" }]],
    ["products/attribute-sets/4/attributes", [{ attribute_code: "sku" }, { attribute_code: "manufacturer" }]],
    ["taxClasses/search", { items: [{ class_id: 2, class_name: "Taxable Goods", class_type: "PRODUCT" }] }],
  ];
  const { choices, warnings } = await magentoFacts(async (path) => {
    const known = answers.find(([name]) => path.startsWith(name));
    if (!known) throw new PlatformError("credentials", "403");
    return known[1];
  });
  expect(choices).toEqual({
    // The one that prices are kept in: the others are made from it.
    currencies: [{ id: "EUR", name: "EUR" }],
    languages: ["fr", "en"].map((id) => ({ id, name: id })),
    taxes: [{ id: "2", name: "Taxable Goods" }],
    locations: [],
    categories: [{ id: "7", name: "Light" }],
  });
  expect(warnings).toEqual([expect.stringContaining("no attribute ean")]);
  await expect(magentoFacts(() => Promise.reject(new PlatformError("unreachable", "away")))).rejects.toThrow("away");
});

/** A platform that answers so, by the end of an address; all else is not there. */
async function openWith(platform: Platform, answers: Readonly<Record<string, object>>) {
  const { adapter, api } = await openPlatform(platform, {
    when: ({ route }) => platform.isToken === undefined || !/token/.test(route),
    reply: ({ route }) => {
      const known = Object.entries(answers).find(([end]) => route.endsWith(end));
      return known ? { json: known[1] } : { status: 404, json: {} };
    },
  });
  return { adapter, api };
}
const ALL = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES];
const platformOf = (id: string) => ALL.find((platform) => platform.id === id) ?? expect.unreachable();

test("BigCommerce's currencies and categories can be chosen from, and its products are read by their ids", async () => {
  const product = { id: 4, sku: "A", name: "Lamp", price: 12.5, inventory_level: 3, upc: "4006381333931" };
  const { adapter, api } = await openWith(platformOf("bigcommerce"), {
    "catalog/summary": { data: {} },
    "v2/currencies": [{ currency_code: "EUR", name: "Euro" }],
    "catalog/categories": { data: [{ id: 7, name: "Light" }] },
    "catalog/products": { data: [product] },
    "v2/store": { id: "a", is_price_entered_with_tax: true },
  });
  expect(await adapter.test(api)).toEqual({
    choices: { currencies: [{ id: "EUR", name: "Euro" }], categories: [{ id: "7", name: "Light" }] },
    priceTax: "included",
    warnings: [expect.stringContaining("may not read orders")],
  });
  expect(await adapter.read?.(api, ["4"], "en")).toMatchObject([
    { externalId: "4", sku: "A", title: "Lamp", priceCents: 1_250, stock: 3, ean: "4006381333931" },
  ]);
});

test("Magento's products are read by their SKUs", async () => {
  const { adapter, api } = await openWith(platformOf("magento"), {
    "V1/products": { items: [{ sku: "A", name: "Lamp", price: 12.5 }] },
  });
  expect(await adapter.read?.(api, ["A"], "en")).toMatchObject([{ externalId: "A", title: "Lamp", priceCents: 1_250 }]);
});

test("eBay's places can be chosen from; what an offer would lack is said", async () => {
  const places = { locations: [{ merchantLocationKey: "k", name: "Paris" }] };
  const policies = Object.fromEntries(
    ["fulfillment", "payment", "return"].map((kind) => [
      `${kind}_policy`,
      { [`${kind}Policies`]: [{ [`${kind}PolicyId`]: "1" }] },
    ]),
  );
  const ok = await openWith(platformOf("ebay"), { inventory_item: {}, location: places, order: {}, ...policies });
  const only = (id: string) => [{ id, name: id }];
  const choices = {
    ...{ currencies: only("EUR"), languages: only("fr-FR") },
    locations: [{ id: "k", name: "Paris" }],
  };
  expect(await ok.adapter.test(ok.api)).toEqual({ choices, warnings: [] });
  const { return_policy: _, ...some } = policies;
  const lacking = await openWith(platformOf("ebay"), {
    ...{ inventory_item: {}, location: places, order: {} },
    ...some,
    return_policy: {},
  });
  expect((await lacking.adapter.test(lacking.api))?.warnings).toEqual([
    expect.stringContaining("The seller has no return policy"),
  ]);
});

test("Mirakl's currencies, languages and categories can be chosen from, where the operator shows them", async () => {
  const named = (code: string, label: string) => [{ code, label }];
  const { adapter, api } = await openWith(platformOf("mirakl"), {
    "/account": { shop_id: 5, currency_iso_code: "EUR" },
    "/offers": { offers: [], total_count: 0 },
    "/platform/configuration": { features: { order_tax_mode: "TAX_EXCLUDED" } },
    // The shop has one of them.
    "/currencies": { currencies: [...named("EUR", "Euro"), ...named("USD", "US dollar")] },
    "/locales": { locales: named("fr_FR", "Français") },
    "/hierarchies": { hierarchies: named("LAMPS", "Lamps") },
    "/orders": { orders: [], total_count: 0 },
  });
  expect(await adapter.test(api)).toEqual({
    priceTax: "excluded",
    choices: {
      currencies: [{ id: "EUR", name: "Euro" }],
      languages: [{ id: "fr_FR", name: "Français" }],
      categories: [{ id: "LAMPS", name: "Lamps" }],
    },
    warnings: [],
  });
  const closed = await openWith(platformOf("mirakl"), { "/account": { shop_id: 5 }, "/offers": { offers: [] } });
  const facts = await closed.adapter.test(closed.api);
  expect([facts?.choices.categories, facts?.priceTax]).toEqual([[], undefined]);
});

test("Amazon's marketplace says its currency and language, and when the seller does not sell there", async () => {
  const marketplace = { id: "A13V1IB3VIYZZH", defaultCurrencyCode: "EUR", defaultLanguageCode: "fr_FR" };
  const factsBy = async (participation: object) => {
    const payload = [{ marketplace, participation }];
    const { adapter, api } = await openWith(platformOf("amazon"), {
      marketplaceParticipations: { payload },
      "/items/s": { items: [] },
    });
    return adapter.test(api);
  };
  const sells = { isParticipating: true, hasSuspendedListings: false };
  expect(await factsBy(sells)).toEqual({
    choices: { currencies: [{ id: "EUR", name: "EUR" }], languages: [{ id: "fr_FR", name: "fr_FR" }] },
    warnings: [],
  });
  expect((await factsBy({ ...sells, hasSuspendedListings: true }))?.warnings).toEqual([
    expect.stringContaining("suspended"),
  ]);
  expect((await factsBy({ ...sells, isParticipating: false }))?.warnings).toEqual([
    expect.stringContaining("does not sell on A13V1IB3VIYZZH"),
  ]);
});

/** What a test proves that a credential may write by, and what it says where it may not. */
const WRITES: [id: string, route: RegExp, says: string][] = [
  ["magento", /^POST .*\/V1\/products$/, "may not write products"],
  ["magento", /^POST .*\/V1\/inventory\/source-items$/, "may not write stock"],
  ["bigcommerce", /^PUT .*\/catalog\/products$/, "may only read products"],
  ["squarespace", /^POST .*\/products\/0$/, "may not write products"],
  ["ebay", /^POST .*\/bulk_update_price_quantity$/, "may only read the inventory"],
  ["amazon", /^GET .*\/items\/s$/, "403"],
  ["cdiscount", /^PATCH .*\/offer-packages\/0$/, "may not write offers"],
  ["manomano", /^PATCH .*\/offer-information\/offers$/, "may not change offers"],
  ["mirakl", /^POST .*\/offers\/imports$/, "may not import offers or products"],
  ["mirakl", /^POST .*\/products\/imports$/, "may not import offers or products"],
  ["wizishop", /^PUT .*\/products\/0$/, "may not write products"],
];
test.each(WRITES)(
  "%s is asked by %p whether the credentials may write, and no product is made",
  async (id, route, says) => {
    const platform = platformOf(id);
    const ok = await openPlatform(platform);
    await ok.adapter.test(ok.api);
    const asked = ok.shop.asked.map(({ method, path }) => `${method} ${path.split("?")[0]}`);
    expect([asked.filter((each) => route.test(each)).length, ok.shelf.products.size]).toEqual([1, 0]);
    const lacks = {
      when: (call: { route: string }) => route.test(call.route),
      reply: () => ({ status: 403, json: {} }),
    };
    const bad = await openPlatform(platform, lacks);
    const refused = { reason: "credentials", message: expect.stringContaining(says) };
    await expect(bad.adapter.test(bad.api)).rejects.toMatchObject(refused);
  },
);

test("Shopware is asked by a number that it has whether the integration may write, and nothing is changed", async () => {
  const platform = platformOf("shopware");
  const ok = await openPlatform(platform);
  const syncs = () => ok.shop.asked.filter(({ path }) => path.includes("_action/sync"));
  await ok.adapter.test(ok.api);
  // It has no product whose number could be asked for.
  expect(syncs()).toEqual([]);
  await ok.push([lamp("SKU-1")]);
  const [before, sent] = [[...ok.shelf.products], syncs().length];
  await ok.adapter.test(ok.api);
  expect([syncs().length - sent, [...ok.shelf.products]]).toEqual([1, before]);
  expect(JSON.parse(syncs().at(-1)?.text ?? "")).toMatchObject([
    {
      entity: "product",
      action: "upsert",
      payload: [{ productNumber: "SKU-1" }, { productNumber: "SKU-1", stock: 0 }],
    },
  ]);
  const bad = await openPlatform(platform, {
    when: ({ path, text }) => path.includes("_action/sync") && text.includes("parentId"),
    reply: () => ({ status: 403, json: { errors: [{ code: "FRAMEWORK__MISSING_PRIVILEGE_ERROR" }] } }),
  });
  await bad.push([lamp("SKU-1")]);
  const message = expect.stringContaining("may not write products");
  await expect(bad.adapter.test(bad.api)).rejects.toMatchObject({ reason: "credentials", message });
});

test("Fnac Darty says that writing is not proved", async () => {
  const { adapter, api } = await openPlatform(platformOf("fnac_darty"));
  expect((await adapter.test(api))?.warnings).toEqual([expect.stringContaining("not known before the first push")]);
});

const ORDERS: [id: string, route: RegExp][] = [
  ["cdiscount", /\/seller\/v2\/orders$/],
  ["manomano", /\/orders\/v1\/orders$/],
  ["wizishop", /\/shops\/s1\/orders$/],
  ["mirakl", /^GET \/api\/orders$/],
  ["fnac_darty", /orders_query$/],
];
test.each(ORDERS)("%s: credentials that may not read orders (%p) are a warning", async (id, route) => {
  const warned = async (status: number) => {
    const { adapter, api } = await openPlatform(platformOf(id), {
      when: (call) => status >= 400 && route.test(call.route),
      reply: () => ({ status, json: {} }),
    });
    const warnings = (await adapter.test(api))?.warnings ?? [];
    return warnings.filter((text) => text.includes("may not read orders")).length;
  };
  expect([await warned(200), await warned(403)]).toEqual([0, 1]);
});
