import { expect, test } from "bun:test";
import { openShop, wooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

test("the products that failed in a push are sent again alone, and a category of the shop can be chosen for one here", async () => {
  const { products, reply, credentialsAt } = wooCommerce();
  const sent: string[] = [];
  const shop = await openShop((call) => {
    if (call.method === "POST") sent.push(call.text);
    return call.path.includes("/products/categories") && call.method === "GET" ? { json: [] } : reply(call);
  });
  const [tenant, other] = [await newTenant(), await newTenant()];
  const { body: category } = await tenant.post("/categories", { name: "Chairs" });
  const items = ["R-1", "R-2"].map((reference) => ({ name: `Chair ${reference}`, reference, stock: 1 }));
  await tenant.post("/appsync/products/sync", items);
  for (const { id } of (await tenant.get("/products")).body.items) {
    await tenant.patch(`/products/${id}`, { category_id: category.id });
  }
  products.set(70, { id: 70, sku: "R-2", name: "Made by hand" });
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      credentials: credentialsAt(shop.url),
      sync_options: { existing_products: "skip" },
    }),
  );
  const path = `/connectors/${connector.id}`;
  const chosen = await tenant.put(`${path}/categories/${category.id}`, { external_id: "17" });
  expect(chosen.body).toEqual({ category_id: category.id, external_id: "17", is_chosen: true });
  expect((await tenant.get(`${path}/categories`)).body.items).toEqual([chosen.body]);
  expect((await other.get(`${path}/categories`)).status).toBe(404);
  expect((await other.put(`${path}/categories/${category.id}`, { external_id: "1" })).status).toBe(404);
  expect((await tenant.put(`${path}/categories/${connector.id}`, { external_id: "1" })).status).toBe(404);

  const jobOf = async (id: string) => {
    await runJobs();
    return (await tenant.get(`${path}/sync/jobs/${id}`)).body;
  };
  const { body: first } = await tenant.post(`${path}/sync/push-products`, {});
  expect(await jobOf(first.job_id)).toMatchObject({ pushed: 1, errors: 1 });
  expect(sent.join("")).toContain('"categories":[{"id":17}]');
  sent.length = 0;
  products.delete(70);
  expect((await other.post(`${path}/sync/jobs/${first.job_id}/retry`)).status).toBe(404);
  const { status, body: again } = await tenant.post(`${path}/sync/jobs/${first.job_id}/retry`);
  expect(status).toBe(202);
  expect(await jobOf(again.job_id)).toMatchObject({ job_type: "push_products", pushed: 1, errors: 0, skipped: 0 });
  expect(sent.join("")).toContain('"R-2"');
  expect(sent.join("")).not.toContain('"R-1"');
  const { body: none } = await tenant.post(`${path}/sync/jobs/${again.job_id}/retry`);
  expect(none.error.error_code).toBe("NO_FAILED_PRODUCTS");
  expect((await tenant.delete(`${path}/categories/${category.id}`)).status).toBe(204);
  expect((await tenant.get(`${path}/categories`)).body.meta.total).toBe(0);
});
