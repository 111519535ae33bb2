import { expect, test } from "bun:test";
import { notePushed } from "../../src/connectors/engine/synchronise.ts";
import { isPricedAs, partsOf, wasReduced } from "../../workers/connectors/sent.ts";
import { lamp, variedLamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { withTax } from "./with-tax.ts";

/** As the prices of a chair at 15 instead of 20 were noted before the platforms learned more reductions. */
const BEFORE = "Z6Gcy2swgNm";

/** A chair that a list of the shop's channel sells for 15 instead of 20. */
async function given(syncOptions: object = {}) {
  const shop = await openWooCommerce();
  const tenant = await newTenant();
  const { body: product } = await tenant.post("/products", { name: "Chair", reference: "CHAIR-1", price: 20 });
  const { body: list } = await tenant.post("/price-lists", { name: "Sale", channel: "woocommerce", currency: "EUR" });
  const entry = { product_id: product.id, price: 15, compare_at_price: 20 };
  const { body: put } = await tenant.post(`/price-lists/${list.id}/entries`, entry);
  const sent = { platform_id: "woocommerce", name: "Shop", credentials: shop.credentials, sync_options: syncOptions };
  const { body: connector } = await tenant.post("/connectors", withTax(sent));
  const push = async (kind = "push-products") => {
    const { job_id } = (await tenant.post(`/connectors/${connector.id}/sync/${kind}`, {})).body;
    await runJobs();
    return (await tenant.get(`/connectors/${connector.id}/sync/jobs/${job_id}`)).body;
  };
  const choose = (push_fields: readonly string[]) =>
    tenant.patch(`/connectors/${connector.id}`, { sync_options: { push_fields } });
  const reprice = (price: number, compare_at_price = 20) =>
    tenant.patch(`/price-lists/${list.id}/entries/${put.id}`, { price, compare_at_price });
  const restock = (quantity: number) => tenant.put(`/products/${product.id}/stock`, { quantity });
  const preview = async () => (await tenant.post(`/connectors/${connector.id}/sync/preview`, {})).body.products;
  /** Notes what was sent of the chair, as a release before this one noted it. */
  const noteSent = async (jobId: string, sent: string) => {
    const ids = { productId: product.id, externalId: "1", externalItemId: null, externalUrl: null };
    const chunk = { connectorId: connector.id, jobId, counts: {}, missing: [], mappings: [{ ...ids, sent }] };
    await services.write(notePushed, tenant.id, chunk);
  };
  return { shop, push, choose, reprice, restock, preview, noteSent, shown: () => shop.products.get(1) };
}

test("S31.3 a product that was reduced before an upgrade gets its reduction by the next push, once", async () => {
  const { push, noteSent, shop, shown } = await given();
  const { id } = await push();
  await noteSent(id, `? ${BEFORE}EUR`);
  shop.products.set(1, { ...shown(), regular_price: "15.00", sale_price: "" });
  expect(await push("push-prices")).toMatchObject({ pushed: 1, errors: 0 });
  expect(shown()).toMatchObject({ regular_price: "20.00", sale_price: "15.00" });
  const before = shop.asked.length;
  expect(await push("push-prices")).toMatchObject({ pushed: 0, errors: 0 });
  expect(shop.asked).toHaveLength(before);
});

test("S31.3 what is not reduced does not go again after an upgrade, and is not taken for reduced after the next push", () => {
  const shirt = partsOf(variedLamp("A")).prices;
  expect([partsOf(lamp("A")).prices, shirt]).toEqual(["1250EUR", "=mJRMXzSJY24EUR"]);
  expect(isPricedAs("mJRMXzSJY24EUR", shirt)).toBe(true);
  const chair = partsOf(lamp("A", { priceCents: 1_500, compareAtPriceCents: 2_000 })).prices;
  expect([chair, isPricedAs(`${BEFORE}EUR`, chair)]).toEqual([`~${BEFORE}EUR`, false]);
  const noted = ["mJRMXzSJY24EUR", chair, shirt, "1250EUR", "?"];
  expect(noted.map((prices) => wasReduced(`? ${prices}`))).toEqual([true, true, false, false, false]);
});

const ENDED = { shopify: '"compareAtPrice":null', woocommerce: '"sale_price":""' };

test.each(Object.entries(ENDED))(
  "S31.3 %s: a variant that is reduced no more loses its reduction",
  async (id, ended) => {
    const platform = [...SHOPS, ...MORE_SHOPS].find((each) => each.id === id) ?? expect.unreachable();
    const { push, shop, shelf } = await openPlatform(platform, {
      when: ({ route }) => /\/variations/.test(route),
      reply: ({ method }) => ({
        json: method === "GET" ? [{ id: 7, sku: "A-S" }] : { create: [], update: [{ id: 7 }] },
      }),
    });
    const externalId = shelf.make("A");
    const [variant = expect.unreachable()] = variedLamp("A").variants;
    const known = (more: object) =>
      variedLamp("A", { externalId, externalItemId: "8", variants: [{ ...variant, externalId: "7", ...more }] });
    const sent = async (more: object) => {
      const before = shop.asked.length;
      await push([known(more)], "prices");
      return shop.asked
        .slice(before)
        .map(({ text }) => text)
        .join();
    };
    expect(await sent({ compareAtPriceCents: 2_000 })).toContain("20.00");
    expect(await sent({ wasReduced: true })).toContain(ended);
    expect(await sent({})).not.toContain(ended.split(":")[0]);
  },
);

test("S31.9 a connector that sends prices and no reductions leaves those of the shop's owner", async () => {
  const { shop, push, reprice, shown } = await given({ push_fields: ["name", "reference", "price"] });
  await push();
  expect(shown()).toMatchObject({ regular_price: "15.00" });
  expect(shown()).not.toHaveProperty("sale_price");
  shop.products.set(1, { ...shown(), sale_price: "9.00" });
  await reprice(16);
  expect(await push("push-prices")).toMatchObject({ pushed: 1 });
  expect(shown()).toMatchObject({ regular_price: "16.00", sale_price: "9.00" });
});

test("S31.9 reductions that were sent are taken away when the connector sends none any more, and come with the field", async () => {
  const { push, choose, shown } = await given();
  await push();
  expect(shown()).toMatchObject({ regular_price: "20.00", sale_price: "15.00" });
  await choose(["name", "reference", "price"]);
  await push();
  expect(shown()).toMatchObject({ regular_price: "15.00", sale_price: "" });
  await choose(["name", "reference", "price", "compare_at_price"]);
  await push();
  expect(shown()).toMatchObject({ regular_price: "20.00", sale_price: "15.00" });
});

test("S31.14 a preview shows a reduction before and after, as the shop has it", async () => {
  const { push, reprice, preview, shop, shown } = await given();
  const changesOf = async () => {
    const [chair = expect.unreachable()] = await preview();
    return chair.changes.filter(({ field }: { field: string }) => field.endsWith("price"));
  };
  const change = (field: string, before: string | null, after: string) => ({
    field,
    before,
    after,
    compared_with: "platform",
  });
  expect(await changesOf()).toEqual([change("price", null, "15.00"), change("compare_at_price", null, "20.00")]);
  await push();
  expect(await preview()).toEqual([]);
  await reprice(15, 22);
  expect(await changesOf()).toEqual([change("compare_at_price", "20.00", "22.00")]);
  shop.products.set(1, { ...shown(), sale_price: "", date_on_sale_to: null });
  expect(await changesOf()).toEqual([change("price", "20.00", "15.00"), change("compare_at_price", null, "22.00")]);
});

test("S31.9 a connector that sends neither prices nor levels changes none by any push", async () => {
  const { shop, push, reprice, restock, shown } = await given({
    push_fields: ["name", "reference"],
    stock_owner: "catalog",
  });
  await push();
  const before = shop.asked.length;
  await reprice(16);
  await restock(7);
  for (const kind of ["push-products", "push-prices", "push-stock"]) {
    expect(await push(kind)).toMatchObject({ pushed: 0, errors: 0 });
  }
  expect(shop.asked).toHaveLength(before);
  expect(shown()).not.toHaveProperty("regular_price");
});
