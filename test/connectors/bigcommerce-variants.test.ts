import { expect, test } from "bun:test";
import { bigcommerceCatalog } from "../doubles/platforms/bigcommerce-catalog.ts";
import { openShop, type Reply } from "../doubles/shops.ts";
import { FORMATS } from "../media/images.ts";
import { deliver } from "./deliveries.ts";
import { runOutside } from "./services-to.ts";
import { givenVaried, IMAGES } from "./varied-catalog.ts";

/** A product with variants, and a BigCommerce store for it. */
async function given() {
  const store = bigcommerceCatalog();
  const shop = await openShop(({ method, path, text }): Reply => {
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    const [, route] = /^\/stores\/h1\/v3(\/catalog\/.*)$/.exec(pathname) ?? [];
    const body = text === "" ? undefined : JSON.parse(text);
    return store.reply(method, route ?? "", searchParams, body) ?? { status: 404, json: { title: "no" } };
  });
  const credentials = { store_hash: "h1", access_token: "token", webhook_secret: "hook" };
  const varied = await givenVaried("bigcommerce", shop, { credentials });
  const product = () => [...store.products.values()][0] ?? expect.unreachable();
  const variantAt = (end: string) => product().variants.find(({ sku }) => sku === `${varied.code}-${end}`);
  return { ...varied, listing: varied.product, shop, store, product, variantAt };
}

test("a product goes with its variants, options, prices, levels and pictures", async () => {
  const { asked, product, code } = await given();
  const { job, routes } = await asked("push-products");
  expect([job.pushed, job.errors, job.products]).toEqual([1, 0, []]);
  expect(product()).toMatchObject({ name: "Shirt", price: 20, inventory_tracking: "variant", weight: 0.2 });
  expect(product()).not.toHaveProperty("inventory_level");
  const shown = product().variants.map(
    ({ sku, option_values: values, price, sale_price: sale, inventory_level: level }) => [
      ...[sku, values.map(({ label }) => label).join(" "), price, sale, level],
    ],
  );
  expect(shown).toEqual([
    [`${code}-Red-S`, "Red S", 20, null, 3],
    [`${code}-Red-M`, "Red M", 22, null, 3],
    [`${code}-Blue-S`, "Blue S", 25, 18, 3],
    [`${code}-Blue-M`, "Blue M", 20, null, 3],
  ]);
  expect(product().images).toMatchObject([
    { url_standard: expect.stringContaining("https://pim.example/"), description: "Front", is_thumbnail: true },
    { description: "Back", is_thumbnail: false, sort_order: 1 },
  ]);
  expect(product().variants.map((each) => each["image_url"])).toEqual([
    ...[`${IMAGES}/red.png`, `${IMAGES}/red.png`, `${IMAGES}/blue.png`, `${IMAGES}/blue.png`],
  ]);
  // One request makes it with its variants and pictures; the store says what the variants are called, and takes a picture of each.
  expect(routes.filter((route) => !route.endsWith("/image"))).toEqual([
    "POST /stores/h1/v3/catalog/products",
    "GET /stores/h1/v3/catalog/variants",
  ]);
});

test("pushed, pulled, echoed and pushed again both sides are as they were, and the second push makes no call", async () => {
  const { asked, run, whole, store, connector, product, there } = await given();
  await run("push-products");
  const [catalog, kept] = [await whole(), structuredClone(store.products)];
  const isQuiet = async () => {
    for (const operation of ["push-products", "push-stock", "push-prices"]) {
      expect((await asked(operation)).routes).toEqual([]);
    }
  };
  await isQuiet();
  expect(await run("pull-products")).toMatchObject({ errors: 0, products: [] });
  const data = { type: "product", id: product().id };
  const text = JSON.stringify({
    scope: "store/product/updated",
    store_id: "1",
    data,
    hash: "h",
    created_at: 1,
    producer: "p",
  });
  const answer = await deliver(`bigcommerce/webhook?connector=${connector.id}`, text, { "x-webhook-token": "hook" });
  expect(answer.body).toEqual({ status: "accepted" });
  await runOutside(there);
  expect(await whole()).toEqual(catalog);
  await isQuiet();
  expect(store.products).toEqual(kept);
});

test("of variants only what changed goes: a level, a price, one that is new, one that is gone", async () => {
  const { asked, run, tenant, path, variantId, variantOf, code, product, variantAt } = await given();
  await run("push-products");
  const change = async (end: string, fields: object) =>
    tenant.patch(`${path}/${await variantId(`${code}-${end}`)}`, fields);
  await change("Red-S", { stock: 7 });
  // Both were sold there, which was not reported yet: the one that moves here, too.
  for (const end of ["Red-S", "Red-M"]) Object.assign(variantAt(end) ?? {}, { inventory_level: 2 });
  const variants = "/stores/h1/v3/catalog/variants";
  expect((await asked("push-stock")).routes).toEqual([`GET ${variants}`, `PUT ${variants}`]);
  expect([variantAt("Red-S")?.["inventory_level"], variantAt("Red-M")?.["inventory_level"]]).toEqual([6, 2]);
  await change("Blue-S", { compare_at_price: null, price: 17 });
  await asked("push-prices");
  expect(variantAt("Blue-S")).toMatchObject({ price: 17, sale_price: null });
  await tenant.post(`${path}/bulk`, { variants: [variantOf("Green", "S", { image_url: null, ean: "4006381333931" })] });
  await change("Blue-S", { image_url: `${IMAGES}/navy.png`, ean: "4006381333948" });
  await tenant.delete(`${path}/${await variantId(`${code}-Blue-M`)}`);
  const { job, routes } = await asked("push-products");
  expect([job.pushed, job.errors, job.products]).toEqual([1, 0, []]);
  expect(variantAt("Green-S")).toMatchObject({ gtin: "4006381333931", inventory_level: 3 });
  expect(variantAt("Blue-S")).toMatchObject({ gtin: "4006381333948", image_url: `${IMAGES}/navy.png` });
  expect(variantAt("Blue-M")).toBeUndefined();
  expect(variantAt("Red-S")?.["inventory_level"]).toBe(6);
  expect(routes.filter((route) => route.endsWith("/image"))).toHaveLength(1);
  await tenant.delete(`${path}/${await variantId(`${code}-Green-S`)}`);
  await run("push-products");
  const labels = product().options.flatMap(({ option_values: values }) => values.map(({ label }) => label));
  expect(labels.toSorted()).toEqual(["Blue", "M", "Red", "S"]);
  expect((await asked("push-products")).routes).toEqual([]);
});

