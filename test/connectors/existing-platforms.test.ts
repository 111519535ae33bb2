import { expect, test } from "bun:test";
import { listPlatforms } from "../../src/connectors/engine/platforms.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { lamp, picture } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";

const item = (known: Partial<PushItem>) =>
  lamp("SKU-1", { productId: "p1", title: "Lamp", images: [picture("https://images.example/1.jpg")], ...known });

/** What would break a product that its owner has made in the shop: how it is built, its tax, its place, its own images. */
const OWNERS: Record<string, RegExp> = {
  shopify: /productOptions|"variants":|originalSource/,
  woocommerce: /"type"|images/,
  prestashop: /id_category_default|associations|<active>/,
  magento: /type_id|visibility|attribute_set_id|"status"/,
  bigcommerce: /inventory_tracking|images/,
  shopware: /taxId/,
  squarespace: /storePageId|isVisible|"type"/,
  wizishop: /"visible"|"type"|images/,
  salesforce_commerce: /owningCatalogId|onlineFlag/,
};

test.each([...SHOPS, ...MORE_SHOPS].map((platform) => [platform.id, platform] as const))(
  "%s: a linked product keeps what its owner has made of it",
  async (id, platform) => {
    const { push, shelf, shop } = await openPlatform(platform);
    const owners = OWNERS[id] ?? expect.unreachable();
    // Some platforms are read by POST.
    const isRead = (text: string) => text.startsWith('{"limit"');
    const written = () =>
      shop.asked.filter(({ method, text }) => method !== "GET" && !isRead(text)).map(({ text }) => text);
    // It fetches the image itself, and only for a product that has none.
    const image = id === "squarespace" ? { images: [] } : {};
    await push([item({ productId: "p2", sku: "SKU-2", ean: null, ...image })]);
    expect(written().join()).toMatch(owners);
    const before = written().length;
    shelf.make("SKU-1", platform.isBySku ? "SKU-1" : undefined);
    expect(await push([item(image)])).toMatchObject([{ linkedBy: "sku" }]);
    const changes = written()
      .slice(before)
      .filter((text) => !REFUSED_FIRST.has(id) || text !== written()[before]);
    expect(changes.join()).toContain("Lamp");
    expect(changes.join()).not.toMatch(owners);
  },
);

/** They are to make it, and refuse. */
const REFUSED_FIRST = new Set(["woocommerce", "bigcommerce", "wizishop", "squarespace", "shopware"]);

const EAN = "4006381333931";
/** What is found by its EAN, under another SKU. */
const BY_EAN: Record<string, [isSearch: (call: Call) => boolean, reply: object]> = {
  shopify: [
    ({ text }) => text.includes("query find"),
    {
      data: {
        f0: {
          nodes: [
            {
              id: "v9",
              sku: "X",
              barcode: `0${EAN}`,
              product: { id: "9", variantsCount: { count: 1 } },
              inventoryItem: { id: "i9" },
            },
          ],
        },
      },
    },
  ],
  prestashop: [({ query }) => query.has("filter[ean13]"), { products: [{ id: 9, reference: "X", ean13: EAN }] }],
  shopware: [({ text }) => text.includes("equalsAny"), { data: [{ id: "9", productNumber: "X", ean: EAN }] }],
};
test.each(Object.entries(BY_EAN))("%s: a product without our SKU is linked by its EAN", async (id, [when, json]) => {
  const platform = [...SHOPS, ...MORE_SHOPS].find((each) => each.id === id) ?? expect.unreachable();
  const open = (existing: "link" | "skip") => openPlatform(platform, { when, reply: () => ({ json }) }, { existing });
  const skipping = await open("skip");
  skipping.shelf.make("X", "9");
  expect(await skipping.push([item({})])).toEqual([
    { productId: "p1", error: expect.stringContaining(`the EAN ${EAN} already (9)`) },
  ]);
  if (platform.id === "shopware") return;
  const linking = await open("link");
  linking.shelf.make("X", "9");
  expect(await linking.push([item({})])).toMatchObject([{ externalId: "9", linkedBy: "ean" }]);
  expect(linking.shelf.made).toEqual(["X"]);
});

test("the table has each platform that is no marketplace", () => {
  const shops = listPlatforms().flatMap(({ id, isMarketplace }) => (isMarketplace ? [] : id));
  expect(Object.keys(OWNERS).toSorted()).toEqual(shops.toSorted());
  expect(MARKETPLACES.filter(({ taken }) => taken === "linked")).toEqual([]);
});

test("ebay: an item that is there keeps what the seller has said of it beside", async () => {
  const platform = MARKETPLACES.find(({ id }) => id === "ebay") ?? expect.unreachable();
  const there = {
    condition: "LIKE_NEW",
    packageWeightAndSize: { packageType: "LETTER" },
    product: {
      title: "Old",
      mpn: "M-1",
      aspects: { Colour: ["Red"], Brand: ["Old"] },
      imageUrls: ["https://i.example/own.jpg"],
    },
  };
  const { push, shop } = await openPlatform(platform, {
    when: ({ route }) => route.endsWith("/bulk_get_inventory_item"),
    reply: () => ({ json: { responses: [{ sku: "SKU-1", statusCode: 200, inventoryItem: there }] } }),
  });
  await push([item({ externalId: "SKU-1", externalItemId: "o1", hasImages: true })]);
  const sent = shop.asked.find(({ path }) => path.endsWith("/bulk_create_or_replace_inventory_item"));
  expect(JSON.parse(sent?.text ?? "{}").requests[0]).toMatchObject({
    condition: "LIKE_NEW",
    packageWeightAndSize: { packageType: "LETTER" },
    product: {
      title: "Lamp",
      mpn: "M-1",
      aspects: { Colour: ["Red"], Brand: ["Lumen"] },
      imageUrls: ["https://i.example/own.jpg"],
    },
  });
});

test("amazon: a listing that is there is patched, not replaced", async () => {
  const platform = MARKETPLACES.find(({ id }) => id === "amazon") ?? expect.unreachable();
  const { push, shelf, shop } = await openPlatform(platform);
  shelf.make("SKU-1", "SKU-1");
  await push([item({ externalId: "SKU-1", hasImages: true }), item({ productId: "p2", sku: "SKU-2" })]);
  const feed = JSON.parse(shop.asked.find(({ method, path }) => method === "PUT" && path === "/d")?.text ?? "{}");
  const [patched, made] = feed.messages;
  const paths = patched.patches.map(({ path }: { path: string }) => path.split("/").at(-1));
  expect([patched.operationType, paths]).toEqual([
    "PATCH",
    [
      ...["item_name", "product_description", "brand", "externally_assigned_product_identifier"],
      ...["item_weight", "purchasable_offer"],
    ],
  ]);
  expect(made).toMatchObject({ operationType: "UPDATE", attributes: { condition_type: expect.any(Array) } });
  expect(Object.keys(made.attributes)).toContain("main_product_image_locator");
});
