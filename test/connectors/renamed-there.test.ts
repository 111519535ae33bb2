import { expect, test } from "bun:test";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

test("a product that has another SKU in the shop now is named by a pull, with the shop's id and what to do", async () => {
  const shop = await openWooCommerce();
  const tenant = await newTenant();
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      credentials: shop.credentials,
    }),
  );
  const { body: product } = await tenant.post("/products", { name: "Chair", reference: "CHAIR-1", price: 5 });
  await tenant.post("/products", { name: "Table", reference: "TABLE-1", price: 5 });
  const run = async (operation: string, sent?: object) => {
    const { body } = await tenant.post(`/connectors/${connector.id}/sync/${operation}`, sent);
    await runJobs();
    return (await tenant.get(`/connectors/${connector.id}/sync/jobs/${body.job_id}`)).body;
  };
  expect((await run("push-products")).pushed).toBe(2);
  expect((await run("pull-products")).products).toEqual([]);
  const [id, there] = [...shop.products].find(([, { sku }]) => sku === "CHAIR-1") ?? expect.unreachable();
  shop.products.set(id, { ...there, sku: "OAK-1" });

  const pulled = await run("pull-products");

  expect(pulled.products).toEqual([
    {
      ...{ product_id: product.id, sku: "CHAIR-1", external_id: String(id), result: "noted" },
      message: expect.stringMatching(/product \d+ has the SKU OAK-1 there, and CHAIR-1 here.*force/),
    },
  ]);
  expect((await tenant.get(`/products/${product.id}`)).body.reference).toBe("CHAIR-1");
  expect((await run("push-products", { force: true })).errors).toBe(0);
  expect(shop.products.get(id)?.["sku"]).toBe("CHAIR-1");
  expect((await run("pull-products")).products).toEqual([]);
});
