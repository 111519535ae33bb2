import { expect, test } from "bun:test";
import { notePushed } from "../../src/connectors/engine/synchronise.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { squarespaceSite } from "../doubles/squarespace-site.ts";
import { services } from "../harness.ts";
import { FORMATS } from "../media/images.ts";
import { openVariedCatalog } from "./varied-catalog.ts";

async function given(options = {}) {
  const site = squarespaceSite();
  const catalog = await openVariedCatalog("squarespace", { api_key: "k" }, site.reply, options);
  const shown = () => {
    const [product = expect.unreachable()] = site.products.values();
    return product;
  };
  return { ...catalog, site, shown };
}

test("a product with variants is one of the site's, with their options, prices and stock, and all pictures in order", async () => {
  const { push, shown, sku, site } = await given();
  expect(await push()).toMatchObject({ status: "completed", pushed: 1, errors: 0, products: [] });
  expect(site.products.size).toBe(1);
  const price = (value: string) => ({ basePrice: { currency: "EUR", value } });
  expect(shown()).toMatchObject({
    ...{ type: "PHYSICAL", name: "Shirt", variantAttributes: ["Size"] },
    variants: [
      { sku: sku("S"), attributes: { Size: "S" }, pricing: price("20.00"), stock: { quantity: 2 } },
      { sku: sku("M"), attributes: { Size: "M" }, pricing: price("22.00"), stock: { quantity: 5 } },
    ],
    images: [{ altText: "Front" }, { altText: "Back" }],
  });
});

test("push, pull and push again leave both sides as they were, and a second push makes no call", async () => {
  const { push, sync, own, shown, askedIn } = await given();
  await push();
  const [here, there] = [await own(), JSON.stringify(shown())];
  expect(await askedIn(push)).toEqual([]);
  const pulled = await sync("pull-products");
  expect(pulled).toMatchObject({ status: "completed", errors: 0, products: [] });
  expect(await own()).toBe(here);
  expect(await askedIn(push)).toEqual([]);
  expect(JSON.stringify(shown())).toBe(there);
});

test("variants are changed, made and removed; their stock and prices go alone", async () => {
  const { push, shown, sku, tenant, path, variantId, askedIn } = await given();
  await push();
  await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { stock: 9 });
  const levels = await askedIn(push);
  expect(levels.map(({ route }) => route)).toEqual([
    expect.stringMatching(/^GET \/1\.0\/commerce\/inventory\/[^/,]+$/),
    "POST /1.0/commerce/inventory/adjustments",
  ]);
  // The other one may have been sold meanwhile.
  expect(levels[1]?.body).toEqual({ incrementOperations: [{ variantId: expect.any(String), quantity: 7 }] });
  await tenant.patch(`${path}/variants/${await variantId(sku("M"))}`, { price: 25 });
  await push();
  expect(shown().variants).toMatchObject([
    { sku: sku("S"), stock: { quantity: 9 } },
    { sku: sku("M"), pricing: { basePrice: { value: "25.00" } }, stock: { quantity: 5 } },
  ]);
  await tenant.post(`${path}/variants/bulk`, { variants: [{ sku: sku("L"), option_values: { Size: "L" }, stock: 1 }] });
  await tenant.delete(`${path}/variants/${await variantId(sku("S"))}`);
  expect(await push()).toMatchObject({ errors: 0 });
  expect(shown().variants.map((each) => [each.sku, each.attributes, each.stock.quantity])).toEqual([
    [sku("M"), { Size: "M" }, 5],
    [sku("L"), { Size: "L" }, 1],
  ]);
});

