import { expect, test } from "bun:test";
import { member, numberOf } from "../../src/connectors/engine/platform-values.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { BLANK, lamp } from "../doubles/platforms/lamp.ts";
import { levelsThere, magentoShop, orderThere, productThere, sizesOf } from "./magento.ts";
import { given, openTested } from "./shop.ts";
import { pushedLamp, sizedLamp } from "./sized.ts";

const good = openTested(magentoShop);
const { open } = good;
const READ_TOKEN = { access_token: given("magento", "read_token", "READ") };
const SIZE = "Catalogd test size";
const DEFAULT = "4006381333931";

/** A product in two sizes, by the attribute of the suite. */
const sized = (sku: string): PushItem => {
  const { variants, ...item } = sizedLamp(sku);
  const own = variants.map(({ options, ...each }) => ({ ...each, options: { [SIZE]: options["Size"] ?? "" } }));
  return { ...item, options: [{ name: SIZE, values: ["S", "M"] }], variants: own };
};

test("magento: a test says what is wrong as an owner understands it", async () => {
  const wrong = await open("wrong-token", { access_token: "wrong" });
  await expect(wrong.adapter.test(wrong.api)).rejects.toMatchObject({
    reason: "credentials",
    message: expect.stringContaining("Bearer tokens: Yes"),
  });
  const reader = await open("reading-token", READ_TOKEN);
  await expect(reader.adapter.test(reader.api)).rejects.toMatchObject({
    reason: "credentials",
    message: expect.stringContaining("may not see products"),
  });
  const elsewhere = await open("elsewhere", { base_url: `${good.address}/nothing-here` });
  await expect(elsewhere.adapter.test(elsewhere.api)).rejects.toMatchObject({
    message: expect.stringContaining("There is no Magento REST API"),
  });
  const view = await open("no-view", { store_code: "nothing_here" });
  await expect(view.adapter.test(view.api)).rejects.toMatchObject({
    message: expect.stringContaining('no store view with the code "nothing_here"'),
  });
});

test("magento: a test proves reading and writing, and reads what there is to choose from", async () => {
  const { adapter, api } = await open("good-token");
  const facts = await adapter.test(api);
  expect(facts?.choices.currencies).toEqual([{ id: expect.stringMatching(/^[A-Z]{3}$/), name: expect.any(String) }]);
  expect(facts?.choices.taxes?.length).toBeGreaterThan(0);
  expect(facts?.choices.locations?.map(({ id }) => id)).toContain("default");
  expect(facts?.choices.categories?.length).toBeGreaterThan(0);
  expect((await adapter.languages?.(api))?.length).toBeGreaterThan(0);
});

test("magento: products are made and changed, with their stock and price, one refused among them", async () => {
  const { push, ask, sku, done } = await open("made");
  const items = [
    lamp(sku(1), { ean: DEFAULT, title: "Vis & écrous <M8> 5 = 5", description: "<p>Bright</p>" }),
    // It takes 64 characters.
    lamp(sku(2).padEnd(65, "x"), { ean: null }),
    lamp(sku(3), { ean: null, brand: null, weight: null, stock: 0 }),
  ];
  const made = await push(items);
  expect(structuredClone(made).toSorted((one, other) => (one.productId < other.productId ? -1 : 1))).toMatchObject([
    { externalId: sku(1) },
    { error: expect.stringContaining("64") },
    { externalId: sku(3) },
  ]);
  const known = [items[0], items[2]].map((each = BLANK) => ({ ...each, externalId: each.sku }));
  const changed = known.map((each) => ({ ...each, title: "Changed", priceCents: 1_999 }));
  expect(await push(changed)).toHaveLength(2);
  const levels = changed.map((each) => ({ ...each, stock: 5 }));
  expect(await push(levels, "stock")).toHaveLength(2);
  const prices = changed.map((each) => ({ ...each, priceCents: 2_500 }));
  expect(await push(prices, "prices")).toHaveLength(2);
  const { product, attributes } = await productThere(ask, sku(1));
  expect(product).toMatchObject({ name: "Changed", price: 25, weight: 1, type_id: "simple", status: 1, visibility: 4 });
  expect(attributes["description"]).toBe("<p>Bright</p>");
  expect(await levelsThere(ask, sku(1))).toEqual({ source: 5, salable: 5 });
  await done();
});

test("magento: two products of one name are both made", async () => {
  const { push, ask, sku, done } = await open("names");
  const named = (number: number) => lamp(sku(number), { ean: null, title: `Catalogd test ${sku(1)}` });
  expect(await push([named(1), named(2)])).toMatchObject([{ externalId: sku(1) }, { externalId: sku(2) }]);
  expect((await productThere(ask, sku(2))).attributes["url_key"]).toContain("-2");
  await done();
});

test("magento: SKUs with blanks, slashes and commas are one product each", async () => {
  const { adapter, api, push, ask, sku, done } = await open("skus");
  const skus = [`${sku(1)} a/b`, `${sku(2)},c`, `${sku(3)} 100% é`];
  const items = skus.map((each) => lamp(each, { ean: null, title: each }));
  expect((await push(items)).filter((each) => "error" in each)).toEqual([]);
  const known = items.map((each) => ({ ...each, externalId: each.sku, stock: 9 }));
  expect((await push(known, "stock")).filter((each) => "error" in each)).toEqual([]);
  const found = (await adapter.find?.(api, items)) ?? [];
  expect(found.map(({ externalId }) => externalId).toSorted()).toEqual(skus.toSorted());
  expect((await adapter.levels?.(api, known))?.size).toBe(3);
  for (const each of skus) expect((await levelsThere(ask, each)).source).toBe(9);
  await done();
});

