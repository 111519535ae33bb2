import { expect, test } from "bun:test";
import { member } from "../../src/connectors/engine/platform-values.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { type Fault, openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";

// What Magento 2.4.7-p3 did on 2026-12-01: see test/connectors/recorded/magento.ndjson.
const platform = SHOPS.find(({ id }) => id === "magento") ?? expect.unreachable();

/** A shop with a view in English and one in French. */
const VIEWS: Fault = {
  when: ({ route }) => route.endsWith("/V1/store/storeConfigs"),
  reply: () => ({
    json: [
      { code: "english", locale: "en_US" },
      { code: "french", locale: "fr_FR" },
    ],
  }),
};

const texts = (title: string) => ({
  ...{ title, description: `<p>${title}</p>`, shortDescription: "", seoTitle: "", seoDescription: "", slug: "" },
});
const spoken = (sku: string, more: Partial<PushItem> = {}) =>
  lamp(sku, { ...texts(`Lamp ${sku}`), language: "en", translations: { fr: texts(`Lampe ${sku}`) }, ...more });

async function open(fault?: Fault) {
  const { push, shop, adapter, api } = await openPlatform(platform, fault);
  const sent = () =>
    shop.asked.flatMap(({ method, path, text }) =>
      method === "GET" ? [] : [[method, decodeURIComponent(path.replace("/rest/", "")), JSON.parse(text)] as const],
    );
  return { push, shop, adapter, api, sent };
}

test("what a connector without a store view sends is so in all of them, and each other language has its texts", async () => {
  const { push, adapter, api, sent } = await open(VIEWS);
  expect(await adapter.languages?.(api)).toEqual(["en", "fr"]);
  await push([spoken("A")]);
  const puts = sent().filter(([method]) => method === "PUT");
  expect(puts.map(([, path]) => path)).toEqual(["all/V1/products/A", "french/V1/products/A"]);
  expect(puts[1]?.[2]).toEqual({
    product: {
      ...{ sku: "A", name: "Lampe A" },
      custom_attributes: [{ attribute_code: "description", value: "<p>Lampe A</p>" }],
    },
    saveOptions: true,
  });
});

test("the texts of many products go in one bulk request for each language", async () => {
  const { push, sent } = await open(VIEWS);
  const all = Array.from({ length: 101 }, (_, place) => spoken(`SKU-${place}`, { brand: null }));
  expect((await push(all)).filter((each) => "error" in each)).toEqual([]);
  const bulk = sent().map(([, path, bodies]) => [path, bodies.length]);
  expect(bulk).toEqual([
    ["all/async/bulk/V1/products", 101],
    ["french/async/bulk/V1/products", 101],
  ]);
});

test("texts that a store view does not take are named, and go again", async () => {
  const { push } = await open({
    when: ({ route }) => route.startsWith("PUT /rest/french") || VIEWS.when({ route } as never),
    reply: (call, real) =>
      call.method === "PUT" ? { status: 400, json: { message: "too long" } } : VIEWS.reply(call, real),
  });
  const remark = expect.stringMatching(/^The texts of the store view french were not taken: .*too long/);
  expect(await push([spoken("A")])).toMatchObject([{ externalId: "A", remarks: [remark], lacks: "variants" }]);
});

test("a brand is a value of the dropdown of manufacturers, where the shop keeps one", async () => {
  const { push, sent } = await open();
  await push([lamp("A"), lamp("B", { brand: "LUMEN" })]);
  const bodies = sent().filter(([method]) => method === "PUT");
  for (const [, , body] of bodies) {
    expect(member(body, "product", "custom_attributes")).toContainEqual({
      attribute_code: "manufacturer",
      value: "830",
    });
  }
  expect(sent().filter(([, path]) => path.endsWith("/options"))).toHaveLength(1);
});

test("a new product whose name is another's has its SKU in its address", async () => {
  const { push, sent } = await open();
  const named = { title: "Lamp", ean: null };
  expect(await push([lamp("A", named), lamp("B", named)])).toMatchObject([{ externalId: "A" }, { externalId: "B" }]);
  const last = sent().at(-1)?.[2];
  expect(member(last, "product", "custom_attributes")).toContainEqual({ attribute_code: "url_key", value: "lamp-b" });
  // In bulk it is known after the first try.
  const many = Array.from({ length: 102 }, (_, place) => lamp(`SKU-${place}`, place > 99 ? named : {}));
  expect((await push(many)).filter((each) => "error" in each)).toEqual([]);
  expect(sent().filter(([, path]) => /SKU-10[01]/.test(path))).toHaveLength(2);
});

test("a product is in the category that it has here, and no longer in the one before", async () => {
  const { push, sent } = await open();
  await push([lamp("A", { categoryIds: ["9", "7"] })]);
  const { product } = (sent().find(([method]) => method === "PUT") ?? expect.unreachable())[2];
  expect(product.custom_attributes).toContainEqual({ attribute_code: "category_ids", value: ["9"] });
  expect(product.extension_attributes).not.toHaveProperty("category_links");
});