test("pictures follow: one more, another order, one less; the others are not sent again", async () => {
  const { push, shown, tenant, path, picture, askedIn } = await given();
  await push();
  const [front, back] = shown().images.map(({ id }) => id);
  await picture(FORMATS["image/png"](40, 10), "Side");
  const uploads = (await askedIn(push)).filter(({ route }) => route.endsWith("/images"));
  expect(uploads).toHaveLength(1);
  expect(shown().images.map(({ altText }) => altText)).toEqual(["Front", "Back", "Side"]);
  const { body: media } = await tenant.get(`${path}/media`);
  const ids = media.items.map(({ id }: { id: string }) => id);
  expect((await tenant.post(`${path}/media/reorder`, { media_ids: ids.toReversed() })).status).toBeLessThan(300);
  await push();
  expect(shown().images.map(({ altText }) => altText)).toEqual(["Side", "Back", "Front"]);
  expect(
    shown()
      .images.slice(1)
      .map(({ id }) => id),
  ).toEqual([back ?? "", front ?? ""]);
  await tenant.delete(`${path}/media/${ids[0]}`);
  await push();
  expect(shown().images.map(({ altText }) => altText)).toEqual(["Side", "Back"]);
});

test("a variant that is missing there is named and made again, and the others get their stock", async () => {
  const { push, sync, shown, sku, tenant, path, variantId } = await given();
  await push();
  const setStock = async (name: string, stock: number) =>
    tenant.patch(`${path}/variants/${await variantId(sku(name))}`, { stock });
  shown().variants.shift();
  await setStock("S", 9);
  await setStock("M", 8);
  const job = await sync("push-stock");
  expect(job).toMatchObject({ pushed: 1, errors: 0 });
  expect(job.products).toMatchObject([{ result: "noted", message: expect.stringContaining(`variant ${sku("S")}`) }]);
  expect(shown().variants).toMatchObject([{ sku: sku("M"), stock: { quantity: 8 } }]);
  expect(await push()).toMatchObject({ pushed: 1, errors: 0 });
  expect(shown().variants).toMatchObject([{ sku: sku("M") }, { sku: sku("S"), stock: { quantity: 9 } }]);
});

test("of a product whose variants are all missing there it is said that it is gone", async () => {
  const { push, sync, shown, sku, site, tenant, path, variantId } = await given();
  await push();
  site.products.clear();
  await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { stock: 9 });
  await tenant.patch(`${path}/variants/${await variantId(sku("M"))}`, { stock: 9 });
  const job = await sync("push-stock");
  expect(job).toMatchObject({ pushed: 0, errors: 1 });
  expect(job.products[0].message).toContain("no longer has its product");
  expect(await push()).toMatchObject({ pushed: 1, errors: 0 });
  expect(shown().variants).toHaveLength(2);
});

test("a picture that an earlier version has sent is not sent a second time", async () => {
  const { push, shown, tenant, path, picture, product, connector } = await given();
  await push();
  const before = shown().images.map(({ id }) => id);
  // As an earlier version has noted it.
  const none = { externalItemId: null, externalUrl: null, parts: { variants: {}, images: {} } };
  const mappings = [{ productId: product.id, externalId: shown().id, ...none }];
  const noted = { connectorId: connector.id, jobId: connector.id, counts: {}, mappings, missing: [] };
  await services.write(notePushed, tenant.id, noted);
  await picture(FORMATS["image/png"](40, 10), "Side");
  await tenant.patch(path, { description: "<p>Other</p>" });
  expect(await push()).toMatchObject({ pushed: 1, errors: 0 });
  expect(
    shown()
      .images.map(({ id }) => id)
      .slice(0, 2),
  ).toEqual(before);
  expect(shown().images).toHaveLength(3);
});

test("a picture that cannot be had is named, and the product arrives", async () => {
  const { push, shown, site, askedIn } = await given();
  site.ends.next = "ERROR";
  const job = await push();
  expect(job).toMatchObject({ pushed: 1, errors: 0 });
  expect(job.products.map(({ result }: { result: string }) => result)).toEqual(["noted", "noted"]);
  expect(job.products[0].message).toContain("could not process it");
  expect(shown().images).toEqual([]);
  site.ends.next = "READY";
  expect((await askedIn(push)).length).toBeGreaterThan(0);
  expect(shown().images).toHaveLength(2);
});

