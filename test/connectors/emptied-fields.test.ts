import { expect, test } from "bun:test";
import { lamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { openShop, wooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

const FILLED = {
  short_description: "<p>Short</p>",
  seo_title: "A lamp",
  seo_meta_description: "Buy it",
  ean: "4006381333931",
  weight: 1.5,
  width: 10,
};
const NOTHING = Object.fromEntries(Object.keys(FILLED).map((name) => [name, null]));

/** A WooCommerce shop with brands and tags, to which a product was pushed. */
async function given() {
  const { products, reply, credentialsAt } = wooCommerce();
  const shop = await openShop((received) => {
    const [, kind] = /\/products\/(brands|tags)\b/.exec(received.path) ?? [];
    if (kind === undefined) return reply(received);
    return { json: received.method === "GET" ? [] : { id: kind === "brands" ? 5 : 6 } };
  });
  const tenant = await newTenant();
  const brand = `Brand ${tenant.id}`;
  const { body } = await tenant.post("/brands", { name: brand });
  const { body: product } = await tenant.post("/products", {
    name: "Lamp",
    reference: tenant.id,
    price: 5,
    brand_id: body.id,
    ...FILLED,
  });
  const path = `/products/${product.id}`;
  await tenant.put(`${path}/tags`, { names: ["Sale"] });
  const named = { platform_id: "woocommerce", name: "Shop", credentials: credentialsAt(shop.url) };
  const { body: connector } = await tenant.post("/connectors", withTax(named));
  const push = async () => {
    const before = shop.asked.length;
    await tenant.post(`/connectors/${connector.id}/sync/push-products`, {});
    await runJobs();
    expect((await tenant.get(`/connectors/${connector.id}/jobs`)).body[0]).toMatchObject({ errors: 0 });
    const [there] = [...products.values()];
    const sent = shop.asked
      .slice(before)
      .filter(({ method, path: at }) => method === "POST" && at.includes("/products/batch"));
    return { there, update: sent.map(({ text }) => JSON.parse(text).update[0])[0] };
  };
  return { tenant, path, push };
}

test("what was sent and is empty now goes from WooCommerce, once; what was never sent stays the owner's", async () => {
  const { tenant, path, push } = await given();
  expect((await push()).there).toMatchObject({
    weight: "1.5",
    global_unique_id: FILLED.ean,
    tags: [{ id: 6 }],
    brands: [{ id: 5 }],
  });
  await tenant.patch(path, { ...NOTHING, brand_id: null });
  await tenant.put(`${path}/tags`, { names: [] });
  const emptied = {
    ...{ short_description: "", global_unique_id: "", weight: "", dimensions: { length: "", width: "", height: "" } },
    ...{ brands: [{ id: 0 }], tags: [] },
    meta_data: [
      { key: "_yoast_wpseo_title", value: "" },
      { key: "_yoast_wpseo_metadesc", value: "" },
    ],
  };
  expect((await push()).update).toMatchObject(emptied);
  expect((await push()).update).toBeUndefined();
  await tenant.patch(path, { name: "Other lamp" });
  const { update } = await push();
  expect(update).toMatchObject({ name: "Other lamp" });
  expect(Object.keys(update).filter((name) => name in emptied)).toEqual([]);
});

test("what was emptied goes to PrestaShop as such", async () => {
  const platform = SHOPS.find(({ id }) => id === "prestashop") ?? expect.unreachable();
  const { push, shelf, shop } = await openPlatform(platform);
  shelf.make("SKU-1", "4");
  const known = { externalId: "4", externalItemId: "9", ean: null, brand: null, weight: null };
  const emptied = new Set(["short_description", "seo_title", "ean", "brand", "weight", "dimensions"] as const);
  await push([lamp("SKU-1", { ...known, emptied })]);
  const sent = shop.asked.find(({ method }) => method === "PATCH")?.text ?? "";
  for (const [name, value] of Object.entries({ id_manufacturer: 0, ean13: "", weight: 0, width: 0, depth: 0 })) {
    expect(sent).toContain(`<${name}><![CDATA[${value}]]></${name}>`);
  }
  expect(sent).toMatch(/<description_short>.*<!\[CDATA\[\]\]>.*<\/description_short>/s);
  await push([lamp("SKU-1", known)]);
  expect(shop.asked.findLast(({ method }) => method === "PATCH")?.text).not.toContain("ean13");
});
