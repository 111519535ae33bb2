import { expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { withTargets } from "../../workers/connectors/levels.ts";
import type { Way } from "../../workers/connectors/link.ts";
import { variedLamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { type Call, WHY } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import type { Reply } from "../doubles/shops.ts";

const platformOf = (id: string) =>
  [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES].find((platform) => platform.id === id) ?? expect.unreachable();

/** What the shops call the variants of a product, and the objects that some keep their stock as. */
const IDS = ["4441", "4442"] as const;
const STOCK_IDS = ["7771", "7772"] as const;

/** Two variants that are there: the stock of the first one has changed here. */
function moved(idOf = (id: string) => id, first = { stock: 9, stockFrom: 2 }): PushItem {
  const { variants, ...item } = variedLamp("SKU-1", { externalId: "4", externalItemId: "9" });
  const levels = [first, { stock: 5, stockFrom: 5 }];
  const known = variants.map((each, at) => ({ ...each, ...levels[at], externalId: idOf(IDS[at] ?? "") }));
  const ids = Object.fromEntries(known.map(({ variantId, externalId }) => [variantId, externalId]));
  return { ...item, variants: known, parts: { variants: ids, images: {} } };
}

interface Shop {
  idOf?: (id: string) => string;
  /** What it answers while it takes levels; `undefined`: nothing is to be said. */
  taken?: (call: Call) => Reply | undefined;
  refused?: (call: Call) => Reply | undefined;
}

const NO: Reply = { status: 422, json: { message: WHY } };
const isSet = ({ text }: Call) => text.includes("inventorySetQuantities(");
const shopifyAnswers = (userErrors: object[]) => (call: Call) => {
  if (isSet(call)) return { json: { data: { inventorySetQuantities: { userErrors } } } };
  const isOfPlace = call.text.includes("locations(");
  return { json: { data: isOfPlace ? { locations: { nodes: [{ id: "1" }] } } : { nodes: [] } } };
};
const wooAnswers = (more: object) => (call: Call) => {
  if (call.method === "GET") return { json: IDS.map((id) => ({ id: Number(id), sku: "" })) };
  return { json: { update: [{ id: Number(IDS[0]), ...more }] } };
};
const stocksOf = ({ method }: Call) => {
  // One of the second variant was sold there.
  const rows = IDS.map((id, at) => ({ id: STOCK_IDS[at], id_product_attribute: id, quantity: "4" }));
  return method === "GET" ? { json: { stock_availables: rows } } : undefined;
};

const variantsThere = ({ method, path }: Call) =>
  method === "GET" && path.includes("/V1/products?") ? { json: { items: IDS.map((sku) => ({ sku })) } } : undefined;

const SHOPS_WITH_VARIANTS: Record<string, Shop> = {
  woocommerce: { taken: wooAnswers({}), refused: wooAnswers({ error: { code: "no", message: WHY } }) },
  prestashop: { taken: stocksOf, refused: (call) => stocksOf(call) ?? NO },
  shopify: {
    idOf: (id) => `v${id} i${id}`,
    taken: shopifyAnswers([]),
    refused: shopifyAnswers([{ field: ["input", "quantities", "0"], message: WHY, code: "NO" }]),
  },
  shopware: {},
  bigcommerce: {},
  // It sets levels of products that it has not, too: so those are looked for first.
  magento: { taken: variantsThere, refused: (call) => variantsThere(call) ?? NO },
};

async function pushed(id: string, part: "taken" | "refused") {
  const shop = SHOPS_WITH_VARIANTS[id] ?? expect.unreachable();
  const opened = await openPlatform(platformOf(id), {
    when: (call) => platformOf(id).isToken?.(call) !== true,
    reply: (call) => shop[part]?.(call) ?? (part === "taken" ? { json: {} } : NO),
  });
  const outcomes = await opened.push([moved(shop.idOf)], "stock");
  const isToken = (path: string) => /token/.test(path);
  const writes = opened.shop.asked.filter(({ method, path }) => method !== "GET" && !isToken(path));
  return { outcomes, text: writes.map(({ path, text }) => path + text).join("\n") };
}

test.each(Object.keys(SHOPS_WITH_VARIANTS))(
  "%s: the level of a variant goes without those of the others, which may have been sold there meanwhile",
  async (id) => {
    const { outcomes, text } = await pushed(id, "taken");
    expect(outcomes).toMatchObject([{ externalId: "4" }]);
    expect(text).toMatch(/4441|7771/);
    expect(text).toContain("9");
    expect(text).not.toMatch(/4442|7772/);
  },
);

test.each(Object.keys(SHOPS_WITH_VARIANTS))(
  "%s: a level of a variant that is refused is an error of its product, so that it goes again",
  async (id) => {
    const { outcomes } = await pushed(id, "refused");
    expect(outcomes).toMatchObject([{ error: expect.stringContaining(WHY) }]);
  },
);

/** What each platform has of the first variant, which was sold from: 3, where we last agreed on 5. */
const SOLD: Record<string, Shop> = {
  woocommerce: {
    taken: ({ method }) =>
      method === "GET" ? { json: [{ id: Number(IDS[0]), stock_quantity: 3 }] } : { json: { update: [{ id: 4441 }] } },
  },
  prestashop: {
    taken: ({ method }) => {
      const row = { id: STOCK_IDS[0], id_product_attribute: IDS[0], quantity: "3" };
      return method === "GET" ? { json: { stock_availables: [row] } } : undefined;
    },
  },
  shopify: {
    idOf: (id) => `v${id} i${id}`,
    taken: (call) => {
      const nodes = [{ id: `i${IDS[0]}`, inventoryLevel: { quantities: [{ quantity: 3 }] } }];
      return call.text.includes("inventoryLevel(") ? { json: { data: { nodes } } } : shopifyAnswers([])(call);
    },
  },
  shopware: {
    taken: ({ path }) => (path.includes("search/product") ? { json: { data: [{ id: IDS[0], stock: 3 }] } } : undefined),
  },
  bigcommerce: {
    taken: ({ method }) => (method === "GET" ? { json: { data: [{ id: 4441, inventory_level: 3 }] } } : undefined),
  },
  magento: {
    taken: ({ method }) => (method === "GET" ? { json: { items: [{ sku: IDS[0], quantity: 3 }] } } : undefined),
  },
  squarespace: {
    taken: ({ method }) =>
      method === "GET" ? { json: { inventory: [{ variantId: IDS[0], quantity: 3 }] } } : undefined,
  },
  ebay: {
    taken: ({ path }) => {
      const inventoryItem = { availability: { shipToLocationAvailability: { quantity: 3 } } };
      const answer = { sku: IDS[0], statusCode: 200, ...(path.includes("bulk_get") && { inventoryItem }) };
      return { json: { responses: [answer] } };
    },
  },
};

/** Those that get the difference itself. */
const DIFFERENCES: Record<string, RegExp> = {
  squarespace: /"incrementOperations".*\b27\b/,
  woocommerce: /"inventory_delta":27\b/,
};

test.each(Object.keys(SOLD))(
  "%s: what was sold there of the variant that moves stays sold: the difference is applied to what is there",
  async (id) => {
    const shop = SOLD[id] ?? expect.unreachable();
    const platform = platformOf(id);
    const { adapter, api, ...opened } = await openPlatform(platform, {
      when: (call) => platform.isToken?.(call) !== true,
      reply: (call) => shop.taken?.(call) ?? { json: {} },
    });
    const way = { adapter, api, openLines: async () => [] } as unknown as Way;
    const targets = await withTargets(way, [moved(shop.idOf, { stock: 33, stockFrom: 6 })]);
    const reads = opened.shop.asked.length;
    expect(await opened.push(targets, "stock")).toMatchObject([{ externalId: "4" }]);
    expect(opened.shop.asked.length).toBeGreaterThan(reads);
    const { text = "" } = opened.shop.asked.at(-1) ?? {};
    expect(text).toMatch(/\b(?:i?4441|7771)\b/);
    expect(text).toMatch(DIFFERENCES[id] ?? /\b30\b/);
    if (id === "shopify") expect(text).toContain('"changeFromQuantity":3');
    expect(opened.shop.asked.map((each) => each.text).join()).not.toMatch(/4442|7772|\b33\b/);
  },
);

test("Shopify gets at most 250 levels of variants in a request, and none is left out", async () => {
  const { push, shop } = await openPlatform(platformOf("shopify"), { when: () => true, reply: shopifyAnswers([]) });
  const item = moved((id) => `v${id} i${id}`);
  const many = Array.from({ length: 130 }, (_, place) => ({
    ...item,
    variants: item.variants.map((each) => ({ ...each, externalId: `${each.externalId}-${place}`, stock: 8 })),
  }));
  await push(many, "stock");
  const sets = shop.asked
    .filter((call) => isSet(call as Call))
    .map(({ text }) => text.match(/"inventoryItemId"/g)?.length);
  expect(sets.map((count = 0) => count <= 250)).not.toContain(false);
  expect(sets.reduce((sum = 0, count = 0) => sum + count, 0)).toBe(260);
});

test("where a variant of PrestaShop is sold between the look and the change, that stays sold, too", async () => {
  const left = ["3", "2"];
  const { adapter, api, push, shop } = await openPlatform(platformOf("prestashop"), {
    when: () => true,
    reply: ({ method }) => {
      const row = { id: STOCK_IDS[0], id_product_attribute: IDS[0], quantity: left.shift() };
      return { json: method === "GET" ? { stock_availables: [row] } : {} };
    },
  });
  const way = { adapter, api, openLines: async () => [] } as unknown as Way;
  await push(await withTargets(way, [moved(undefined, { stock: 33, stockFrom: 6 })]), "stock");
  expect(shop.asked.at(-1)?.text).toContain("<quantity><![CDATA[29]]></quantity>");
});

test("what a shop is still to hold for orders moves no variant, and is part of the level of one that has moved", async () => {
  const items = [{ item_id: 1, sku: "4441", qty_ordered: 7, product_type: "simple" }];
  const orders = { items: [0, 1].map((id) => ({ entity_id: id, state: "new", items })), total_count: 2 };
  const { adapter, api } = await openPlatform(platformOf("magento"), {
    when: () => true,
    reply: () => ({ json: orders }),
  });
  const item = moved();
  const lineOf = ({ variantId }: { variantId: string }, at: number) => ({
    ...{ orderId: String(at), lineId: "1", taken: 7, productId: item.productId, variantId },
  });
  const way = { adapter, api, openLines: async () => item.variants.map(lineOf) } as unknown as Way;
  const [target = expect.unreachable()] = await withTargets(way, [item]);
  expect(target.variants).toMatchObject([
    { stock: 16, stockFrom: 9 },
    { stock: 5, stockFrom: 5 },
  ]);
});
