import { expect, test } from "bun:test";
import { openShop, wooCommerce } from "../doubles/shops.ts";
import { bytesAt, readCsv } from "../exports/export-file.ts";
import { newTenant, runJobs } from "../harness.ts";
import { importAsSuggested } from "../imports/families.ts";
import { newEan } from "../products/given.ts";
import { withTax } from "./with-tax.ts";

/** A product that is here at a price, and in a shop that keeps prices without tax. */
async function given(price: number, compareAt = "") {
  const { products, reply, credentialsAt } = wooCommerce();
  const shop = await openShop((call) => (call.path.includes("/products/1/variations") ? { json: [] } : reply(call)));
  const tenant = await newTenant();
  const ean = newEan();
  await importAsSuggested(tenant, `ean;name;price;compare at price\n${ean};Chair;${price};${compareAt}\n`);
  const [product = expect.unreachable()] = (await tenant.get("/products")).body.items;
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      credentials: credentialsAt(shop.url),
      sync_options: { price_tax: "excluded", default_tax_rate: 20 },
    }),
  );
  /** What is here after the shop was read, which has the product so. */
  const pull = async (there: Record<string, unknown>) => {
    products.set(1, { id: 1, sku: tenant.id, global_unique_id: ean, name: "Chair", stock_quantity: 0, ...there });
    await tenant.post(`/connectors/${connector.id}/sync/pull-products`, {});
    await runJobs();
    expect((await tenant.get(`/connectors/${connector.id}/jobs`)).body[0]).toMatchObject({ updated: 1, errors: 0 });
    return (await tenant.get(`/products/${product.id}`)).body;
  };
  const comparedAt = async () => {
    const { bytes } = await bytesAt(tenant, "/exports/stream/csv/products?include_fields=compare_at_price");
    return readCsv(bytes).rows[0]?.at(-1);
  };
  return { pull, comparedAt };
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

const DATED = { date_on_sale_from: "2026-11-27T00:00:00" };

test("a reduction of the shop comes with what it is compared with, which goes when the price is another one without", async () => {
  const { pull, comparedAt } = await given(9.99);
  await pull({ regular_price: "8.33", sale_price: "" });
  expect(await comparedAt()).toBe("");
  expect(await pull({ regular_price: "20.00", sale_price: "15.00" })).toMatchObject({ price: 18 });
  expect(await comparedAt()).toBe("24.00");
  expect(await pull({ regular_price: "20.00", sale_price: "12.00", ...DATED })).toMatchObject({ price: 24 });
  await pull({ regular_price: "20.00", sale_price: "15.00" });
  expect(await pull({ regular_price: "10.00", sale_price: "" })).toMatchObject({ price: 12 });
  expect(await comparedAt()).toBe("");
});

test("what a price is compared with here stays when the shop has the price and no reduction: it may not have been sent", async () => {
  const { pull, comparedAt } = await given(18, "24.00");
  const before = await pull({ regular_price: "20.00", sale_price: "15.00" });
  expect([before.price, await comparedAt()]).toEqual([18, "24.00"]);
  expect(await pull({ regular_price: "15.00", sale_price: "" })).toEqual(before);
  expect(await comparedAt()).toBe("24.00");
});
