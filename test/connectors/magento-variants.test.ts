import { expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { bodyFault, operationOf } from "../doubles/platforms/magento-bodies.ts";
import { magentoPrices } from "../doubles/platforms/magento-prices.ts";
import { magentoShop } from "../doubles/platforms/magento-shop.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { openShop, type Reply } from "../doubles/shops.ts";
import { SMALL } from "../media/given-images.ts";
import { givenVaried, IMAGES } from "./varied-catalog.ts";

const PICTURE: Reply = { headers: { "content-type": "image/png" }, bytes: SMALL };

/** A product with variants, and a Magento shop for it. */
async function given() {
  const store = magentoShop();
  const stocked = ({ body }: Call): Reply => {
    for (const { sku, quantity } of (body as { sourceItems: { sku: string; quantity: number }[] }).sourceItems) {
      store.levels.set(sku, quantity);
    }
    return { json: [] };
  };
  const answers: Record<string, (call: Call) => Reply> = {
    "GET /V1/inventory/source-items": () => ({ json: { items: rowsOf(store.levels) } }),
    "POST /V1/inventory/source-items": stocked,
  };
  const answer = (call: Call, operation: string): Reply => {
    const fault = call.body === undefined ? undefined : bodyFault(operation, call.body);
    if (fault !== undefined) return { status: 400, json: { message: fault } };
    const known = answers[operation]?.(call) ?? magentoPrices[operation]?.(store, call) ?? store.reply(operation, call);
    return known ?? { status: 404, json: { message: "Request does not match any route." } };
  };
  const shop = await openShop((requests) => {
    const { method, path, text } = requests;
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    if (pathname.endsWith(".png")) return pathname.endsWith("nothing.png") ? { status: 404, text: "" } : PICTURE;
    const body = text === "" ? undefined : JSON.parse(text);
    const call = { ...requests, host: "", route: `${method} ${pathname}`, query: searchParams, body };
    return answer(call, operationOf(method ?? "", pathname).operation);
  });
  const credentials = { base_url: shop.url, access_token: "token" };
  const varied = await givenVaried("magento", shop, { credentials, isToken: (path) => path.endsWith(".png") });
  const at = (end: string) => store.products.get(`${varied.code}-${end}`);
  const parent = () => store.products.get(varied.product.reference) ?? expect.unreachable();
  return { ...varied, shop, store, at, parent };
}

const rowsOf = (levels: Map<string, number>) => [...levels].map(([sku, quantity]) => ({ sku, quantity }));
const ENDS = ["Red-S", "Red-M", "Blue-S", "Blue-M"];

test("a product goes as a configurable one with its variants, options, prices, levels and pictures", async () => {
  const { asked, at, parent, store, code } = await given();
  const { job, routes } = await asked("push-products");
  expect([job.pushed, job.errors, job.products]).toEqual([1, 0, []]);
  expect(parent()).toMatchObject({ name: "Shirt", type_id: "configurable", visibility: 4 });
  expect(parent()).not.toHaveProperty("price");
  expect(parent().extension_attributes).toMatchObject({
    configurable_product_options: [
      { attribute_id: "93", label: "Colour", values: [{ value_index: 930 }, { value_index: 931 }] },
      { attribute_id: "94", label: "Size" },
    ],
    configurable_product_links: ENDS.map((end) => at(end)?.id),
  });
  const shown = ENDS.map((end) => [at(end)?.["name"], at(end)?.["price"], store.levels.get(`${code}-${end}`)]);
  expect(shown).toEqual([
    ["Shirt Red S", 20, 3],
    ["Shirt Red M", 22, 3],
    ["Shirt Blue S", 25, 3],
    ["Shirt Blue M", 20, 3],
  ]);
  expect(at("Blue-M")).toMatchObject({
    type_id: "simple",
    visibility: 1,
    media_gallery_entries: [{ types: ["image", "small_image", "thumbnail"] }],
  });
  expect(parent()["media_gallery_entries"]).toMatchObject([{ label: "Front" }, { label: "Back" }]);
  // The colour that the shop had not was added to its attribute.
  expect(store.attributes[0]?.options.map(({ label }) => label)).toEqual(["Red", "Blue"]);
  expect(routes.filter((route) => route.startsWith("PUT"))).toHaveLength(5);
});

test("pushed, pulled and pushed again both sides are as they were, and the second push makes no call", async () => {
  const { asked, run, whole, store, tenant } = await given();
  await run("push-products");
  const [catalog, kept] = [await whole(), structuredClone([store.products, store.levels])];
  const isQuiet = async () => {
    for (const operation of ["push-products", "push-stock", "push-prices"]) {
      expect((await asked(operation)).routes).toEqual([]);
    }
  };
  await isQuiet();
  const since = { since_timestamp: "2026-01-01T00:00:00Z" };
  for (const input of [{}, since]) {
    expect(await run("pull-products", input)).toMatchObject({ pulled: 0, errors: 0, products: [] });
  }
  expect(await whole()).toEqual(catalog);
  expect((await tenant.get("/products")).body.meta.total).toBe(1);
  await isQuiet();
  expect([store.products, store.levels]).toEqual(kept);
});

test("of variants only what changed goes: a level, a price, one that is new, one that is gone", async () => {
  const { asked, run, tenant, path, variantId, variantOf, code, at, parent, store } = await given();
  await run("push-products");
  const change = async (end: string, fields: object) =>
    tenant.patch(`${path}/${await variantId(`${code}-${end}`)}`, fields);
  await change("Red-S", { stock: 7 });
  // Both were sold there, which was not reported yet: the one that moves here, too.
  store.levels.set(`${code}-Red-S`, 2).set(`${code}-Red-M`, 2);
  const sources = "/rest/all/V1/inventory/source-items";
  expect((await asked("push-stock")).routes).toEqual([
    `GET ${sources}`,
    "GET /rest/all/V1/products",
    `POST ${sources}`,
  ]);
  expect([store.levels.get(`${code}-Red-S`), store.levels.get(`${code}-Red-M`)]).toEqual([6, 2]);
  await change("Red-S", { price: 19 });
  const prices = ["base-prices", "special-price", "special-price-delete"];
  expect((await asked("push-prices")).routes).toEqual(prices.map((kind) => `POST /rest/all/V1/products/${kind}`));
  expect(at("Red-S")?.["price"]).toBe(19);
  await tenant.post(`${path}/bulk`, { variants: [variantOf("Green", "S", { image_url: null })] });
  await tenant.delete(`${path}/${await variantId(`${code}-Blue-M`)}`);
  // One that the owner of the shop has added.
  store.attributes[0]?.options.push({ label: "Grey", value: "939" });
  const chosen = Object.entries({ color: "939", size: "940" }).map(([code, value]) => ({
    attribute_code: code,
    value,
  }));
  store.put("theirs", { type_id: "simple", visibility: 1, custom_attributes: chosen });
  const links = parent().extension_attributes["configurable_product_links"] as number[];
  links.push(store.products.get("theirs")?.id ?? 0);
  const { job } = await asked("push-products");
  expect([job.pushed, job.errors]).toEqual([1, 0]);
  expect(at("Blue-M")).toBeUndefined();
  expect(store.levels.get(`${code}-Red-S`)).toBe(6);
  expect(at("Green-S")?.["name"]).toBe("Shirt Green S");
  const ours = ["Red-S", "Red-M", "Blue-S", "Green-S"].map((end) => at(end)?.id);
  const linked = parent().extension_attributes["configurable_product_links"] as unknown[];
  expect(linked.toSorted()).toEqual([store.products.get("theirs")?.id, ...ours].toSorted());
  expect((await asked("push-products")).routes).toEqual([]);
});

test("a picture of a variant that cannot be had is named, and the product arrives", async () => {
  const { asked, tenant, path, variantId, code, at } = await given();
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { image_url: `${IMAGES}/nothing.png` });
  const { job } = await asked("push-products");
  expect([job.pushed, job.errors]).toEqual([1, 0]);
  expect(job.products).toMatchObject([{ result: "noted", message: expect.stringContaining("nothing.png") }]);
  expect(at("Red-S")).not.toHaveProperty("media_gallery_entries");
});

