import { expect, test } from "bun:test";
import { openWebServer } from "../doubles/web-server.ts";
import { newTenant } from "../harness.ts";
import { withProduct } from "../price-monitor/given.ts";

const RULES = {
  price: { css: "#price .amount" },
  stock: { xpath: "//p[@id='stock']/text()" },
  shipping_cost: { json_path: "$.offer.shipping" },
  in_stock_words: ["lieferbar"],
};
const PAGE = `<h1>Pen</h1><div id=price><span class=amount>18,90 €</span></div><p id=stock>Sofort lieferbar</p>
  <script>var state = {"offer":{"shipping":4.9}};</script>`;
const markup = (price: string, ean: string) =>
  `<script type="application/ld+json">{"@type":"Product","gtin13":"${ean}","offers":{"price":"${price}","priceCurrency":"EUR"}}</script>`;

async function given() {
  const { tenant, id, ean } = await withProduct();
  const web = await openWebServer();
  const at = (path: string) => `https://receiver.test:${web.port}${path}`;
  const { body: shop } = await tenant.post("/prices/competitors", { code: "shop", name: "Shop" });
  const path = `/prices/competitors/${shop.id}`;
  const tried = async (input: object) => tenant.post(`${path}/test-page`, input, { "accept-language": "en" });
  return { tenant, id, ean, web, at, shop: String(shop.id), path, tried };
}

test("selectors are tried on a page before they are the competitor's, and then read its pages in checks", async () => {
  const { tenant, id, web, at, shop, path, tried } = await given();
  web.has({ "/p": PAGE, "/none": "<p>Nothing</p>" });
  const none = (await tried({ url: at("/p") })).body;
  expect(none).toMatchObject({ status: "no_price", price: null, texts: null, source: null });
  expect((await tried({ url: at("/p"), page_rules: RULES, product_id: id })).body).toMatchObject({
    ...{ status: "ok", message: null, source: "rules", price: 18.9, currency: "EUR", shipping_cost: 4.9 },
    stock_status: "in_stock",
    texts: { price: "18,90 €", stock: "Sofort lieferbar", shipping_cost: "4.9", seller: null },
  });
  await tenant.post("/prices/addresses", { product_id: id, competitor_id: shop, url: at("/p") });
  expect((await tenant.post(`/prices/check/${id}`)).body).toMatchObject({ prices_found: 0 });

  const stored = await tenant.patch(path, { page_rules: RULES });
  expect([stored.status, stored.body.page_rules]).toEqual([200, RULES]);
  expect((await tried({ url: at("/p") })).body).toMatchObject({ source: "rules", price: 18.9 });
  expect((await tenant.post(`/prices/check/${id}`)).body).toMatchObject({
    prices_found: 1,
    results: [{ price: 18.9 }],
  });
  expect((await tenant.get(`/prices/history/${id}`)).body[0]).toMatchObject({
    shipping_cost: 4.9,
    stock_status: "in_stock",
  });
  const missed = (await tried({ url: at("/none") })).body;
  expect(missed).toMatchObject({ status: "no_price", texts: { price: null } });
  expect(missed.message).toContain("selectors");
  expect((await tenant.patch(path, { page_rules: null })).body.page_rules).toBeNull();
});

test("rules go before markup, which is read where they find nothing; a page of another EAN has no price", async () => {
  const { id, ean, web, at, tried } = await given();
  web.has({
    "/both": PAGE + markup("17.00", ean),
    "/markup": markup("17.00", ean),
    "/other": PAGE + markup("17.00", "4000000070016"),
    "/dollars": PAGE.replace("18,90 €", "18.90"),
  });
  const rules = { page_rules: RULES, product_id: id };
  expect((await tried({ url: at("/both"), ...rules })).body).toMatchObject({ source: "rules", price: 18.9 });
  expect((await tried({ url: at("/both"), page_rules: null })).body).toMatchObject({ source: "markup", price: 17 });
  expect((await tried({ url: at("/markup"), ...rules })).body).toMatchObject({ source: "markup", price: 17 });
  expect((await tried({ url: at("/other"), ...rules })).body.message).toContain("another EAN");
  const dollars = { ...RULES, currency: "USD" };
  expect((await tried({ url: at("/dollars"), page_rules: dollars })).body.message).toContain("USD");
  expect((await tried({ url: at("/gone") })).body).toMatchObject({ status: "error", texts: null });
});

test("what is no selector is refused by field, and others cannot try a page", async () => {
  const { tenant, at, path, tried } = await given();
  const refused = async (page_rules: object) => (await tenant.patch(path, { page_rules })).body.error.details;
  expect(await refused({ price: { css: "a[href" } })).toMatchObject([{ field: "page_rules.price" }]);
  expect(await refused({ price: { css: "a" }, stock: { xpath: "p" } })).toMatchObject([{ field: "page_rules.stock" }]);
  expect(await refused({ price: {} })).toMatchObject([{ field: "page_rules.price" }]);
  expect(await refused({ price: { css: "a", xpath: "//a" } })).toMatchObject([{ field: "page_rules.price" }]);
  expect(await refused({ stock: { css: "a" } })).toMatchObject([{ field: expect.stringContaining("price") }]);
  expect((await tried({ url: at("/p"), page_rules: { price: { json_path: "a" } } })).status).toBe(422);
  expect((await tried({ url: "ftp://x" })).status).toBe(422);
  expect((await tried({ url: at("/p"), product_id: crypto.randomUUID() })).status).toBe(404);
  const other = await newTenant();
  expect((await other.post(`${path}/test-page`, { url: at("/p") })).status).toBe(404);
});
