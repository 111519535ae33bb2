import { expect, test } from "bun:test";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { withTax } from "./with-tax.ts";

test("S14.7 where publication is enforced, a push takes only what is published", async () => {
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
  const { body: product } = await tenant.post("/products", { name: "Chair", ean: newEan(), price: 12.5 });
  const push = async () => {
    await tenant.post(`/connectors/${connector.id}/sync/push-products`, {});
    await runJobs();
    const [job] = (await tenant.get(`/connectors/${connector.id}/jobs`)).body;
    return { pushed: job.pushed, skipped: job.skipped, there: shop.products.size };
  };
  expect((await tenant.admin.put("/settings/publication", { enforce: true })).status).toBe(200);
  expect(product.workflow_status).not.toBe("published");
  expect(await push()).toEqual({ pushed: 0, skipped: 1, there: 0 });

  await tenant.admin.put("/settings/publication", { enforce: false });
  expect(await push()).toEqual({ pushed: 1, skipped: 0, there: 1 });
});