test("without an attribute of that name in the shop its error says what to make", async () => {
  const { asked, store } = await given();
  store.attributes.pop();
  const { job, routes } = await asked("push-products");
  expect(job.products).toMatchObject([{ result: "error", message: expect.stringContaining('no attribute "Size"') }]);
  expect(routes.filter((route) => route.startsWith("PUT"))).toEqual([]);
});

test("a product that is one there and has variants here is refused with what to do, and so is the other way round", async () => {
  const { asked, run, tenant, path, variantId, code, parent } = await given();
  await run("push-products");
  parent()["type_id"] = "simple";
  const plain = await asked("push-products", { force: true });
  expect(plain.job.products).toMatchObject([{ result: "error", message: expect.stringContaining("without variants") }]);
  parent()["type_id"] = "configurable";
  for (const end of ENDS) await tenant.delete(`${path}/${await variantId(`${code}-${end}`)}`);
  const varied = await asked("push-products");
  expect(varied.job.products).toMatchObject([
    { result: "error", message: expect.stringContaining("no variants here") },
  ]);
});

test("a preview of it asks only what reads, and says of a brand what was sent", async () => {
  const { preview, run, store, shop, tenant, product } = await given();
  const { products } = await preview();
  expect(products).toMatchObject([{ result: "made", reasons: [] }]);
  expect(shop.asked.every(({ method }) => method === "GET")).toBe(true);
  expect(store.products.size).toBe(0);
  await run("push-products");
  const { body: brand } = await tenant.post("/brands", { name: "Lumen" });
  await tenant.patch(`/products/${product.id}`, { brand_id: brand.id });
  expect((await preview()).products[0]?.changes).toMatchObject([
    { field: "brand", before: null, comparedWith: "sent" },
  ]);
});