test("one that is simple there and has variants here is an error, and not half sent", async () => {
  const { push, shown, tenant, path, sku, variantId, site } = await given();
  for (const name of ["S", "M"]) await tenant.delete(`${path}/variants/${await variantId(sku(name))}`);
  await push();
  const simple = JSON.stringify(shown());
  expect(shown().variants).toMatchObject([{ sku: sku("SH"), attributes: {} }]);
  await tenant.post(`${path}/variants/bulk`, { variants: [{ sku: sku("L"), option_values: { Size: "L" } }] });
  const job = await push();
  expect(job).toMatchObject({ pushed: 0, errors: 1 });
  expect(job.products[0].message).toContain("without variants: delete it there");
  expect(JSON.stringify(shown())).toBe(simple);
  site.products.clear();
  expect(await push()).toMatchObject({ pushed: 1, errors: 0 });
  expect(shown()).toMatchObject({ variantAttributes: ["Size"], variants: [{ sku: sku("L") }] });
});

test("where variants are not among the fields that are sent, the product is one, and the job says so", async () => {
  const { push, shown, sku } = await given({ push_fields: ["name", "reference", "price", "stock"] });
  const job = await push();
  expect(job).toMatchObject({ pushed: 1, errors: 0 });
  expect(job.products.map(({ message }: { message: string }) => message).join()).toContain("push_fields");
  expect(shown().variants).toMatchObject([{ sku: sku("SH"), attributes: {} }]);
});

test("S31.7 sizes go with weights, in centimetres, and a slug; of a product that is changed only what is another one there is sent", async () => {
  const { push, shown, tenant, path, askedIn, sync, variantId, sku } = await given();
  await tenant.patch(path, { width: 40, height: 90, depth: 45, url_slug: "linen-shirt" });
  await push();
  const measures = { weight: { unit: "KILOGRAM", value: 0.3 }, dimensions: { unit: "CENTIMETER", length: 45 } };
  expect(shown()).toMatchObject({ urlSlug: "linen-shirt", variants: [{ shippingMeasurements: measures }, {}] });
  const written = async (work: () => Promise<unknown>) =>
    (await askedIn(work)).filter(({ method }) => method !== "GET").map(({ route }) => route);
  await tenant.patch(path, { name: "Linen shirt" });
  expect(await written(push)).toEqual([`POST /v2/commerce/products/${shown().id}`]);
  await tenant.patch(path, { width: 41 });
  expect(await written(push)).toEqual(
    shown().variants.map(({ id }) => `POST /v2/commerce/products/${shown().id}/variants/${id}`),
  );
  await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { price: 25 });
  expect(await written(() => sync("push-prices"))).toHaveLength(1);
});

test("S31.7 a product that its owner has given variants there, and that has none here, is named and not half sent", async () => {
  const { push, shown, tenant, path, sku, variantId } = await given();
  for (const name of ["S", "M"]) await tenant.delete(`${path}/variants/${await variantId(sku(name))}`);
  await push();
  const [first = expect.unreachable()] = shown().variants;
  first.attributes = { Size: "S" };
  Object.assign(shown(), { variantAttributes: ["Size"] });
  await tenant.patch(path, { name: "Linen shirt" });
  const job = await push();
  expect(job).toMatchObject({ pushed: 0, errors: 1 });
  expect(job.products[0].message).toContain("has no variants here");
  expect(shown().name).toBe("Shirt");
});

test("S31.10 a variant that its owner has put on sale there is read with what it is reduced from", async () => {
  const { push, sync, shown, tenant, path } = await given();
  await push();
  const money = (value: string) => ({ currency: "EUR", value });
  const [first = expect.unreachable()] = shown().variants;
  first.pricing = { basePrice: money("30.00"), onSale: true, salePrice: money("24.00") };
  await sync("pull-products");
  const { body } = await tenant.get(`${path}/variants`);
  expect(body.variants[0]).toMatchObject({ price: 24, compare_at_price: 30 });
  expect(body.variants[1]).toMatchObject({ compare_at_price: null });
});

test("S31.14 a test reads the currency of the site from its prices, where it has products", async () => {
  const platform = MORE_SHOPS.find(({ id }) => id === "squarespace") ?? expect.unreachable();
  const { adapter, api, push } = await openPlatform(platform);
  expect(await adapter.test(api)).toEqual({ choices: {}, warnings: [] });
  await push([lamp("SKU-1", { currency: "CHF" })]);
  expect((await adapter.test(api))?.choices).toEqual({ currencies: [{ id: "CHF", name: "CHF" }] });
});
