import { expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { withTargets } from "../../workers/connectors/levels.ts";
import type { Way } from "../../workers/connectors/link.ts";
import { variedLamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { type Call, WHY } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import type { Reply } from "../doubles/shops.ts";
import { openVariedCatalog } from "./varied-catalog.ts";

const platformOf = (id: string) =>
  [...SHOPS, ...MORE_SHOPS].find((platform) => platform.id === id) ?? expect.unreachable();

/** What the shops call the variants of a product, and the objects that some keep their stock as. */
const IDS = ["4441", "4442"] as const;
const STOCK_IDS = ["7771", "7772"] as const;

/** Two variants that are there: the stock of the first one has changed here. */
function moved(idOf = (id: string) => id): PushItem {
  const { variants, ...item } = variedLamp("SKU-1", { externalId: "4", externalItemId: "9" });
  const levels = [
    { stock: 9, stockFrom: 2 },
    { stock: 5, stockFrom: 5 },
  ];
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
  magento: {},
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

/** A WooCommerce shop that keeps the levels of variations; those of `refuses` it does not take. */
function wooShop() {
  const levels = new Map<string, number>();
  const skus = new Map<number, string>();
  const refuses = new Set<string>();
  const take = (id: number, fields: Record<string, unknown>) => {
    const sku = skus.get(id) ?? "";
    if (refuses.has(sku)) return { id, error: { code: "no", message: WHY } };
    if (fields["stock_quantity"] !== undefined) levels.set(sku, Number(fields["stock_quantity"]));
    return { id };
  };
  const rowsIn = (body: unknown, part: string) => (Object(body)[part] ?? []) as Record<string, unknown>[];
  const reply = ({ route, body, method }: Call): Reply => {
    if (route.endsWith("/products/batch")) {
      return { json: { create: rowsIn(body, "create").map(() => ({ id: 4 })), update: rowsIn(body, "update") } };
    }
    if (route.endsWith("/variations")) return { json: [...skus].map(([id, sku]) => ({ id, sku })) };
    // Terms, such as the brand, are made.
    if (!route.endsWith("/variations/batch")) return { json: method === "POST" ? { id: 1 } : [] };
    const create = rowsIn(body, "create").map((fields) => {
      const id = skus.size + 11;
      skus.set(id, String(fields["sku"]));
      return take(id, fields);
    });
    return { json: { create, update: rowsIn(body, "update").map((fields) => take(Number(fields["id"]), fields)) } };
  };
  return { levels, refuses, reply };
}

test("what was sold there and not reported yet stays sold when another variant moves, and a refused level goes again", async () => {
  const { levels, refuses, reply } = wooShop();
  const credentials = { store_url: "https://shop.example", consumer_key: "ck", consumer_secret: "cs" };
  const options = { stock_owner: "catalog", default_tax_rate: 20 };
  const { sync, sku, tenant, path, variantId, askedIn } = await openVariedCatalog(
    "woocommerce",
    credentials,
    reply,
    options,
  );
  expect(await sync("push-products")).toMatchObject({ errors: 0 });
  expect([...levels]).toEqual([
    [sku("S"), 2],
    [sku("M"), 5],
  ]);
  levels.set(sku("M"), 4);
  await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { stock: 9 });
  refuses.add(sku("S"));
  expect(await sync("push-stock")).toMatchObject({ errors: 1 });
  expect([...levels.values()]).toEqual([2, 4]);
  refuses.clear();
  const asked = await askedIn(async () => expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 }));
  expect(asked.map(({ route }) => route.replace(/.*products/, ""))).toEqual(["/4/variations", "/4/variations/batch"]);
  expect([...levels.values()]).toEqual([9, 4]);
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
  const [target = expect.unreachable()] = await withTargets(way, [item], new Set());
  expect(target.variants).toMatchObject([
    { stock: 16, stockFrom: 9 },
    { stock: 12, stockFrom: 12 },
  ]);
});
