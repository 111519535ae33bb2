import { expect, test } from "bun:test";
import { listOf, member } from "../../src/connectors/engine/platform-values.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { openTested } from "./shop.ts";
import { woocommerceShop } from "./woocommerce.ts";

const { open } = openTested(woocommerceShop, "woocommerce-terms");
const idOf = (outcome: unknown) => String(member(outcome, "externalId"));

test("woocommerce: tags and the brand are made where the shop lacks them, changed, and emptied", async () => {
  const { push, ask, sku, done } = await open("terms");
  const tags = [`${sku(1)} été & hiver`, `${sku(1)} <soldes>`, `${sku(1)} déco`];
  const brands = [`${sku(1)} Lumen & Cie`, `${sku(1)} Lux`];
  const termsThere = async (kind: string) =>
    listOf((await ask("GET", `/products/${kind}?search=${sku(1)}&_fields=id,name&orderby=id`)).json());
  const clear = async () => {
    for (const kind of ["tags", "brands"]) {
      for (const each of await termsThere(kind)) {
        await ask("DELETE", `/products/${kind}/${member(each, "id")}?force=true`);
      }
    }
  };
  await clear();
  const item = lamp(sku(1), { ean: null, tags: tags.slice(0, 2), brand: brands[0] ?? null });
  const other = lamp(sku(2), { ean: null, tags: tags.slice(1, 2), brand: null });
  const made = await push([item, other]);
  const known = [item, other].map((each, at) => ({ ...each, externalId: idOf(made[at]) }));
  const [first = expect.unreachable(), second = expect.unreachable()] = known;
  const namesOf = async ({ externalId }: PushItem) => {
    const product = (await ask("GET", `/products/${externalId}?_fields=tags,brands`)).json();
    return ["tags", "brands"].map((kind) =>
      listOf(member(product, kind))
        .map((each) => String(member(each, "name")))
        .toSorted(),
    );
  };
  // As the shop has them: what looks like markup stays as text.
  const there = (names: readonly string[]) =>
    names.map((name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")).toSorted();
  expect(await namesOf(first)).toEqual([there(tags.slice(0, 2)), there(brands.slice(0, 1))]);
  expect(await namesOf(second)).toEqual([there(tags.slice(1, 2)), []]);
  expect([await termsThere("tags"), await termsThere("brands")]).toMatchObject([{ length: 2 }, { length: 1 }]);

  const changed = { ...first, tags: tags.slice(1), brand: brands[1] ?? null };
  await push([changed]);
  expect(await namesOf(first)).toEqual([there(tags.slice(1)), there(brands.slice(1))]);
  // Without tags and a brand here, and without a word of them: those that are there stay.
  await push([{ ...first, tags: [], brand: null }]);
  expect(await namesOf(first)).toEqual([there(tags.slice(1)), there(brands.slice(1))]);
  await push([{ ...first, tags: [], brand: null, emptied: new Set(["tags", "brand"] as const) }]);
  expect(await namesOf(first)).toEqual([[], []]);
  expect([await termsThere("tags"), await termsThere("brands")]).toMatchObject([{ length: 3 }, { length: 2 }]);
  await done();
  await clear();
});

test("woocommerce: a category is made once, renamed and moved, and products are put into it", async () => {
  const { adapter, api, push, ask, sku, done } = await open("categories");
  const tree = adapter.categories ?? expect.unreachable();
  const change = tree.change ?? expect.unreachable();
  const ours = async () => (await tree.list(api)).filter(({ name }) => name.startsWith("CATALOGD-TEST-"));
  const clear = async () => {
    for (const { id } of await ours()) await ask("DELETE", `/products/categories/${id}?force=true`);
  };
  await clear();
  const [name, parent] = [`${sku(1)} Lampes & déco`, sku(2)];
  const id = await tree.make(api, { name, parentId: null });
  const parentId = await tree.make(api, { name: parent, parentId: null });
  const top = { id: parentId, name: parent, parentId: null };
  // A name that is there at this place already is answered with its id.
  expect(await tree.make(api, { name, parentId: null })).toBe(id);
  expect(await ours()).toEqual(expect.arrayContaining([{ id, name, parentId: null }, top]));

  await change(api, { id, name: `${name} 2`, parentId }, name);
  expect(await ours()).toEqual(expect.arrayContaining([{ id, name: `${name} 2`, parentId }, top]));
  const [made] = await push([lamp(sku(1), { ean: null, categoryIds: [id] })]);
  const product = (await ask("GET", `/products/${idOf(made)}?_fields=categories`)).json();
  expect(listOf(member(product, "categories")).map((each) => String(member(each, "id")))).toEqual([id]);
  await change(api, { id, name, parentId: null }, `${name} 2`);
  expect(await ours()).toEqual(expect.arrayContaining([{ id, name, parentId: null }, top]));
  await done();
  await clear();
  expect(await ours()).toEqual([]);
  // What is gone is said.
  await expect(change(api, { id, name, parentId: null }, name)).rejects.toMatchObject({ status: 404 });
});
