import { expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { BLANK, lamp } from "../doubles/platforms/lamp.ts";
import { mirakl } from "../doubles/platforms/mirakl.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { rowsIn } from "../doubles/platforms/rows-in.ts";

/** The files that a push of products imports, by their path. */
async function filesOf(items: readonly PushItem[]) {
  const { adapter, api, shop } = await openPlatform(mirakl);
  await adapter.push(api, "products", items);
  const rows = (end: string) => {
    const request = shop.asked.find(({ method, path }) => method === "POST" && path === `/api/${end}/imports`);
    return request ? rowsIn(request) : [];
  };
  return { sheets: rows("products"), offers: rows("offers") };
}

test("S31.7 a sheet has the category that was chosen for ours, else the name of ours", async () => {
  const chosen = { category: "Lamps", categoryId: "0b6a2a52-5b53-4b4a-9a3f-000000000001" };
  const { sheets } = await filesOf([lamp("A", { ...chosen, categoryIds: ["LAMPS-FR"] }), lamp("B", chosen)]);
  expect(sheets.map(({ category }) => category)).toEqual(["LAMPS-FR", "Lamps"]);
});

test("S31.9 rules of the connector add columns to sheets, and to the offers that are made", async () => {
  const attributes = [
    { name: "attributes.COLOR", value: "Red" },
    { name: "offers.leadtime-to-ship", value: "3" },
  ];
  const { sheets, offers } = await filesOf([lamp("A", { attributes }), lamp("B")]);
  expect(sheets.map((row) => row["COLOR"])).toEqual(["Red", ""]);
  expect(sheets[0]).not.toHaveProperty("leadtime-to-ship");
  expect(offers.map((row) => row["leadtime-to-ship"])).toEqual(["3", ""]);
});

test("S31.8 texts go in all languages of the operator, each in columns of its own", async () => {
  const { adapter, api } = await openPlatform(mirakl);
  expect(await adapter.languages?.(api)).toEqual(["fr"]);
  const { title: _title, description: _description, ...texts } = BLANK;
  const german = { ...texts, title: "Lampe", description: "<p>Hell</p>" };
  const { sheets } = await filesOf([lamp("A", { translations: { de: german } }), lamp("B")]);
  expect(sheets.map((row) => [row["title"], row["title_de"], row["description_de"]])).toEqual([
    ["Lamp A", "Lampe", "<p>Hell</p>"],
    ["Lamp B", "", ""],
  ]);
});

test("S31.4 a new offer has no stock where its number is the shop's own, or is not sent", async () => {
  const { offers } = await filesOf([
    lamp("A", { isStockOfShop: true }),
    lamp("B", { sends: new Set(["name", "price"]) }),
    lamp("C"),
  ]);
  expect(offers.map(({ quantity }) => quantity)).toEqual(["0", "0", "4"]);
});

test("an offer without an EAN names the seller's own sheet", async () => {
  const { offers } = await filesOf([lamp("A", { ean: null }), lamp("B")]);
  expect(offers.map((row) => [row["product-id"], row["product-id-type"]])).toEqual([
    ["A", "SHOP_SKU"],
    ["4006381333931", "EAN"],
  ]);
});

test("S31.7 an offer that the seller has already is not made again: what the import does not say would be reset", async () => {
  const { adapter, api, shop, shelf } = await openPlatform(mirakl);
  shelf.make("A", "A");
  const outcomes = await adapter.push(api, "products", [lamp("A"), lamp("B")]);
  expect(outcomes).toMatchObject([{ externalId: "A" }, { externalId: "B" }]);
  const imports = shop.asked.filter(({ method, path }) => method === "POST" && path === "/api/offers/imports");
  expect(imports.flatMap(rowsIn).map(({ sku }) => sku)).toEqual(["B"]);
});
