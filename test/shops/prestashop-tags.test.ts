import { expect, test } from "bun:test";
import { listOf, member } from "../../src/connectors/engine/platform-values.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { prestashopShop } from "./prestashop.ts";
import { openTested } from "./shop.ts";

const { open } = openTested(prestashopShop, "prestashop-tags");
const idOf = (outcome: unknown) => String(member(outcome, "externalId"));
const itemIdOf = (outcome: unknown) => String(member(outcome, "externalItemId"));

test("prestashop: tags are in each language of the shop, follow ours and go with them", async () => {
  const { push, ask, sku, done } = await open("tags");
  const languages = listOf(member((await ask("GET", "languages?display=[id]")).json(), "languages"));
  const names = [`${sku(0)} été`, `${sku(0)} 100%; a&b`].map((name) => name.toLowerCase());
  const tagsThere = async () => {
    const wanted = encodeURIComponent(names.join("|"));
    const path = `tags?filter[name]=[${wanted}]&display=[id,id_lang,name]`;
    return listOf(member((await ask("GET", path)).json(), "tags"));
  };
  const tagsOf = async (id: string) => {
    const product = member((await ask("GET", `products/${id}`)).json(), "product");
    return listOf(member(product, "associations", "tags")).map((each) => Number(member(each, "id")));
  };
  const sorted = (all: readonly unknown[]) => all.map((each) => Number(member(each, "id"))).toSorted((a, b) => a - b);
  const items = [lamp(sku(1), { ean: null, tags: names }), lamp(sku(2), { ean: null, tags: names.slice(0, 1) })];
  const made = await push(items);
  expect(made.flatMap((each) => ("remarks" in each ? each.remarks : []))).toEqual([]);
  const all = await tagsThere();
  expect(all).toHaveLength(names.length * languages.length);
  expect((await tagsOf(idOf(made[0]))).toSorted((a, b) => a - b)).toEqual(sorted(all));
  const first = all.filter((each) => member(each, "name") === names[0]);
  expect((await tagsOf(idOf(made[1]))).toSorted((a, b) => a - b)).toEqual(sorted(first));

  const known = items.map((item, at) => ({ ...item, externalId: idOf(made[at]), externalItemId: itemIdOf(made[at]) }));
  const upper = names.slice(0, 1).map((name) => name.toUpperCase());
  const [lampOfOne = expect.unreachable(), lampOfNone = expect.unreachable()] = known;
  const none = new Set(["tags"] as const);
  await push([
    { ...lampOfOne, tags: upper },
    { ...lampOfNone, tags: [], emptied: none },
  ]);
  expect((await tagsOf(lampOfOne.externalId)).toSorted((a, b) => a - b)).toEqual(sorted(first));
  expect(await tagsOf(lampOfNone.externalId)).toEqual([]);
  // Without tags here, and without a word of them: those that are there stay.
  await push([{ ...lampOfOne, tags: [] }]);
  expect(await tagsOf(lampOfOne.externalId)).toHaveLength(first.length);
  // What a shop says of a name that it does not take; those before it in the document stay.
  const two = [names[1], "a=b"].map((name) => `<tag><id_lang>1</id_lang><name><![CDATA[${name}]]></name></tag>`);
  const refused = await ask("POST", "tags", `<prestashop>${two.join("")}</prestashop>`);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Property Tag->name is not valid")]);
  expect(await tagsThere()).toHaveLength(all.length + 1);
  const ids = (await tagsThere()).map((each) => String(member(each, "id")));
  if (ids.length > 0) await ask("DELETE", `tags?id=[${ids.join(",")}]`);
  await done();
});
