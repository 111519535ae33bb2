import { expect, test } from "bun:test";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

test("weights are sent without what sums of fractions leave behind: PrestaShop refuses them", async () => {
  const shop = await openWooCommerce();
  const { post } = await newTenant();
  await post("/products", { name: "Book", reference: "W-1", weight: 0.1 + 0.2, price: 5 });
  const { body } = await post(
    "/connectors",
    withTax({ platform_id: "woocommerce", name: "S", credentials: shop.credentials }),
  );
  await post(`/connectors/${body.id}/sync/push-products`, {});
  await runJobs();
  expect([...shop.products.values()]).toMatchObject([{ sku: "W-1", weight: "0.3" }]);
});
