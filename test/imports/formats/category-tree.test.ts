import { expect, test } from "bun:test";
import { readFile } from "./packages.ts";

const feed = (categories: string, ids: readonly string[], name = "categoryId") =>
  `<yml_catalog><shop><categories>${categories}</categories><offers>${ids
    .map((id, at) => `<offer id="${at}"><name>Item ${at}</name><price>1</price><${name}>${id}</${name}></offer>`)
    .join("")}</offers></shop></yml_catalog>`;
const pathsOf = async (text: string) => (await readFile("feed.xml", text)).rows.map(({ category }) => category);

test.each<[string, string]>([
  [
    "attributes",
    '<category id="1">Office</category><category id="2" parentId="1">Pens &amp; inks</category><category id="3">A4/A5</category>',
  ],
  [
    "elements",
    "<category><id>1</id><name>Office</name></category><category><id>2</id><parentId>1</parentId><name>Pens &amp; inks</name></category><category><id>3</id><name>A4/A5</name><picture>https://x.example/3.jpg</picture></category>",
  ],
])("categories that a feed names by their ids are paths of its own tree: %s", async (_, categories) => {
  expect(await pathsOf(feed(categories, ["2", "1", "3", "9"]))).toEqual([
    "Office > Pens & inks",
    "Office",
    "A4/A5 >",
    undefined,
  ]);
});

test("a circle of categories ends, and names with the sign of paths stay one name", async () => {
  const [circle] = await pathsOf(
    feed('<category id="1" parentId="2">A</category><category id="2" parentId="1">B</category>', ["1", "2"]),
  );
  expect(circle?.split(" > ")).toHaveLength(20);
  expect(
    await pathsOf(feed('<category id="1">A &gt; B</category><category id="2" parentId="1">C</category>', ["2", "1"])),
  ).toEqual(["A › B > C", "A › B"]);
});

test("a category of the product's own stays", async () => {
  const text = feed('<category id="1">Office</category>', ["1", "1"]).replaceAll(
    "<name>",
    "<category>Own</category><name>",
  );
  expect(await pathsOf(text)).toEqual(["Own", "Own"]);
});
