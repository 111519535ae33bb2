import { expect, test } from "bun:test";
import { openShop, wooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { newEan } from "../products/given.ts";

/** A product that is here at a price, and in a shop that keeps prices without tax. */
async function given(price: number) {
  const { products, reply, credentialsAt } = wooCommerce();
  const shop = await openShop((call) => (call.path.includes("/products/1/variations") ? { json: [] } : reply(call)));
  const tenant = await newTenant();
  const ean = newEan();
  const { body: product } = await tenant.post("/products", { name: "Chair", ean, price });
  const { body: connector } = await tenant.post("/connectors", {
    platform_id: "woocommerce",
    name: "Shop",
    credentials: credentialsAt(shop.url),
    sync_options: { price_tax: "excluded", default_tax_rate: 20 },
  });
  /** What is here after the shop was read, which has the product so. */
  const pull = async (there: Record<string, unknown>) => {
    products.set(1, { id: 1, sku: tenant.id, global_unique_id: ean, name: "Chair", stock_quantity: 0, ...there });
    await tenant.post(`/connectors/${connector.id}/sync/pull-products`, {});
    await runJobs();
    expect((await tenant.get(`/connectors/${connector.id}/jobs`)).body[0]).toMatchObject({ updated: 1, errors: 0 });
    return (await tenant.get(`/products/${product.id}`)).body;
  };
  return { pull };
}

test("a price without tax that is ours as the shop rounds it stays, and another one is taken with its tax", async () => {
  const { pull } = await given(9.99);
  const before = await pull({ regular_price: "8.33" });
  expect(before).toMatchObject({ price: 9.99 });
  expect(await pull({ regular_price: "8.33" })).toEqual(before);
  expect(await pull({ regular_price: "20.00" })).toMatchObject({ price: 24 });
});

test("the lowest price of variants is not the product's", async () => {
  const { pull } = await given(12.5);
  expect(await pull({ type: "variable", regular_price: "", price: "2.00" })).toMatchObject({ price: 12.5 });
});