const platform = SHOPS.find(({ id }) => id === "magento") ?? expect.unreachable();
const shirt = (place: number): PushItem =>
  lamp(`SHIRT-${place}`, {
    ean: null,
    options: [{ name: "Size", values: ["S", "M"] }],
    variants: ["S", "M"].map((size) => ({
      ...{ variantId: `v-${place}-${size}`, externalId: null, sku: `SHIRT-${place}-${size}`, ean: null },
      ...{ options: { Size: size }, priceCents: 1_200, compareAtPriceCents: null, stock: 2, weight: 1, image: null },
    })),
  });

test("the variants of many products go in one bulk request, which is followed to its end", async () => {
  const { push, shop } = await openPlatform(platform);
  const outcomes = await push(Array.from({ length: 60 }, (_, place) => shirt(place)));
  expect(outcomes.filter((each) => "error" in each)).toEqual([]);
  expect(outcomes.flatMap((each) => ("parts" in each ? Object.keys(each.parts?.variants ?? {}) : []))).toHaveLength(
    120,
  );
  const routes = shop.asked.map(({ method, path }) => `${method} ${path.split("?")[0]}`);
  expect(routes.filter((route) => route.includes("/async/bulk/"))).toHaveLength(1);
  expect(routes.filter((route) => route.startsWith("PUT"))).toHaveLength(60);
});

test("so do the products themselves, once their variants are through, where they are many", async () => {
  const { push, shop } = await openPlatform(platform);
  const outcomes = await push(Array.from({ length: 101 }, (_, place) => shirt(place)));
  expect(outcomes.filter((each) => "error" in each)).toEqual([]);
  const bulk = shop.asked.filter(({ path }) => path.includes("/async/bulk/"));
  const kinds = bulk.map(
    ({ text }) => new Set((JSON.parse(text) as { product: { type_id: string } }[]).map((each) => each.product.type_id)),
  );
  expect(kinds).toEqual([new Set(["simple"]), new Set(["configurable"])]);
  expect(shop.asked.filter(({ method }) => method === "PUT")).toEqual([]);
});

test("variants that the queue has not come to are followed by later turns, without another request", async () => {
  const works = new Map<string, string>();
  const store = {
    find: async (key: string) => works.get(key),
    keep: async (key: string, id: string) => void works.set(key, id),
    forget: async (key: string) => void works.delete(key),
  };
  const { push, shop } = await openPlatform(
    platform,
    {
      when: ({ route }) => /GET .*\/bulk\/7/.test(route),
      reply: () => ({ json: { operations_list: [{ id: 0, status: 4 }] } }),
      times: 20,
    },
    { works: store },
  );
  const all = Array.from({ length: 60 }, (_, place) => shirt(place));
  await expect(push(all)).rejects.toMatchObject({ waitMs: 30_000 });
  const doubtful = new Set(all.map(({ productId }) => productId));
  let outcomes: Awaited<ReturnType<typeof push>> | undefined;
  while (!outcomes) outcomes = await push(all, "products", doubtful).catch(() => undefined);
  expect(outcomes.filter((each) => "error" in each)).toEqual([]);
  expect(shop.asked.filter(({ path }) => path.includes("/async/bulk/"))).toHaveLength(1);
});
