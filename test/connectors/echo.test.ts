import { expect, test } from "bun:test";
import { ebay } from "../doubles/platforms/ebay.ts";
import { mirakl } from "../doubles/platforms/mirakl.ts";
import { type Call, openShelf, type Platform, TOKEN } from "../doubles/platforms/platform.ts";
import { shopifyStore } from "../doubles/platforms/shopify-store.ts";
import { openShop, type Received, type Reply } from "../doubles/shops.ts";
import { bytesAt } from "../exports/export-file.ts";
import { importAsSuggested } from "../imports/families.ts";
import { newEan } from "../products/given.ts";
import { shopify } from "./deliveries.ts";
import { runOutside } from "./services-to.ts";
import { givenVaried } from "./varied-catalog.ts";

const HTML =
  '<p>Linen &amp; "cotton", 5&nbsp;&lt;&nbsp;6 € <a href="https://pim.example/a?b=1&amp;c=2">é</a></p>\n<ul><li>1</li></ul>';
const FIELDS = "reference,name,description,price,compare_at_price,stock,brand_name,ean,updated_at";

const callOf = (received: Received): Call => {
  const { pathname, searchParams: query } = new URL(received.path, "https://receiver.test");
  const body = /^[[{]/.test(received.text) ? JSON.parse(received.text) : undefined;
  return { ...received, host: "", route: `${received.method} ${pathname}`, query, body };
};

interface Double {
  reply: (call: Call) => Reply;
  credentials: Readonly<Record<string, string>>;
  isToken?: (path: string) => boolean;
}

/** A catalog with a shirt in variants and a chair that is reduced, pushed to a platform that keeps what it is sent. */
async function pushed(platformId: string, { reply, credentials, isToken = () => false }: Double) {
  const shop = await openShop((received) => (isToken(received.path) ? TOKEN : reply(callOf(received))));
  const there = Object.fromEntries(Object.entries(credentials).map(([key, value]) => [key, value || shop.url]));
  const varied = await givenVaried(platformId, shop, { credentials: there, isToken });
  const { tenant, code, sku, path, variantId, asked, whole } = varied;
  // The first of the variants costs something else than the product.
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { price: 21, compare_at_price: 30 });
  const named = `Chair "Léa" & Co, 5 < 6 ${"of oak ".repeat(14)}`.trim();
  const row = [sku("CH"), newEan(), named, HTML, `Léa & Co ${code}`, "12.50", "19.99", "6"];
  const quoted = row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";");
  // One that has a single variant, which costs something else, too.
  const { body: lamp } = await tenant.post("/products", {
    name: "Lamp",
    description: HTML,
    reference: sku("LA"),
    price: 40,
  });
  const variants = [{ sku: sku("LA-1"), option_values: { Size: "One" }, price: 35, stock: 2 }];
  await tenant.post(`/products/${lamp.id}/variants/bulk`, { variants });
  await importAsSuggested(tenant, `reference;ean;name;description;brand;price;compare at price;stock\n${quoted}\n`);
  const [chair] = (await tenant.get("/products")).body.items.filter(
    ({ reference }: { reference: string }) => reference === row[0],
  );
  const catalog = async () => {
    const { bytes } = await bytesAt(tenant, `/exports/stream/csv/products?include_fields=${FIELDS}`);
    const paths = [`/products/${chair.id}`, `/products/${lamp.id}`, `/products/${lamp.id}/variants`];
    const read = await Promise.all(paths.map(async (each) => (await tenant.get(each)).body));
    return [await whole(), read, Buffer.from(bytes).toString()];
  };
  const { job } = await asked("push-products");
  // eBay takes 80 characters of a name: the pull below reports it as it was made to fit.
  const fitted = platformId === "ebay" ? [{ result: "noted", message: expect.stringContaining("The name was") }] : [];
  expect(job).toMatchObject({ pushed: 3, errors: 0, products: fitted });
  const rest = async () => {
    for (const operation of ["push-products", "push-stock", "push-prices"]) {
      expect((await asked(operation)).routes).toEqual([]);
    }
  };
  return { ...varied, catalog, rest };
}

test("Shopify: pushed, pulled, echoed and pushed again both sides are as they were", async () => {
  const { products, reply, echoes } = shopifyStore();
  const secret = `hook-${crypto.randomUUID()}`;
  const credentials = { shop_url: "", access_token: "token", webhook_secret: secret };
  const { catalog, rest, run, there } = await pushed("shopify", { reply, credentials });
  const [here, kept] = [await catalog(), structuredClone(products)];
  const [shirt, , chair] = [...kept.values()];
  expect(chair?.variants).toMatchObject([{ price: "12.50", compareAtPrice: "19.99", inventoryQuantity: 6 }]);
  const prices = shirt?.variants.map(({ price, compareAtPrice }) => `${price} ${compareAtPrice}`);
  expect(prices).toEqual(["21.00 30.00", "22.00 null", "18.00 25.00", "20.00 null"]);
  await rest();
  expect(await run("pull-products")).toMatchObject({ status: "completed", errors: 0, products: [] });
  expect(await catalog()).toEqual(here);
  for (const echo of echoes()) {
    expect((await shopify(secret, JSON.stringify(echo))).body).toMatchObject({ status: "accepted" });
  }
  await runOutside(there);
  expect(await catalog()).toEqual(here);
  await rest();
  expect(products).toEqual(kept);
});

const INVENTORY = "/sell/inventory/v1";
type Read = (path: string) => unknown;
/** Marketplaces, and what each has of what it was sent. */
const MARKETPLACES: [string, Platform, (read: Read) => unknown[]][] = [
  [
    "eBay",
    ebay,
    (read) => {
      const { inventoryItems: items } = Object(read(`${INVENTORY}/inventory_item`));
      return items.map((item: { sku: string }) => [item, read(`${INVENTORY}/offer/o-${item.sku}`)]);
    },
  ],
  ["Mirakl", mirakl, (read) => Object(read("/api/offers")).offers],
];

test.each(MARKETPLACES)("%s: pushed, pulled and pushed again both sides are as they were", async (...given) => {
  const [, platform, stateIn] = given;
  const reply = platform.answer(openShelf());
  const isToken = (path: string) => path.endsWith("/oauth2/token");
  const { catalog, rest, run } = await pushed(platform.id, { reply, credentials: platform.credentials, isToken });
  const read: Read = (path) => Object(reply(callOf({ method: "GET", path, headers: {}, text: "" }))).json;
  const [here, kept] = [await catalog(), structuredClone(stateIn(read))];
  expect(kept).toHaveLength(6);
  for (const price of ["12.5", "19.99"]) expect(JSON.stringify(kept)).toContain(price);
  await rest();
  expect(await run("pull-products")).toMatchObject({ status: "completed", errors: 0, products: [] });
  expect(await catalog()).toEqual(here);
  await rest();
  expect(stateIn(read)).toEqual(kept);
});
