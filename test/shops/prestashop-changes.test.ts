import { expect, test } from "bun:test";
import { listOf, member } from "../../src/connectors/engine/platform-values.ts";
import type { PushImage, PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { prestashopShop } from "./prestashop.ts";
import { reductionsThere } from "./reductions.ts";
import { openTested } from "./shop.ts";
import { pushedLamp, sizedLamp } from "./sized.ts";

const { open } = openTested(prestashopShop, "prestashop-changes");
const remarksOf = (outcomes: readonly PushOutcome[]) =>
  outcomes.flatMap((each) => ("remarks" in each ? (each.remarks ?? []) : []));
/** A picture that is stored here. */
const stored = (key: string): PushImage => ({
  ...{ key, url: null, alt: "" },
  file: { key, name: `${key}.png`, contentType: "image/png" },
});

test("prestashop: pictures are uploaded in their order, moved and removed, and the first one is shown", async () => {
  const { push, ask, sku, done } = await open("pictures");
  const item = lamp(sku(1), { ean: null, images: [stored("front"), stored("back")] });
  const productOf = async (id: string | null) => member((await ask("GET", `products/${id}`)).json(), "product");
  /** Pushes it with these pictures, and says what it is then there. */
  const pushed = async (known: PushItem, images: readonly PushImage[]) => {
    const outcomes = await push([{ ...known, images }]);
    expect(remarksOf(outcomes)).toEqual([]);
    const { known: now } = pushedLamp({ ...known, images }, outcomes[0], []);
    const product = await productOf(now.externalId);
    const ids = listOf(member(product, "associations", "images")).map((each) => String(member(each, "id")));
    return { now, ids, first: String(member(product, "id_default_image")) };
  };
  const made = await pushed(item, item.images);
  const { front = "", back = "" } = made.now.parts.images;
  expect([made.ids, made.first]).toEqual([[front, back], front]);

  // The shop moves none: the one that is to be behind is sent again, and goes from before.
  const moved = await pushed(made.now, [stored("back"), stored("front")]);
  const { front: behind = "" } = moved.now.parts.images;
  expect(Number(behind)).toBeGreaterThan(Number(back));
  expect(moved.now.parts.images).toEqual({ front: behind, back });
  expect([moved.ids, moved.first]).toEqual([[back, behind], back]);

  const fewer = await pushed(moved.now, [stored("front")]);
  expect([fewer.ids, fewer.first, fewer.now.parts.images]).toEqual([[behind], behind, { front: behind }]);
  await done();
});

test("prestashop: reductions are changed, some at a time and one alone, and end", async () => {
  const { push, ask, sku, done } = await open("reductions-changed");
  const { rowsOf, paidFor } = reductionsThere(ask);
  const reduced = { ean: null, priceCents: 1_000, compareAtPriceCents: 1_250 };
  const items = [lamp(sku(1), reduced), lamp(sku(2), reduced)];
  const made = await push(items);
  expect(remarksOf(made)).toEqual([]);
  const known = items.map((item, at) => ({ ...pushedLamp(item, made[at], []).known, wasReduced: true }));
  const [one = expect.unreachable(), other = expect.unreachable()] = known;
  const ids = known.map(({ externalId }) => externalId ?? "");
  const paid = () => Promise.all(ids.map((id) => paidFor(id)));
  const idsThere = async () => (await rowsOf(...ids)).map((row) => Number(member(row, "id"))).toSorted((a, b) => a - b);
  const rows = await idsThere();
  expect(rows).toHaveLength(2);

  await push(
    known.map((each) => ({ ...each, priceCents: 900 })),
    "prices",
  );
  expect(await paid()).toEqual([
    ["9.00", "12.50"],
    ["9.00", "12.50"],
  ]);
  await push([{ ...one, priceCents: 800 }], "prices");
  expect(await paid()).toEqual([
    ["8.00", "12.50"],
    ["9.00", "12.50"],
  ]);
  expect(await idsThere()).toEqual(rows);
  await push([{ ...other, priceCents: 1_250, compareAtPriceCents: null }], "prices");
  expect(await paid()).toEqual([
    ["8.00", "12.50"],
    ["12.50", "12.50"],
  ]);
  expect(await idsThere()).toHaveLength(1);
  await done();
});

test("prestashop: a category is made, renamed and moved, and the owner's translation of its name stays", async () => {
  const { adapter, api, ask, sku, done } = await open("categories");
  const tree = adapter.categories ?? expect.unreachable();
  const [name, parent] = [`${sku(1)} Lampes & déco`, sku(2)];
  /** Those of the test in the order in which they were made, with each of their names. */
  const ours = async () =>
    (await tree.list(api))
      .filter((each) => each.name.startsWith("CATALOGD-TEST-"))
      .toSorted((one, other) => Number(one.id) - Number(other.id));
  const known = (await ours()).map(({ id }) => id);
  if (known.length > 0) await ask("DELETE", `categories?id=[${[...new Set(known)].join(",")}]`);
  const id = await tree.make(api, { name, parentId: null });
  const parentId = await tree.make(api, { name: parent, parentId: null });
  const top = { id: parentId, name: parent, parentId: null };
  expect(await ours()).toEqual([{ id, name, parentId: null }, top]);

  const change = tree.change ?? expect.unreachable();
  await change(api, { id, name: `${name} 2`, parentId }, name);
  expect(await ours()).toEqual([{ id, name: `${name} 2`, parentId }, top]);
  const languages = listOf(member((await ask("GET", "languages?display=[id]")).json(), "languages"));
  const [, translated = expect.unreachable()] = languages.map((each) => String(member(each, "id")));
  const own = `<name><language id="${translated}">${sku(3)}</language></name>`;
  const parents = `<id>${id}</id><id_parent>${parentId}</id_parent>`;
  await ask("PATCH", `categories/${id}`, `<prestashop><category>${parents}${own}</category></prestashop>`);
  await change(api, { id, name, parentId: null }, `${name} 2`);
  expect(await ours()).toEqual([{ id, name, parentId: null }, { id, name: sku(3), parentId: null }, top]);
  await ask("DELETE", `categories?id=[${id},${parentId}]`);
  expect(await ours()).toEqual([]);
  // What is gone is said.
  await expect(change(api, { id, name, parentId: null }, name)).rejects.toMatchObject({ status: 404 });
  await done();
});

test("prestashop: brands, features, options and values that the shop lacks are made once; what is no longer here goes", async () => {
  const { push, ask, sku, done } = await open("names");
  const brand = `${sku(1)} & Cie`;
  const option = `${sku(1)} Taille`;
  const item = sizedLamp(sku(1));
  const variants = item.variants.map((each) => ({
    ...each,
    options: { [option]: Object.values(each.options)[0] ?? "" },
  }));
  const attributes = [{ name: `features.${sku(1)} Culot`, value: "E27" }];
  const sized = { ...item, brand, attributes, options: [{ name: option, values: ["S", "M"] }], variants };
  const made = await push([sized, lamp(sku(2), { ean: null, brand, attributes })]);
  expect(remarksOf(made)).toEqual([]);
  const there = async (path: string, of: string) => listOf(member((await ask("GET", path)).json(), of));
  const named = (name: string) => `filter[name]=[${encodeURIComponent(name)}]&display=[id]`;
  const brands = await there(`manufacturers?${named(brand)}`, "manufacturers");
  const options = await there(`product_options?${named(option)}`, "product_options");
  const features = await there(`product_features?${named(`${sku(1)} Culot`)}`, "product_features");
  expect([brands, options, features]).toMatchObject([{ length: 1 }, { length: 1 }, { length: 1 }]);
  const [optionId = "", brandId = "", featureId = ""] = [options, brands, features].map(([first]) =>
    String(member(first, "id")),
  );
  const ofFeature = `product_feature_values?filter[id_feature]=[${featureId}]&display=[id]`;
  const [value = expect.unreachable(), ...more] = await there(ofFeature, "product_feature_values");
  expect(more).toEqual([]);
  for (const each of made) {
    const product = member((await ask("GET", `products/${member(each, "externalId")}`)).json(), "product");
    expect(
      listOf(member(product, "associations", "product_features")).map((set) => [
        String(member(set, "id")),
        String(member(set, "id_feature_value")),
      ]),
    ).toEqual([[featureId, String(member(value, "id"))]]);
  }
  const ofOption = `product_option_values?filter[id_attribute_group]=[${optionId}]&display=[id]`;
  expect(await there(ofOption, "product_option_values")).toHaveLength(2);
  // A weight of a variant that is there already is changed.
  const { known, ids } = pushedLamp(sized, made[0], [2, 2]);
  await push([{ ...known, variants: known.variants.map((each) => ({ ...each, weight: 3 })) }]);
  const path = `combinations?filter[id]=[${ids.join("%7C")}]&display=[weight]`;
  const weights = (await there(path, "combinations")).map((each) => Number(member(each, "weight")));
  expect(weights).toEqual([2, 2]);
  await push([{ ...known, variants: known.variants.slice(0, 1) }]);
  const left = await there(`combinations?filter[id_product]=[${known.externalId}]&display=[id]`, "combinations");
  expect(left.map((each) => String(member(each, "id")))).toEqual(ids.slice(0, 1));
  await done();
  await ask("DELETE", `product_features/${featureId}`);
  await ask("DELETE", `product_options/${optionId}`);
  await ask("DELETE", `manufacturers/${brandId}`);
});