test("S31.3 a sale of a variant that the owner of the store has made comes with what it is compared with, and stays", async () => {
  const { asked, run, tenant, path, variantId, code, variantAt, product, listing } = await given();
  const at = async (end: string) => `${path}/${await variantId(`${code}-${end}`)}`;
  await tenant.patch(await at("Blue-S"), { compare_at_price: null });
  await run("push-products");
  Object.assign(variantAt("Red-M") ?? {}, { sale_price: 15 });
  await tenant.patch(await at("Red-S"), { price: 19 });
  await asked("push-prices");
  expect(variantAt("Red-S")).toMatchObject({ price: 19 });
  expect(variantAt("Red-M")).toMatchObject({ price: 22, sale_price: 15 });
  // It names a brand by an id.
  Object.assign(product(), { brand_name: "Lumen" });
  await run("pull-products");
  expect((await tenant.get(`/products/${listing.id}`)).body).toMatchObject({ brand_name: "Lumen" });
  const read = async (end: string) => (await tenant.get(await at(end))).body;
  expect(await read("Red-M")).toMatchObject({ price: 15, compare_at_price: 22 });
  expect(await read("Red-S")).toMatchObject({ price: 19, compare_at_price: null });
  await asked("push-prices");
  expect(variantAt("Red-M")).toMatchObject({ price: 22, sale_price: 15 });
  expect((await asked("push-prices")).routes).toEqual([]);
});

test("pictures that are there are not sent again: a new one is added, and one that is gone removed", async () => {
  const { asked, run, tenant, listing, upload, product } = await given();
  await run("push-products");
  const before = product().images.map(({ id }) => id);
  const media = `/products/${listing.id}/media`;
  const [first] = (await tenant.get(media)).body.items;
  await tenant.delete(`${media}/${first.id}`);
  await upload(FORMATS["image/png"](40, 10), "Side");
  const { job, routes } = await asked("push-products");
  expect([job.pushed, job.errors, job.products]).toEqual([1, 0, []]);
  expect(product().images).toMatchObject([
    { id: before[1], description: "Back", is_thumbnail: true, sort_order: 0 },
    { description: "Side", sort_order: 1 },
  ]);
  expect(routes.filter((route) => route.endsWith("/image"))).toEqual([]);
  expect((await asked("push-products")).routes).toEqual([]);
});

test("a picture that cannot be had is named, the product and its other pictures arrive, and the next push tries it alone", async () => {
  const { asked, tenant, path, variantId, code, product, variantAt } = await given();
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { image_url: `${IMAGES}/nothing.png` });
  const { job } = await asked("push-products");
  expect([job.pushed, job.errors]).toEqual([1, 0]);
  expect(job.products).toMatchObject([{ result: "noted", message: expect.stringContaining("nothing.png") }]);
  expect(variantAt("Red-S")?.["image_url"]).toBeUndefined();
  expect(product().images).toHaveLength(2);
  const again = await asked("push-products");
  expect(again.routes.filter((route) => route.startsWith("POST"))).toEqual([expect.stringContaining("/image")]);
});

test("a product that is one there and has variants here is refused with what to do, and so is the other way round", async () => {
  const { asked, run, tenant, path, variantId, code, product } = await given();
  await run("push-products");
  const [options, variants] = [product().options, product().variants];
  Object.assign(product(), { options: [], variants: [{ id: 9, sku: "base", option_values: [] }] });
  const plain = await asked("push-products", { force: true });
  expect(plain.job.products).toMatchObject([{ result: "error", message: expect.stringContaining("without variants") }]);
  expect(plain.routes).toEqual(["GET /stores/h1/v3/catalog/variants"]);
  Object.assign(product(), { options, variants });
  for (const end of ["Red-S", "Red-M", "Blue-S", "Blue-M"]) {
    await tenant.delete(`${path}/${await variantId(`${code}-${end}`)}`);
  }
  const varied = await asked("push-products");
  expect(varied.job.products).toMatchObject([
    { result: "error", message: expect.stringContaining("no variants here") },
  ]);
});

test("a preview of it asks only what reads", async () => {
  const { preview, store, shop } = await given();
  const { products } = await preview();
  expect(products).toMatchObject([{ result: "made" }]);
  expect(shop.asked.every(({ method }) => method === "GET")).toBe(true);
  expect(store.products.size).toBe(0);
});
