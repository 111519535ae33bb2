import { expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { lamp, picture, variedLamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { SHOP_NAME, shopifyStore } from "../doubles/platforms/shopify-store.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";

const base = SHOPS.find(({ id }) => id === "shopify") ?? expect.unreachable();

/** A shop that keeps what it is sent, and the way to it. */
async function opened(...given: Parameters<typeof shopifyStore>) {
  const store = shopifyStore(...given);
  const platform = { ...base, answer: () => (call: Call) => store.reply(call) };
  const { push, adapter, api, shop } = await openPlatform(platform);
  const first = () => [...store.products.values()][0] ?? expect.unreachable();
  /** The products as they are known once these outcomes came. */
  const known = async (items: readonly PushItem[]) => {
    const outcomes = new Map((await push(items)).map((each) => [each.productId, each]));
    return items.map((item): PushItem => {
      const outcome = outcomes.get(item.productId);
      if (!outcome || "error" in outcome) throw new Error(JSON.stringify(outcome));
      const { externalId, externalItemId = null, parts = item.parts } = outcome;
      const variants = item.variants.map((each) => ({ ...each, externalId: parts.variants[each.variantId] ?? null }));
      return { ...item, externalId, externalItemId, parts, variants };
    });
  };
  return { ...store, push, adapter, api, shop, first, known };
}

const BLANK_TEXTS = { title: "", description: "", shortDescription: "", seoTitle: "", seoDescription: "", slug: "" };

/** A lamp in this number of sizes. */
const lampIn = (count: number, known: Partial<PushItem> = {}): PushItem => {
  const sizes = Array.from({ length: count }, (_, place) => `Size ${place}`);
  const variants = sizes.map((Size, place) => ({
    ...{ variantId: `v${place}`, externalId: null, sku: `L-${place}`, ean: null, options: { Size } },
    ...{ priceCents: 1_000 + place, compareAtPriceCents: null, stock: place % 7, weight: null, image: null },
  }));
  return lamp("L", { options: [{ name: "Size", values: sizes }], variants, ...known });
};

test.each([120, 2_048])("S31.7 S31.10 of %i variants all are made, known, read, priced and levelled", async (count) => {
  const { known, push, adapter, api, first } = await opened();
  const item = lampIn(count);
  const [made = expect.unreachable()] = await known([item]);
  expect(first().variants).toHaveLength(count);
  expect(Object.keys(made.parts.variants)).toHaveLength(count);
  const [read] = await adapter.read(api, [made.externalId ?? ""], "en");
  const page = await adapter.pull?.(api, { sinceMs: null, cursor: null });
  expect(page?.products).toEqual([read ?? expect.unreachable()]);
  expect(read?.variants?.map(({ sku, priceCents, stock }) => [sku, priceCents, stock])).toEqual(
    item.variants.map(({ sku, priceCents, stock }) => [sku, priceCents, stock]),
  );
  const variants = made.variants.map((each) => ({ ...each, stock: each.stock + 1, stockFrom: each.stock }));
  const dearer = variants.map((each) => ({ ...each, priceCents: (each.priceCents ?? 0) + 500 }));
  expect(await push([{ ...made, variants: dearer }], "stock")).toMatchObject([{ externalId: made.externalId }]);
  expect(await push([{ ...made, variants: dearer }], "prices")).toMatchObject([{ externalId: made.externalId }]);
  const last = first().variants.at(-1);
  expect([last?.inventoryQuantity, Number(last?.price)]).toEqual([((count - 1) % 7) + 1, (count + 1_499) / 100]);
  const before = first().variants.map(({ id }) => id);
  expect(await push([made])).toMatchObject([{ externalId: made.externalId }]);
  expect(first().variants.map(({ id }) => id)).toEqual(before);
});

test("S31.12 a hundred products go in queries of which none costs more than Shopify allows", async () => {
  const { known, push, products, adapter, api } = await opened();
  const images = [1, 2, 3].map((place) => picture(`https://images.example/${place}.jpg`));
  const all = Array.from({ length: 50 }, (_, place) => [
    lamp(`P-${place}`, { images, ean: null }),
    variedLamp(`V-${place}`, { productId: `varied-${place}` }),
  ]).flat();
  const made = await known(all);
  expect(products.size).toBe(100);
  for (const kind of ["products", "stock", "prices"] as const) {
    expect((await push(made, kind)).filter((each) => "error" in each)).toEqual([]);
  }
  expect(await adapter.show?.(api, made, false)).toHaveLength(100);
  let cursor: string | null = null;
  let pulled = 0;
  do {
    const page: Awaited<ReturnType<NonNullable<typeof adapter.pull>>> | undefined = await adapter.pull?.(api, {
      sinceMs: null,
      cursor,
    });
    pulled += page?.products.length ?? 0;
    cursor = page?.next ?? null;
  } while (cursor !== null);
  expect(pulled).toBe(100);
  expect(await adapter.find?.(api, all)).toHaveLength(100);
});

test("S31.7 variants that the owner has added or given another code stay; those that are gone here go", async () => {
  const { known, push, first } = await opened();
  const [made = expect.unreachable()] = await known([lampIn(3)]);
  const [one, two] = first().variants;
  const added = structuredClone(one ?? expect.unreachable());
  first().variants.push({
    ...added,
    id: "gid://shopify/ProductVariant/900",
    sku: "OWN",
    inventoryItem: { id: "i900" },
  });
  first().variants.at(-1)?.selectedOptions.splice(0, 1, { name: "Size", value: "Huge" });
  Object.assign(two ?? {}, { sku: "RENAMED", inventoryQuantity: 77 });
  expect(await push([{ ...made, variants: made.variants.slice(0, 2) }])).toMatchObject([
    { externalId: made.externalId },
  ]);
  expect(first().variants.map(({ id, sku, inventoryQuantity: level }) => [id, sku, level])).toEqual([
    [String(one?.id), "L-0", 0],
    [String(two?.id), "L-1", 77],
    ["gid://shopify/ProductVariant/900", "OWN", 0],
  ]);
});

test("a product with variants whose answer was lost is found by their SKUs, and not made twice", async () => {
  const { push, adapter, api, products, known } = await opened();
  const item = variedLamp("SKU-1");
  await known([item]);
  expect(await adapter.find?.(api, [item])).toMatchObject([{ productId: item.productId, by: "sku" }]);
  expect(await push([item], "products", new Set([item.productId]))).toMatchObject([{ externalId: expect.any(String) }]);
  expect(products.size).toBe(1);
  const [one = expect.unreachable()] = [...products.values()];
  // It is published, too, where the run was interrupted before; one that its owner has taken from the store since is not.
  expect(one.onlineStoreUrl).not.toBeNull();
  Object.assign(one, { onlineStoreUrl: null });
  await push([item], "products", new Set([item.productId]));
  expect(one.onlineStoreUrl).not.toBeNull();
  Object.assign(one, { onlineStoreUrl: null, createdAt: "2026-01-01T00:00:00Z" });
  await push([item], "products", new Set([item.productId]));
  expect(one.onlineStoreUrl).toBeNull();
  expect(one.variants.map(({ sku }) => sku)).toEqual(["SKU-1-S", "SKU-1-M"]);
});

test("S31.7 a vendor that is the shop's own name is no brand; another one is", async () => {
  const { known, adapter, api } = await opened();
  const made = await known([lamp("A", { brand: null }), lamp("B")]);
  const read = await adapter.read(
    api,
    made.map(({ externalId }) => externalId ?? ""),
    "en",
  );
  expect(read.map(({ brand }) => brand)).toEqual([undefined, "Lumen"]);
  expect(SHOP_NAME).not.toBe("Lumen");
});

test("new products are published in the online store, and what keeps them from it is said", async () => {
  const { known, first } = await opened();
  await known([lamp("A")]);
  expect(first().onlineStoreUrl).not.toBeNull();
  const poor = await opened({ scopes: [] });
  expect(await poor.push([lamp("A")])).toMatchObject([
    { externalId: expect.any(String), remarks: [expect.stringContaining("write_publications")] },
  ]);
  expect(poor.first().onlineStoreUrl).toBeNull();
});

test("S31.9 a field of the shop's own changes alone: the others that its owner has set stay", async () => {
  const { known, push, first } = await opened();
  const attributes = [{ name: "metafields.custom.material", value: "Linen" }];
  const [made = expect.unreachable()] = await known([lamp("A", { attributes })]);
  Object.assign(first().metafields, { "custom.care": "Wash at 30" });
  await push([{ ...made, attributes: [{ name: "metafields.custom.material", value: "Cotton" }] }]);
  expect(first().metafields).toEqual({ "custom.material": "Cotton", "custom.care": "Wash at 30" });
});

test("S31.7 more than three options are refused with what to do", async () => {
  const { push, products } = await opened();
  const options = ["A", "B", "C", "D"].map((name) => ({ name, values: ["1"] }));
  expect(await push([lampIn(2, { options })])).toMatchObject([{ error: expect.stringContaining("3 options") }]);
  expect(products.size).toBe(0);
});

test("S31.6 a picture that only a variant has goes with those of the product, and is known", async () => {
  const { known, first } = await opened();
  const [made = expect.unreachable()] = await known([
    variedLamp("V", { images: [picture("https://images.example/1.jpg")] }),
  ]);
  expect(first().media.map(({ url }) => url)).toEqual(
    ["1", "S", "M"].map((name) => `https://images.example/${name}.jpg`),
  );
  expect(Object.keys(made.parts.images)).toHaveLength(3);
});

test("S31.8 texts go in the further languages of the shop, by the digests of its own; what keeps them from it is said", async () => {
  const { known, push, first, adapter, api } = await opened({ locales: ["fr", "en", "pt-BR"] });
  expect(await adapter.languages?.(api)).toEqual(["en", "pt"]);
  const english = { ...BLANK_TEXTS, title: "Lamp", description: "<p>Bright</p>", seoTitle: "Buy a lamp" };
  const item = lamp("A", {
    ...{ title: "Lampe", description: "<p>Claire</p>", seoTitle: "Une lampe" },
    translations: { en: english, pt: { ...BLANK_TEXTS, title: "Lâmpada" }, de: { ...BLANK_TEXTS, title: "Leuchte" } },
  });
  const [made = expect.unreachable()] = await known([item]);
  const spoken = { "en title": "Lamp", "en body_html": "<p>Bright</p>", "en meta_title": "Buy a lamp" };
  expect(first().translations).toEqual({ ...spoken, "pt-BR title": "Lâmpada" });
  expect(await push([{ ...made, title: "Luminaire" }])).toEqual([
    expect.not.objectContaining({ remarks: expect.anything() }),
  ]);
  const poor = await opened({ locales: ["fr", "en"], scopes: ["write_publications", "read_locales"] });
  expect(await poor.push([item])).toMatchObject([{ remarks: [expect.stringContaining("write_translations")] }]);
  const blind = await opened({ locales: ["fr", "en"], scopes: ["write_publications"] });
  expect(await blind.adapter.languages?.(blind.api)).toEqual([]);
  expect(await blind.push([item])).toEqual([expect.not.objectContaining({ remarks: expect.anything() })]);
});

test("S31.4 new variants get no level where the stock is the shop's own, or is not sent", async () => {
  const { push, products } = await opened();
  await push([variedLamp("A", { isStockOfShop: true })]);
  await push([variedLamp("B", { productId: "b", sends: new Set(["variants", "price"]) })]);
  await push([variedLamp("C", { productId: "c" })]);
  const levels = [...products.values()].map(({ variants }) =>
    variants.map(({ inventoryQuantity }) => inventoryQuantity),
  );
  expect(levels).toEqual([
    [0, 0],
    [0, 0],
    [2, 2],
  ]);
});

test("S31.3 a new product without a price is a draft, and is sold once it has one", async () => {
  const { known, push, first } = await opened();
  const item = lamp("A", { priceCents: null });
  expect(await push([item])).toMatchObject([{ remarks: [expect.stringContaining("no price")] }]);
  expect(first()).toMatchObject({ status: "DRAFT", variants: [{ price: "0.00" }] });
  const [made = expect.unreachable()] = await known([
    { ...item, externalId: first().id, externalItemId: ids(first()) },
  ]);
  expect(first().status).toBe("DRAFT");
  const priced = { ...made, priceCents: 1_250, lackedPrice: true };
  expect(await push([priced], "prices")).toMatchObject([{ externalId: made.externalId }]);
  expect(first()).toMatchObject({ status: "ACTIVE", variants: [{ price: "12.50" }] });
  Object.assign(first(), { status: "DRAFT" });
  await push([priced]);
  expect(first().status).toBe("ACTIVE");
  const varied = variedLamp("V", { sends: new Set(["variants", "name"]) });
  expect(await push([varied])).toMatchObject([{ remarks: [expect.stringContaining("no price")] }]);
});

const ids = ({ variants: [one] }: { variants: { id: string; inventoryItem: { id: string } }[] }) =>
  `${one?.id} ${one?.inventoryItem.id}`;
