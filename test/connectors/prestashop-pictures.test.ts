import { expect, test } from "bun:test";
import { lamp, picture } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import type { Reply } from "../doubles/shops.ts";

const platform = SHOPS.find(({ id }) => id === "prestashop") ?? expect.unreachable();
const FILE: Reply = { bytes: Buffer.from("P"), headers: { "content-type": "image/png" } };
const urlOf = (name: string) => `https://images.example/${name}.png`;

/**
 * A shop with a product and its pictures: a new one goes behind the others, the first one is shown, and with it goes what is
 * shown (PrestaShop 9.0.0). One that is called `away` cannot be had.
 */
async function openGallery() {
  let there: { id: string; name: string }[] = [];
  let shown: string | undefined;
  let nextId = 10;
  let calls: string[] = [];
  const fetched: string[] = [];
  const upload = () => {
    const made = { id: String(nextId++), name: fetched.at(-1) ?? "" };
    there.push(made);
    shown ??= made.id;
    return FILE;
  };
  const fetchedAt = (path: string): Reply => {
    const name = path.replace(/^\/|\.png$/g, "");
    fetched.push(name);
    return name === "away" ? { status: 404 } : FILE;
  };
  const remove = (id: string): Reply => {
    there = there.filter((each) => each.id !== id);
    if (shown === id) shown = undefined;
    return { json: {} };
  };
  const answer = ({ host, path, route, method, text }: Call): Reply => {
    if (host === "images.example") return fetchedAt(path);
    calls.push(route.replace("/api/", ""));
    if (route === "POST /api/images/products/7") return upload();
    if (method === "DELETE") return remove(route.split("/").at(-1) ?? "");
    const [, cover] = /<id_default_image><!\[CDATA\[(\d+)\]\]>/.exec(text) ?? [];
    if (cover !== undefined) shown = cover;
    return { json: { product: { id: 7, associations: { images: there.map(({ id }) => ({ id })) } } } };
  };
  const { push } = await openPlatform(platform, {
    when: ({ host, route }) => host === "images.example" || /products/.test(route),
    reply: answer,
  });
  let images: Readonly<Record<string, string>> = {};
  const send = async (names: readonly string[]) => {
    calls = [];
    const known = { externalId: "7", externalItemId: "3", parts: { variants: {}, images } };
    const item = { ...known, ean: null, brand: null, images: names.map((name) => picture(urlOf(name))) };
    const [outcome = expect.unreachable()] = await push([lamp("SKU-1", { ...item, isStockOfShop: true })]);
    if ("error" in outcome) return expect.unreachable(outcome.error);
    images = outcome.parts?.images ?? {};
    expect(Object.values(images).toSorted()).toEqual(there.map(({ id }) => id).toSorted());
    const uploads = calls.filter((call) => call.startsWith("POST images")).length;
    return {
      outcome,
      uploads,
      names: there.map(({ name }) => name),
      shown: there.find(({ id }) => id === shown)?.name,
    };
  };
  return { send };
}

test("PrestaShop has the pictures in their order after one moved, came between or went; the first one is shown", async () => {
  const { send } = await openGallery();
  expect(await send(["a", "b", "c"])).toMatchObject({ names: ["a", "b", "c"], shown: "a", uploads: 3 });
  expect(await send(["a", "c", "b"])).toMatchObject({ names: ["a", "c", "b"], shown: "a", uploads: 1 });
  expect(await send(["a", "new", "c", "b"])).toMatchObject({ names: ["a", "new", "c", "b"], shown: "a", uploads: 3 });
  expect(await send(["b", "a"])).toMatchObject({ names: ["b", "a"], shown: "b" });
  // What stays in its place is not sent again.
  expect(await send(["b", "a", "c"])).toMatchObject({ names: ["b", "a", "c"], shown: "b", uploads: 1 });
  expect(await send(["a", "c"])).toMatchObject({ names: ["a", "c"], shown: "a", uploads: 0 });
});

test("a picture that cannot be had again stays where it is", async () => {
  const { send } = await openGallery();
  expect(await send(["a", "b"])).toMatchObject({ names: ["a", "b"] });
  const { outcome, names } = await send(["a", "away", "b"]);
  expect(names).toEqual(["a", "b"]);
  expect(outcome).toMatchObject({ lacks: "images", remarks: [expect.stringContaining("away.png was not taken")] });
});
