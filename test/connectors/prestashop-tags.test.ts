import { expect, test } from "bun:test";
import { limits } from "../../src/connectors/adapters/prestashop/presta-texts.ts";
import { fitItem } from "../../src/connectors/engine/push/text-limits.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { prestashopRights } from "../doubles/platforms/prestashop-reductions.ts";
import { prestashopTags } from "../doubles/platforms/prestashop-tags.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";

const platform = SHOPS.find(({ id }) => id === "prestashop") ?? expect.unreachable();
const ALL = ["products", "stock_availables", "tags"];

/** A PrestaShop in two languages whose tags can be looked at. */
async function open(rights: readonly string[] = ALL) {
  const { tags, answer } = prestashopTags();
  const replyTo = (call: Call) => {
    if (call.route === "GET /api/") return prestashopRights(rights);
    if (call.route === "GET /api/languages") {
      const languages = ["fr", "en"].map((code, place) => ({ id: place + 1, iso_code: code }));
      return { json: { languages } };
    }
    return answer(call);
  };
  const opened = await openPlatform(platform, {
    when: ({ route }) => /\/api\/(?:tags|languages|)$/.test(route),
    reply: (call, real) => replyTo(call) ?? real(),
  });
  const asked = () => opened.shop.asked.filter(({ path }) => /\/api\/(?:tags|\?|$)/.test(path));
  const sent = () => {
    const { text = "" } =
      opened.shop.asked.findLast((each) => each.method !== "GET" && each.path.startsWith("/api/products")) ?? {};
    return text.split("<product>").slice(1).map(tagsIn);
  };
  const push = async (items: Parameters<typeof opened.push>[0]) => {
    const before = asked().length;
    const outcomes = await opened.push(items);
    const remarks = outcomes.flatMap((each) => ("error" in each ? [each.error] : (each.remarks ?? [])));
    const calls = asked().slice(before);
    return { outcomes, remarks, calls: calls.map(({ method, path }) => `${method} ${path.split("?")[0]}`) };
  };
  return { ...opened, push, tags, sent };
}

/** The ids of the tags that a product is sent with. */
const tagsIn = (text: string) => {
  const [, inner] = /<tags>(.*?)<\/tags>/.exec(text) ?? [];
  return inner === undefined ? null : [...inner.matchAll(/\[(\d+)\]/g)].map(([, id]) => Number(id));
};
const plain = { ean: null, brand: null };

test("tags are made in each language of the shop, looked up together, and found again", async () => {
  const { push, tags, sent, shelf } = await open();
  tags.push({ id: 1, id_lang: 1, name: "SOLDES" });
  const items = [
    lamp("SKU-1", { ...plain, tags: ["Soldes", "Été", "Soldes"] }),
    lamp("SKU-2", { ...plain, tags: ["été"] }),
    lamp("SKU-3", plain),
  ];
  const made = await push(items);
  expect(made.remarks).toEqual([]);
  expect(made.calls).toEqual(["GET /api/", "GET /api/tags", "POST /api/tags", "GET /api/tags"]);
  expect(tags.map(({ id_lang: language, name }) => `${language} ${name}`)).toEqual([
    ...["1 SOLDES", "1 Été", "2 Soldes", "2 Été"],
  ]);
  expect(sent()).toEqual([[1, 2, 3, 4], [2, 4], null]);
  const known = items.map((item) => ({ ...item, externalId: shelf.idOf(item.sku) ?? null }));
  expect((await push(known)).calls).toEqual([]);
  expect(sent()).toEqual([[1, 2, 3, 4], [2, 4], null]);
});

test("tags that were emptied here go there, and a product that never had one asks for none", async () => {
  const { push, sent, shelf } = await open();
  shelf.make("SKU-1", "4");
  const known = { ...plain, externalId: "4", externalItemId: "9" };
  expect((await push([lamp("SKU-1", known)])).calls).toEqual([]);
  expect(sent()).toEqual([null]);
  await push([lamp("SKU-1", { ...known, emptied: new Set(["tags"] as const) })]);
  expect(sent()).toEqual([[]]);
});

test("a tag that the shop refuses is named, and the others and the product go", async () => {
  const { push, tags, sent } = await open();
  const { remarks, outcomes } = await push([lamp("SKU-1", { ...plain, tags: ["Sale", "a=b"] })]);
  expect(remarks).toEqual([expect.stringContaining("The tag a=b was not sent")]);
  expect(outcomes).toMatchObject([{ externalId: "1" }]);
  expect(tags.map(({ name }) => name)).toEqual(["Sale", "Sale"]);
  expect(sent()).toEqual([[1, 2]]);
});

test("without the right on tags products go without them, and it is said", async () => {
  const { push, sent, adapter, api } = await open(["products", "stock_availables"]);
  const { remarks, calls } = await push([lamp("SKU-1", { ...plain, tags: ["Sale"] }), lamp("SKU-2", plain)]);
  expect(remarks).toEqual([expect.stringContaining("the webservice key may not GET, POST of tags")]);
  expect(calls).toEqual(["GET /api/"]);
  expect(sent()).toEqual([null, null]);
  expect((await adapter.test(api))?.warnings).toContainEqual(
    expect.stringContaining("may not GET, POST of tags: tags are not sent"),
  );
});

test("tags are made to fit: PrestaShop's lists of tags have commas between them", () => {
  const { tags } = fitItem(lamp("SKU-1", { tags: ["red, blue", "[a|b] <c>", "x".repeat(40)] }), limits);
  expect(tags).toEqual(["red‚ blue", "(a/b) ‹c›", `${"x".repeat(31)}…`]);
});
