import { expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import { lamp, variedLamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Platform } from "../doubles/platforms/platform.ts";
import { EVERY } from "./every-platform.ts";

const gone = (id: string) => `The shop no longer has its product ${id}: push the product to make it again`;
/** ManoMano makes offers from a file that it fetches. */
const TOLD = EVERY.filter(([id, { gone: kept }]) => kept.stock === "unlinked" && id !== "manomano");

/** A product as it is known once it was made, with other levels than it was made with. */
function known(item: PushItem, made: PushOutcome | undefined): PushItem {
  if (!made || "error" in made) return expect.unreachable();
  const { externalId, externalItemId = null, parts = item.parts } = made;
  const variants = item.variants.map((each) => ({
    ...each,
    stock: 9,
    externalId: parts.variants[each.variantId] ?? null,
  }));
  return { ...item, externalId, externalItemId, parts, stock: 9, variants };
}

/** A product that was made on a platform and then deleted there. */
async function deleted(platform: Platform, of: typeof lamp) {
  const opened = await openPlatform(platform);
  const [made] = await opened.push([of("SKU-1")]);
  const item = known(of("SKU-1"), made);
  expect(await opened.push([item], "stock")).not.toMatchObject([{ error: expect.anything() }]);
  opened.shelf.products.clear();
  return { ...opened, item };
}

test.each(TOLD)(
  "%s: stock and price of a product that was deleted there are refused by its id, with what to do",
  async (id, platform) => {
    const { push, shelf, item } = await deleted(platform, lamp);
    const error = gone(item.externalId ?? "");
    expect(await push([item], "stock")).toEqual([{ productId: item.productId, error, isMissing: true }]);
    // Those of B2C Commerce are not written at all.
    if (id !== "salesforce_commerce")
      expect(await push([item], "prices")).toEqual([{ productId: item.productId, error, isMissing: true }]);
    expect(shelf.made).toHaveLength(1);
  },
);

/** Those whose double keeps variants with their product. */
const VARIED = new Set(["bigcommerce", "squarespace", "shopware", "salesforce_commerce", "amazon", "ebay"]);

test.each(TOLD.filter(([id]) => VARIED.has(id)))("%s: so are those of one with variants", async (id, platform) => {
  const { push, item } = await deleted(platform, variedLamp);
  const kinds = id === "salesforce_commerce" ? (["stock"] as const) : (["stock", "prices"] as const);
  for (const kind of kinds) {
    expect(await push([item], kind)).toEqual([
      {
        productId: item.productId,
        error: expect.stringContaining("push the product to make it again"),
        isMissing: true,
      },
    ]);
  }
});

test("prestashop: stock of combinations that went with their product is refused, that of one alone named and made again", async () => {
  const platform = EVERY.find(([id]) => id === "prestashop")?.[1] ?? expect.unreachable();
  const rows = [{ id: "71", id_product: "1", id_product_attribute: "60", quantity: "4" }];
  const { push, shelf } = await openPlatform(platform, {
    when: ({ route }) => route === "GET /api/stock_availables",
    reply: () => ({ json: shelf.products.has("1") ? { stock_availables: rows } : [] }),
  });
  shelf.make("SKU-1");
  const parts = { variants: { "variant-S": "60", "variant-M": "61" }, images: {} };
  const item = known(variedLamp("SKU-1"), { productId: "product-SKU-1", externalId: "1", externalItemId: null, parts });
  const named = {
    ...{ externalId: "1", parts: { variants: { "variant-S": "60" } }, lacks: "variants" },
    remarks: ["The shop no longer has the variant SKU-1-M (61): the next push of products makes it again"],
  };
  expect(await push([item], "stock")).toMatchObject([named]);
  shelf.products.clear();
  expect(await push([item], "stock")).toEqual([{ productId: item.productId, error: gone("1"), isMissing: true }]);
});

test("cdiscount: what is said to do about an offer that is not there helps", async () => {
  const platform = EVERY.find(([id]) => id === "cdiscount")?.[1] ?? expect.unreachable();
  const { push, item, shelf } = await deleted(platform, lamp);
  const [refused] = await push([item], "stock");
  expect(refused).toMatchObject({ error: expect.stringMatching(/offer with the SKU SKU-1: make it .*deliveryModes/) });
  const rules = { "deliveryModes.REL": "4.9", "offer.preparationTime": "2", "taxes.Ecotax": "0" };
  const attributes = Object.entries(rules).map(([name, value]) => ({ name, value }));
  expect(await push([{ ...item, attributes }], "stock")).toMatchObject([{ externalId: "SKU-1" }]);
  expect(shelf.products.has("SKU-1")).toBe(true);
});
