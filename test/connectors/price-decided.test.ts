import { expect, test } from "bun:test";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";

/** A shop that says of itself whether its prices contain tax. */
async function given(includesTax: "yes" | "no" | "refused") {
  const shop = await openWooCommerce();
  const own = shop.reply;
  shop.answers((call) => {
    if (call.path.includes("/orders")) return { json: [] };
    if (!call.path.includes("prices_include_tax")) return own(call);
    if (includesTax === "refused") return { status: 403, json: { code: "woocommerce_rest_cannot_view" } };
    return { json: { value: includesTax } };
  });
  const asked = () => shop.asked.filter(({ path: each }) => each.includes("prices_include_tax")).length;
  const tenant = await newTenant();
  const fields = { platform_id: "woocommerce", name: "Shop", credentials: shop.credentials };
  const { body: connector } = await tenant.post("/connectors", fields);
  const path = `/connectors/${connector.id}`;
  await tenant.post("/products", { name: "Chair", reference: "CHAIR-1", price: 12, tax_rate: 20 });
  const push = async (kind: string) => {
    const { body } = await tenant.post(`${path}/sync/${kind}`, {});
    await runJobs();
    return (await tenant.get(`${path}/sync/jobs/${body.job_id}`)).body;
  };
  return { shop, tenant, path, push, asked };
}

test("a shop that says that it keeps prices without tax gets none until its owner has decided", async () => {
  const { shop, tenant, path, push } = await given("no");
  const { body: tested } = await tenant.post(`${path}/test`, {});
  expect(tested).toMatchObject({ success: true, price_tax: "excluded" });
  expect(tested.warnings).toEqual([expect.stringContaining("no price is sent before sync_options.price_tax")]);
  const pushed = await push("push-products");
  expect(pushed).toMatchObject({ pushed: 1, errors: 0 });
  expect(pushed.products).toMatchObject([{ result: "noted", message: expect.stringContaining("price_tax") }]);
  expect(shop.products.get(1)).not.toHaveProperty("regular_price");
  expect((await push("push-prices")).products).toMatchObject([{ message: expect.stringContaining("price_tax") }]);

  await tenant.patch(path, { sync_options: { price_tax: "excluded" } });
  expect((await push("push-products")).products).toEqual([]);
  expect(shop.products.get(1)).toMatchObject({ regular_price: "10.00" });
  // Other credentials are those of another shop.
  await tenant.patch(path, { sync_options: {}, credentials: shop.credentials });
  const [again] = (await push("push-prices")).products;
  expect(again).toMatchObject({ message: expect.stringContaining("says that it keeps prices without tax") });
});

test("a shop that was not tested is asked once, before the first push", async () => {
  const { shop, push, asked } = await given("yes");
  await push("push-stock");
  expect(asked()).toBe(0);
  expect((await push("push-products")).products).toEqual([]);
  expect(shop.products.get(1)).toMatchObject({ regular_price: "12.00" });
  expect(asked()).toBe(1);
  await push("push-prices");
  expect(asked()).toBe(1);
});

test("one that keeps prices without tax gets none by that, and a trial neither stores nor sends", async () => {
  const { shop, tenant, path, push, asked } = await given("no");
  const excluded = expect.stringContaining("says that it keeps prices without tax");
  const { body: tried } = await tenant.post(`${path}/sync/preview`, {});
  expect(tried.products).toMatchObject([{ result: "made", reasons: [excluded] }]);
  expect((await push("push-products")).products).toMatchObject([{ result: "noted", message: excluded }]);
  expect(shop.products.get(1)).not.toHaveProperty("regular_price");
  // The trial, the push.
  expect(asked()).toBe(2);
});

test("one that does not say it to this key gets no price, and is asked again", async () => {
  const { shop, tenant, path, push, asked } = await given("refused");
  const unasked = expect.stringContaining("before the connector's test has read it, or sync_options.price_tax");
  expect((await push("push-products")).products).toMatchObject([{ result: "noted", message: unasked }]);
  expect((await push("push-prices")).products).toMatchObject([{ message: unasked }]);
  expect(shop.products.get(1)).not.toHaveProperty("regular_price");
  expect(asked()).toBe(2);
  expect((await tenant.post(`${path}/test`, {})).body).toMatchObject({ success: true, warnings: [unasked] });
  await tenant.patch(path, { sync_options: { price_tax: "included" } });
  await push("push-products");
  expect(shop.products.get(1)).toMatchObject({ regular_price: "12.00" });
  expect(asked()).toBe(3);
});

test("a shop that keeps prices with tax gets them with it", async () => {
  const { shop, tenant, path, push } = await given("yes");
  expect((await tenant.post(`${path}/test`, {})).body.warnings).toEqual([]);
  expect((await push("push-products")).products).toEqual([]);
  expect(shop.products.get(1)).toMatchObject({ regular_price: "12.00" });
});
