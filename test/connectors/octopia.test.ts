import { describe, expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { bareCdiscount, cdiscount } from "../doubles/platforms/cdiscount.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";

const there = (sku: string, more: Partial<PushItem> = {}) => lamp(sku, { externalId: sku, ...more });
const bodiesTo = (asked: readonly { path: string; text: string }[], end: RegExp) =>
  asked.filter(({ path }) => end.test(path)).map(({ text }) => JSON.parse(text));
const UPLOADS = /\/offer-requests$/;

describe("packages of offers", () => {
  test("S31.12 take a hundred offers a request, and their results are read page by page", async () => {
    const { adapter, api, shelf, shop } = await openPlatform(cdiscount);
    const items = Array.from({ length: 1_050 }, (_, at) => there(`SKU-${at}`));
    for (const { sku } of items.slice(0, 1_040)) shelf.make(sku, sku);
    const known = items.map((item) => ({ ...item, stockThere: 3, stock: 5 }));
    const outcomes = await adapter.push(api, "stock", known);
    expect(outcomes.filter((each) => "error" in each)).toHaveLength(10);
    expect(bodiesTo(shop.asked, UPLOADS).map((each) => each.length)).toEqual([
      ...Array.from({ length: 10 }, () => 100),
      50,
    ]);
    expect(shop.asked.filter(({ path }) => path.includes("cursor=")).map(({ path }) => path)).toEqual([
      expect.stringContaining("cursor=1000"),
    ]);
    expect(shop.asked.filter(({ method, path }) => method === "POST" && path.endsWith("/offer-packages"))).toHaveLength(
      1,
    );
  });

  test("S31.3 with a price all taxes go that Octopia has of the offer", async () => {
    const { adapter, api, shelf, shop } = await openPlatform(cdiscount);
    shelf.make("SKU-1", "SKU-1");
    expect(await adapter.push(api, "prices", [there("SKU-1")])).toMatchObject([{ externalId: "SKU-1" }]);
    expect(bodiesTo(shop.asked, UPLOADS)).toEqual([
      [
        {
          sellerExternalReference: "SKU-1",
          price: {
            price: 12.5,
            taxes: [
              { code: "VAT", value: 20 },
              { code: "Ecotax", value: 0.35 },
            ],
          },
        },
      ],
    ]);
  });

  test("one that is refused whole says why", async () => {
    const { adapter, api } = await openPlatform(cdiscount, {
      when: ({ route }) => route === "GET /seller/v2/offer-packages/12",
      reply: () => ({ json: { state: "Rejected", result: { message: "Too many packages" } } }),
    });
    const refused = adapter.push(api, "stock", [there("SKU-1", { stockThere: 1 })]);
    expect(await refused.catch((error) => error)).toMatchObject({
      message: expect.stringContaining("Too many packages"),
    });
  });
});

const RULES = [
  { name: "deliveryModes.TRK", value: "4,90" },
  { name: "deliveryModes.TRK.additionalCost", value: "1" },
  { name: "offer.preparationTime", value: "2" },
  { name: "taxes.Ecotax", value: "0.35" },
];

describe("offers that are not there", () => {
  test("are made where the connector's rules say all that an offer needs", async () => {
    const { adapter, api, shelf, shop } = await openPlatform(bareCdiscount);
    const [made] = await adapter.push(api, "stock", [
      there("SKU-1", { attributes: RULES, compareAtPriceCents: 2_000 }),
    ]);
    expect(made).toEqual({ productId: "product-SKU-1", externalId: "SKU-1" });
    expect([...shelf.products.keys()]).toEqual(["SKU-1"]);
    expect(bodiesTo(shop.asked, /POST|offer-packages$/)).toEqual([{ packageType: "Upsert" }]);
    expect(bodiesTo(shop.asked, UPLOADS)).toEqual([
      [
        {
          sellerExternalReference: "SKU-1",
          product: { gtin: "4006381333931" },
          condition: "New",
          price: {
            price: 12.5,
            originPrice: 20,
            taxes: [
              { code: "VAT", value: 20 },
              { code: "Ecotax", value: 0.35 },
              { code: "Deatax", value: 0 },
            ],
          },
          deliveryModes: [{ code: "TRK", cost: 4.9, additionalCost: 1 }],
          preparationTime: 2,
          quantity: 4,
        },
      ],
    ]);
  });

  test("are an error that says what to do where they do not, and where VAT is not known", async () => {
    const { adapter, api, shop } = await openPlatform(bareCdiscount);
    const errorOf = async (more: Partial<PushItem>) => {
      const [outcome] = await adapter.push(api, "prices", [there("SKU-1", more)]);
      return outcome && "error" in outcome ? outcome.error : undefined;
    };
    expect(await errorOf({ attributes: RULES.slice(0, 3) })).toContain("taxes.Ecotax");
    expect(await errorOf({ attributes: RULES, taxRate: null })).toContain("tax_rate");
    expect(await errorOf({ attributes: RULES, sends: new Set(["stock"]) })).toContain("price");
    expect(shop.asked.filter(({ path }) => /offer-packages/.test(path))).toEqual([]);
    // Without any rule it is Octopia that refuses it.
    expect(await errorOf({})).toMatch(/^No such offer. Cdiscount has no offer .* sync_options.field_map/);
  });

  test("have a quantity of 0 where their number is the shop's own", async () => {
    const { adapter, api, shelf } = await openPlatform(bareCdiscount);
    await adapter.push(api, "prices", [there("SKU-1", { attributes: RULES, isStockOfShop: true })]);
    expect(shelf.levels.get("SKU-1")).toBe(0);
  });
});

describe("sheets", () => {
  const sheetOf = async (more: Partial<PushItem>) => {
    const { adapter, api, shop } = await openPlatform(cdiscount);
    const [outcome] = await adapter.push(api, "products", [lamp("SKU-1", more)]);
    const request = shop.asked.find(({ path }) => path.endsWith("/products-integration"));
    const sheet = request && JSON.parse(request.text).products[0];
    return { sheet, language: request?.headers["accept-language"], outcome };
  };

  test("S31.7 have the code of the category that was chosen, or one that is a code; a name is none", async () => {
    const named = { category: "Lamps", categoryId: "0b6a2a52-5b53-4b4a-9a3f-000000000001" };
    expect((await sheetOf({ ...named, categoryIds: ["0U0O05"] })).sheet.categoryCode).toBe("0U0O05");
    expect((await sheetOf({ ...named, category: "0U0O05" })).sheet.categoryCode).toBe("0U0O05");
    // A rule of the connector says it.
    expect((await sheetOf({ category: "anything" })).sheet.categoryCode).toBe("anything");
    const { sheet, outcome } = await sheetOf(named);
    expect(sheet).not.toHaveProperty("categoryCode");
    expect(outcome).toMatchObject({ remarks: [expect.stringContaining("No category of Octopia stands for Lamps")] });
  });

  test("S31.9 have the properties that rules of the connector name by their numbers", async () => {
    const attributes = [
      { name: "attributes.3263", value: "Rouge" },
      { name: "deliveryModes.TRK", value: "4.90" },
    ];
    expect((await sheetOf({ attributes })).sheet.attributes).toEqual([
      { propertyReference: "3263", values: ["Rouge"] },
    ]);
  });

  test("S31.8 have the description without HTML, and as it is beside", async () => {
    const words = Array.from({ length: 100 }, (_, at) => `word${at}`).join(" ");
    const { sheet } = await sheetOf({ description: `<b>Bright</b> &amp; ${words}` });
    expect(sheet.richMarketingDescription).toBe(`<b>Bright</b> &amp; ${words}`);
    expect(sheet.description).toMatch(/^Bright & word0 .*word\d+…$/);
    expect(sheet.description.length).toBeLessThanOrEqual(420);
  });

  test("S31.8 go in their language, and not in one that Octopia does not take", async () => {
    expect((await sheetOf({})).language).toBe("fr-FR");
    expect((await sheetOf({ language: "es" })).language).toBe("es-ES");
    const { sheet, outcome } = await sheetOf({ language: "de" });
    expect(sheet).toBeUndefined();
    expect(outcome).toMatchObject({ error: expect.stringContaining("sync_options.language") });
  });
});
