import { expect, test } from "bun:test";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";

/** A shop that says of itself whether its prices contain tax. */
async function given(includesTax: "yes" | "no") {
  const shop = await openWooCommerce();
  const own = shop.reply;
  shop.answers((call) => {
    if (call.path.includes("/orders")) return { json: [] };
    return call.path.includes("prices_include_tax") ? { json: { value: includesTax } } : own(call);
  });
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
  return { shop, tenant, path, push };
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
  expect((await push("push-products")).products).toEqual([]);
});

test("a shop that keeps prices with tax gets them with it", async () => {
  const { shop, tenant, path, push } = await given("yes");
  expect((await tenant.post(`${path}/test`, {})).body.warnings).toEqual([]);
  expect((await push("push-products")).products).toEqual([]);
  expect(shop.products.get(1)).toMatchObject({ regular_price: "12.00" });
});