test("a category of the highest level is made below the shop's own root", async () => {
  const { adapter, api, sent } = await open();
  await adapter.categories?.make(api, { name: "Lamps", parentId: null });
  expect(sent().map(([, path, body]) => [path, body])).toEqual([
    ["all/V1/categories", { category: { name: "Lamps", is_active: true, parent_id: 2 } }],
  ]);
});

test("a SKU with a comma is found", async () => {
  const { push, adapter, api } = await open();
  const items = [lamp("A,1", { ean: null }), lamp("B", { ean: null })];
  await push(items);
  const found = await adapter.find?.(api, items);
  expect(found?.map(({ externalId }) => externalId).toSorted()).toEqual(["A,1", "B"]);
});

test("the level of a product that was deleted there is not set, and its error says so", async () => {
  const { push, shop } = await open();
  await push([lamp("A")]);
  const known = ["A", "GONE"].map((sku) => lamp(sku, { externalId: sku }));
  expect(await push(known, "stock")).toMatchObject([{ externalId: "A" }, { isMissing: true }]);
  const levels = shop.asked.filter(({ path, method }) => method === "POST" && path.includes("source-items"));
  expect(levels.map(({ text }) => JSON.parse(text).sourceItems.map(({ sku }: { sku: string }) => sku))).toEqual([
    ["A"],
  ]);
});

test("pictures that are all others take the place of those before, and none is left where there are none here", async () => {
  const stored = (key: string) => ({
    ...{ key, url: null, alt: key },
    file: { key, name: `${key}.png`, contentType: "image/png", sizeBytes: 3 },
  });
  const { push, adapter, api, shop } = await openPlatform(platform, undefined, {
    readFile: async () => Buffer.from("PNG"),
  });
  const galleryOf = async () => {
    const request = { method: "GET", url: `${api.credentials["base_url"]}/rest/all/V1/products` } as const;
    const entries = member((await api.request(request)).json(), "items", 0, "media_gallery_entries");
    return (entries as { label: string }[]).map(({ label }) => label);
  };
  const [made = expect.unreachable()] = await push([lamp("A", { images: [stored("a"), stored("b")] })]);
  const parts = "parts" in made ? made.parts : undefined;
  expect(Object.keys(parts?.images ?? {})).toEqual(["a", "b"]);
  const known = lamp("A", { externalId: "A", ...(parts && { parts }) });
  const [other = expect.unreachable()] = await push([{ ...known, images: [stored("c"), stored("d")] }]);
  expect(await galleryOf()).toEqual(["c", "d"]);
  const now = "parts" in other ? other.parts : undefined;
  expect(Object.keys(now?.images ?? {})).toEqual(["c", "d"]);
  // Those that went in bulk have no ids here.
  await push([{ ...known, parts: { variants: {}, images: {} }, images: [stored("c")] }]);
  expect(await galleryOf()).toEqual(["c"]);
  await push([{ ...known, ...(now && { parts: now }), images: [] }]);
  expect(await galleryOf()).toEqual([]);
  expect(shop.asked.every(({ path }) => !path.includes("bulk"))).toBe(true);
  expect(adapter.bulk).toBeDefined();
});

test("a pull reads what can be sold: what the source has, without what is ordered and has not left", async () => {
  const item = (sku: string, more: object) => ({
    ...{ item_id: 1, sku, qty_ordered: 3, qty_invoiced: 0, qty_shipped: 1, qty_refunded: 0, qty_canceled: 0 },
    ...more,
  });
  const order = { entity_id: 9, state: "processing", created_at: "2026-12-01 10:00:00" };
  const items: Record<string, unknown[]> = {
    products: [
      { id: 1, sku: "A", name: "Lamp" },
      { id: 2, sku: "B", name: "Chair" },
    ],
    "inventory/source-items": [
      { sku: "A", quantity: 9 },
      { sku: "B", quantity: 4 },
    ],
    orders: [{ ...order, items: [item("A", {}), item("B", { item_id: 2, qty_refunded: 2 })] }],
  };
  const asked: string[] = [];
  const { adapter, api } = await open({
    when: () => true,
    reply: ({ route }) => {
      const name = route.split("/V1/")[1] ?? "";
      asked.push(name);
      return { json: { items: items[name] ?? [], total_count: 2 } };
    },
  });
  const page = await adapter.pull?.(api, { sinceMs: null, cursor: null });
  expect(page?.products).toMatchObject([
    { sku: "A", stock: 7 },
    { sku: "B", stock: 4 },
  ]);
  expect(asked).toEqual(["products", "products", "inventory/source-items", "orders"]);
});
