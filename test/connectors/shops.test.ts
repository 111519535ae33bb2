import { describe, expect, test } from "bun:test";
import type { Adapter } from "../../src/connectors/engine/adapter.ts";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushKind } from "../../src/connectors/engine/push/push-outcome.ts";
import { openApi } from "../../src/connectors/engine/requests/api.ts";
import type { Outbound } from "../../src/outbound/outbound.ts";
import { BLANK } from "../doubles/platforms/lamp.ts";
import { bigcommerce, magento, prestashop, type ShopApi, squarespace, wizishop } from "../doubles/shop-apis.ts";
import { salesforceCommerce, shopify, shopware } from "../doubles/shop-apis-by-token.ts";
import { openShop } from "../doubles/shops.ts";
import { testOutbound } from "../outbound/names.ts";

const SHOPS: [string, ShopApi][] = [
  ["shopify", shopify],
  ["prestashop", prestashop],
  ["magento", magento],
  ["bigcommerce", bigcommerce],
  ["shopware", shopware],
  ["wizishop", wizishop],
  ["squarespace", squarespace],
  ["salesforce_commerce", salesforceCommerce],
];

const item = (number: 1 | 2, isKnown: boolean): PushItem => ({
  ...BLANK,
  productId: `p${number}`,
  externalId: isKnown ? String(number) : null,
  externalItemId: isKnown ? `v${number}` : null,
  ean: null,
  sku: `REF-${number}`,
  title: "Chair",
  description: "<p>Oak</p>",
  brand: "Oakline",
  category: null,
  priceCents: 1250,
  currency: "EUR",
  taxRate: 20,
  stock: 3,
  weight: 1.5,
});

/** What platforms call the variant and the stock of a product, where they have names of their own for them. */
const ITEM_IDS: Record<string, (number: 1 | 2) => string> = {
  shopify: (number) => `v${number} i${number}`,
  wizishop: (number) => `REF-${number}`,
};

/** A way to a shop on this machine that speaks as the platform does. `isBusy`: its first answer is 429. */
async function given(id: string, platform: ShopApi, { secret = "", isBusy = false } = {}) {
  let isFirst = isBusy;
  const shop = await openShop((requests) => {
    if (isFirst) {
      isFirst = false;
      return { status: 429, headers: { "retry-after": "0" }, json: {} };
    }
    if (!platform.isAllowed(requests)) return { status: 401, json: { error: "not you" } };
    const url = new URL(requests.path, "https://receiver.test");
    const body = /^[[{]/.test(requests.text) ? JSON.parse(requests.text) : undefined;
    return platform.reply({
      ...requests,
      route: `${requests.method} ${url.pathname}`,
      query: url.searchParams,
      body,
    });
  });
  const way = testOutbound();
  const request: Outbound["request"] = (text, sent) => {
    const url = new URL(text);
    if (!platform.hosts?.includes(url.hostname)) return way.request(text, sent);
    return way.request(`${shop.url}${url.pathname}${url.search}`, sent);
  };
  const credentials = Object.fromEntries(
    Object.entries(platform.credentials).map(([name, value]) => [name, value === "" ? shop.url : value]),
  );
  if (secret !== "") credentials[platform.secret] = secret;
  const api = openApi({ request }, credentials, AbortSignal.timeout(20_000), { waitFor: async () => undefined });
  const adapter: Adapter = await loadAdapter(id);
  const push = (kind: PushKind) => {
    const isKnown = kind !== "products";
    const named = (number: 1 | 2) => {
      const externalItemId = isKnown ? (ITEM_IDS[id]?.(number) ?? `v${number}`) : null;
      return { ...item(number, isKnown), externalItemId };
    };
    return adapter.push(api, kind, [named(1), named(2)]);
  };
  return { shop, api, adapter, push };
}

describe.each(SHOPS)("%s", (id, platform) => {
  test("S7.6 a test asks something that needs the credentials", async () => {
    const { adapter, api, shop } = await given(id, platform);
    await adapter.test(api);
    expect(shop.asked.length).toBeGreaterThan(0);
    const other = await given(id, platform, { secret: "wrong" });
    await expect(other.adapter.test(other.api)).rejects.toMatchObject({ name: "PlatformError", reason: "credentials" });
  });

  test("a platform that is busy is called again when it says so", async () => {
    const { adapter, api, shop } = await given(id, platform, { isBusy: true });
    const startedMs = performance.now();
    await adapter.test(api);
    expect(shop.asked[1]?.path).toBe(String(shop.asked[0]?.path));
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });

  test.each(["products", "stock", "prices"] as const)("one of two %s is refused, the other arrives", async (kind) => {
    const { push } = await given(id, platform);
    const outcomes = await push(kind);
    expect(outcomes.map(({ productId }) => productId).toSorted()).toEqual(["p1", "p2"]);
    const [first, second] = outcomes.toSorted((one, other) => one.productId.localeCompare(other.productId));
    expect(second).toMatchObject({ error: expect.any(String) });
    if (kind === "prices" && platform.takesPrices === false) expect(first).toHaveProperty("error");
    else expect(first).toMatchObject({ externalId: expect.stringMatching(/^(?:1|REF-1|[0-9a-f]{32})$/) });
  });

  test("a pull reads page after page", async () => {
    const { adapter, api } = await given(id, platform);
    const first = await adapter.pull?.(api, { sinceMs: null, cursor: null });
    expect(first?.products[0]).toMatchObject({ sku: "REF-1", title: "Chair", priceCents: 1250 });
    expect(first?.next).toEqual(expect.any(String));
    const second = await adapter.pull?.(api, { sinceMs: null, cursor: first?.next ?? null });
    expect(second?.products).toHaveLength(1);
    expect(second?.next).toBeNull();
  });
});
