import { expect, test } from "bun:test";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { withTax } from "./with-tax.ts";

async function given(syncOptions: object = {}) {
  const shop = await openWooCommerce();
  const tenant = await newTenant();
  const { body } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      credentials: shop.credentials,
      sync_options: syncOptions,
    }),
  );
  const run = async (operation: string, input: object = {}) => {
    const { job_id } = (await tenant.post(`/connectors/${body.id}/sync/${operation}`, input)).body;
    await runJobs();
    return (await tenant.get(`/connectors/${body.id}/sync/jobs/${job_id}`)).body;
  };
  return { shop, tenant, run };
}

test("what has not changed costs no request, of any push", async () => {
  const { shop, tenant, run } = await given();
  const items = Array.from({ length: 250 }, (_, index) => ({
    name: `P ${index}`,
    reference: `R-${index}`,
    price_ttc: 5,
  }));
  await tenant.post("/appsync/products/sync", items);
  expect(await run("push-products")).toMatchObject({ pushed: 250 });
  const requests = shop.asked.length;
  for (const operation of ["push-products", "push-stock", "push-prices"]) {
    expect(await run(operation)).toMatchObject({ pushed: 0, skipped: 250, errors: 0 });
  }
  expect(shop.asked).toHaveLength(requests);
});

test("what the shop has sold and not reported yet stays sold; a name or a price sends no stock", async () => {
  const { shop, tenant, run } = await given({ stock_owner: "catalog" });
  const { body: product } = await tenant.post("/products", { name: "Chair", ean: newEan(), price: 12.5 });
  const stock = (quantity: number) => tenant.put(`/products/${product.id}/stock`, { quantity });
  await stock(6);
  await run("push-products");
  shop.products.set(1, { ...shop.products.get(1), stock_quantity: 4 });
  await tenant.put(`/products/${product.id}`, { name: "Renamed", price: 13 });
  await run("push-products");
  expect(shop.products.get(1)).toMatchObject({ name: "Renamed", regular_price: "13.00", stock_quantity: 4 });
  await stock(9);
  await run("push-stock");
  expect(shop.products.get(1)).toMatchObject({ stock_quantity: 7 });
});

test("a shop that owns the stock is never sent one", async () => {
  const { shop, tenant, run } = await given({ stock_owner: "shop" });
  const { body: product } = await tenant.post("/products", { name: "Chair", ean: newEan(), price: 12.5 });
  await tenant.put(`/products/${product.id}/stock`, { quantity: 6 });
  await run("push-products");
  await tenant.put(`/products/${product.id}/stock`, { quantity: 5 });
  await run("push-stock");
  expect(shop.asked.map(({ text }) => text).join()).not.toContain("stock_quantity");
});

test("a price in another currency is not sent, and the job says why", async () => {
  const { shop, tenant, run } = await given({ currency: "USD" });
  const { body: product } = await tenant.post("/products", { name: "Chair", ean: newEan(), price: 12.5 });
  const noted = { product_id: product.id, result: "noted", message: expect.stringContaining("EUR") };
  expect((await run("push-products")).products).toEqual([expect.objectContaining(noted)]);
  expect(shop.products.get(1)).not.toHaveProperty("regular_price");
  expect((await run("push-prices")).products).toEqual([expect.objectContaining(noted)]);
});
