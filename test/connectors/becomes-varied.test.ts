import { expect, test } from "bun:test";
import type { Call } from "../doubles/platforms/platform.ts";
import type { Reply } from "../doubles/shops.ts";
import { openVariedCatalog } from "./varied-catalog.ts";

/** A WooCommerce shop with one product, which has variations only while its type is `variable`. */
function wooShop() {
  const product: Record<string, unknown> = { id: 4, type: "simple" };
  const variations: Record<string, unknown>[] = [];
  const rowsIn = (body: unknown, part: string) => (Object(body)[part] ?? []) as Record<string, unknown>[];
  const ofProducts = (body: unknown): Reply => {
    for (const fields of [...rowsIn(body, "create"), ...rowsIn(body, "update")]) Object.assign(product, fields);
    return { json: { create: rowsIn(body, "create").map(() => product), update: rowsIn(body, "update") } };
  };
  const ofVariations = ({ body, method }: Call): Reply => {
    if (product["type"] !== "variable") return { status: 400, json: { message: "It has no variations" } };
    const made = rowsIn(body, "create").map((fields) => ({ ...fields, id: 11 + variations.push(fields) }));
    return { json: method === "GET" ? variations : { create: made, update: [] } };
  };
  const reply = (call: Call): Reply => {
    if (call.route.endsWith("/products/batch")) return ofProducts(call.body);
    if (call.route === "GET /wp-json/wc/v3/products") return { json: [product] };
    if (call.route.includes("/variations")) return ofVariations(call);
    return { json: call.method === "POST" ? { id: 1 } : [] };
  };
  return { product, variations, reply };
}

test("a product that WooCommerce has without variations becomes one with them, and the job says so", async () => {
  const { product, variations, reply } = wooShop();
  const credentials = { store_url: "https://shop.example", consumer_key: "ck", consumer_secret: "cs" };
  const catalog = await openVariedCatalog("woocommerce", credentials, reply, { default_tax_rate: 20 });
  const { sku, tenant, path, push, variantId, askedIn } = catalog;
  for (const name of ["S", "M"]) await tenant.delete(`${path}/variants/${await variantId(sku(name))}`);
  expect(await push()).toMatchObject({ pushed: 1, errors: 0 });
  expect(product).toMatchObject({ id: 4, type: "simple", sku: sku("SH") });
  await tenant.post(`${path}/variants/bulk`, { variants: [{ sku: sku("L"), option_values: { Size: "L" }, stock: 3 }] });
  const job = await push();
  expect(job).toMatchObject({ pushed: 1, errors: 0 });
  expect(job.products[0].message).toContain("The shop had its product 4 without variations");
  expect(product).toMatchObject({ id: 4, type: "variable", manage_stock: false });
  expect(variations).toMatchObject([{ sku: sku("L") }]);
  await push();
  expect(await askedIn(push)).toEqual([]);
  await tenant.delete(`${path}/variants/${await variantId(sku("L"))}`);
  const [said = expect.unreachable()] = (await push()).products;
  expect(said.message).toContain("its product 4 with variants, and it has no variants here: delete it there");
});
