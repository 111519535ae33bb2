import { expect, test } from "bun:test";
import { nameFor, nameIn } from "../../src/connectors/adapters/woocommerce/woo-requests.ts";
import { variedLamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { openShop, openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { importAsSuggested } from "../imports/families.ts";
import { withTax } from "./with-tax.ts";

const prestashop = SHOPS.find(({ id }) => id === "prestashop") ?? expect.unreachable();

test("a name that has an entity in its letters comes back as it went: WordPress takes it for the character", () => {
  for (const name of ["Bread &quot;E&quot;", "Salt & pepper", "5 < 6 > 4", "A&B; &#39;x"]) {
    expect(nameIn(nameFor(name))).toBe(name);
  }
  // As it was before: what WordPress keeps as it is stays as it is.
  expect(nameFor("Salt & pepper")).toBe("Salt & pepper");
});

/** A catalog with one product, whose description is as a supplier's file had it. */
async function givenImported(brand = "") {
  const tenant = await newTenant();
  const reference = `${tenant.id.slice(0, 8)}-1`;
  const row = [reference, "4006381333931", "Bread", "<p>Rye & wheat</p> ", brand].map((cell) => `"${cell}"`).join(",");
  await importAsSuggested(tenant, `reference,ean,name,description,brand\n${row}\n`);
  const catalog = async () => (await tenant.get("/products")).body.items;
  const pull = async (platformId: string, credentials: object, syncOptions: object = {}) => {
    const named = { platform_id: platformId, name: "Shop", credentials, sync_options: syncOptions };
    const { body: connector } = await tenant.post("/connectors", withTax(named));
    await tenant.post(`/connectors/${connector.id}/sync/pull-products`, {});
    await runJobs();
    expect((await tenant.get(`/connectors/${connector.id}/jobs`)).body).toMatchObject([{ errors: 0, updated: 1 }]);
  };
  return { tenant, reference, catalog, pull };
}

test("a description that came back with its `&` as HTML has them changes nothing", async () => {
  const { reference, catalog, pull } = await givenImported();
  const shop = await openWooCommerce();
  const product = { id: 1, sku: reference, name: "Bread", regular_price: "" };
  shop.products.set(1, { ...product, description: "<p>Rye &amp; wheat</p>" });
  const before = await catalog();
  expect(before[0].description).toContain("Rye & wheat");
  await pull("woocommerce", shop.credentials);
  expect(await catalog()).toEqual(before);
  shop.products.set(1, { ...product, description: "<p>Rye &amp; barley</p>" });
  await pull("woocommerce", shop.credentials);
  expect(await catalog()).toMatchObject([{ description: "<p>Rye &amp; barley</p>" }]);
});

test("a brand that came back as it was made to fit stays the one that it is", async () => {
  const brand = `Léa; ${"and sons ".repeat(9)}`.trim();
  const { reference, catalog, pull } = await givenImported(brand);
  const said = { id: 4, reference, name: "Bread", manufacturer_name: `Léa, ${"and sons ".repeat(6)}and…` };
  const shop = await openShop(({ path }) => ({ json: path.includes("/products?") ? { products: [said] } : [] }));
  const before = await catalog();
  await pull("prestashop", { shop_url: shop.url, api_key: "secret" });
  expect(await catalog()).toEqual(before);
  said.manufacturer_name = "Zoë";
  await pull("prestashop", { shop_url: shop.url, api_key: "secret" });
  expect(await catalog()).toMatchObject([{ brand_name: "Zoë" }]);
});

test("what a rule of the connector says in a field is not pulled from it", async () => {
  const { reference, catalog, pull } = await givenImported("Léa");
  const shop = await openWooCommerce();
  const product = { id: 1, sku: reference, name: "Léa Bread", regular_price: "7.00", stock_quantity: 0 };
  shop.products.set(1, product);
  const rules = { field_map: [{ target: "name", template: "{brand} {title}" }] };
  await pull("woocommerce", shop.credentials, rules);
  expect(await catalog()).toMatchObject([{ title: "Bread", price: 7 }]);
  await pull("woocommerce", shop.credentials);
  expect(await catalog()).toMatchObject([{ title: "Léa Bread" }]);
});

test("what a combination weighs more goes to PrestaShop without what a difference of fractions leaves behind", async () => {
  const sent: string[] = [];
  const { push } = await openPlatform(prestashop, {
    when: ({ route }) => !/manufacturers/.test(route),
    reply: (call) => {
      if (call.method === "POST") sent.push(call.text);
      const [, object = ""] = /<(product|combination|product_option(?:_value)?)>/.exec(call.text) ?? [];
      return call.method === "GET" ? { json: [] } : { status: 201, json: { [object]: { id: 7 } } };
    },
  });
  const { variants, ...item } = variedLamp("SKU-1", { ean: null, weight: 0.3, images: [], isStockOfShop: true });
  await push([{ ...item, variants: variants.map((each) => ({ ...each, ean: null, image: null, weight: 0.4 })) }]);
  const weights = sent.flatMap((text) => [...text.matchAll(/<combination>.*?<weight><!\[CDATA\[(.*?)\]\]>/gs)]);
  expect(new Set(weights.map(([, weight]) => weight))).toEqual(new Set(["0.1"]));
});