test("magento: a change without a store view is one in all of them, and other languages have their texts", async () => {
  const { adapter, api, push, ask, sku, done } = await open("languages");
  const [language = expect.unreachable(), other = "xx"] = (await adapter.languages?.(api)) ?? [];
  const spoken = (title: string) => ({
    ...{ title, description: `<p>${title}</p>`, shortDescription: "", seoTitle: "", seoDescription: "", slug: "" },
  });
  const translations = { [other]: spoken(`${sku(1)} translated`) };
  const item = lamp(sku(1), { ...spoken(sku(1)), ean: null, language, translations });
  await push([item]);
  await push([{ ...item, ...spoken("Renamed"), externalId: sku(1) }]);
  const { product, attributes } = await productThere(ask, sku(1), "all");
  expect([member(product, "name"), attributes["description"]]).toEqual(["Renamed", "<p>Renamed</p>"]);
  const views = (await ask("GET", "/all/V1/store/storeConfigs")).json() as { code: string; locale: string }[];
  for (const { code, locale } of views) {
    const there = await productThere(ask, sku(1), code);
    const title = locale.startsWith(other) ? `${sku(1)} translated` : "Renamed";
    expect([code, member(there.product, "name"), there.attributes["description"]]).toEqual([
      ...[code, title, `<p>${title}</p>`],
    ]);
  }
  await done();
});

test("magento: a reduction is a special price, and it ends with it: never a price of nothing", async () => {
  const { adapter, api, push, ask, sku, done } = await open("reductions");
  const reduced = lamp(sku(1), { ean: null, priceCents: 1_000, compareAtPriceCents: 1_250 });
  await push([reduced]);
  const pricesOf = async () => {
    const { product, attributes } = await productThere(ask, sku(1));
    return [numberOf(member(product, "price")), numberOf(attributes["special_price"])];
  };
  expect(await pricesOf()).toEqual([12.5, 10]);
  expect(await adapter.read(api, [sku(1)], "en")).toMatchObject([{ priceCents: 1_000, compareAtPriceCents: 1_250 }]);
  const ended = { ...reduced, externalId: sku(1), compareAtPriceCents: null, wasReduced: true };
  await push([ended]);
  expect(await pricesOf()).toEqual([10, undefined]);
  await push([{ ...reduced, externalId: sku(1) }], "prices");
  expect(await pricesOf()).toEqual([12.5, 10]);
  await push([ended], "prices");
  expect(await pricesOf()).toEqual([10, undefined]);
  await done();
});

test("magento: a product with variants is made and changed, and the level of a variant goes alone", async () => {
  const { adapter, api, push, ask, sku, done } = await open("variants");
  const { remove } = await sizesOf(ask, SIZE);
  const item = sized(sku(1));
  const [made] = await push([item]);
  const { known, ids } = pushedLamp(item, made, [2, 9]);
  expect(ids).toEqual([`${sku(1)}-S`, `${sku(1)}-M`]);
  expect(known.externalId).toBe(sku(1));
  const { product } = await productThere(ask, sku(1));
  expect(product).toMatchObject({ type_id: "configurable", visibility: 4 });
  expect(member(product, "extension_attributes", "configurable_product_links")).toHaveLength(2);
  const levels = async () => (await Promise.all(ids.map((id) => levelsThere(ask, id)))).map(({ source }) => source);
  expect(await levels()).toEqual([2, 2]);
  const order = await orderThere(ask, `${sku(1)}-S`, 1);
  expect(await push([known], "stock")).toMatchObject([{ externalId: sku(1) }]);
  expect(await levels()).toEqual([2, 9]);
  expect((await levelsThere(ask, `${sku(1)}-S`)).salable).toBe(1);
  await ask("POST", `/all/V1/orders/${order}/cancel`);
  const [read] = await adapter.read(api, [sku(1)], "en");
  expect(read?.variants).toMatchObject([
    { externalId: `${sku(1)}-S`, options: { [SIZE]: "S" } },
    { externalId: `${sku(1)}-M`, options: { [SIZE]: "M" } },
  ]);
  const [left = expect.unreachable()] = known.variants.slice(1);
  expect(await push([{ ...known, title: "Fewer", variants: [left] }])).toMatchObject([{ externalId: sku(1) }]);
  const fewer = (await productThere(ask, sku(1))).product;
  expect(member(fewer, "extension_attributes", "configurable_product_links")).toHaveLength(1);
  expect((await ask("GET", `/all/V1/products/${sku(1)}-S`)).status).toBe(404);
  await done();
  await remove();
});

test("magento: a product is moved from a category to another one", async () => {
  const { adapter, api, push, ask, sku, done } = await open("categories");
  const made = async (name: string) => (await adapter.categories?.make(api, { name, parentId: null })) ?? "";
  const [one, other] = [await made(sku(1)), await made(sku(2))];
  expect(await adapter.categories?.list(api)).toContainEqual({ id: one, name: sku(1), parentId: null });
  const child = (await adapter.categories?.make(api, { name: sku(3), parentId: one })) ?? "";
  expect(await adapter.categories?.list(api)).toContainEqual({ id: child, name: sku(3), parentId: one });
  await push([lamp(sku(1), { ean: null, categoryIds: [one] })]);
  await push([lamp(sku(1), { ean: null, categoryIds: [other], externalId: sku(1) })]);
  expect((await productThere(ask, sku(1))).attributes["category_ids"]).toEqual([other]);
  await done();
  for (const id of [child, one, other]) await ask("DELETE", `/all/V1/categories/${id}`);
});
