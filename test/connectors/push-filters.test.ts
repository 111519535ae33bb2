import { expect, test } from "bun:test";
import { openShop, wooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

/** A shop, and a catalog of which every second product is in stock. */
async function given(products: number) {
  const woo = wooCommerce();
  const shop = await openShop(woo.reply);
  const tenant = await newTenant();
  const items = Array.from({ length: products }, (_, index) => ({
    name: `Chair ${index}`,
    reference: `R-${index}`,
    stock: index % 2,
  }));
  await tenant.post("/appsync/products/sync", items);
  const credentials = woo.credentialsAt(shop.url);
  const { body } = await tenant.post("/connectors", withTax({ platform_id: "woocommerce", name: "Shop", credentials }));
  const push = (request: object) => tenant.post(`/connectors/${body.id}/sync/push-products`, request);
  const job = async (id: string) => (await tenant.get(`/connectors/${body.id}/sync/jobs/${id}`)).body;
  return { tenant, woo, connector: body.id as string, push, job };
}

test("a push sends the products of a filter, page by page, and says how many they are", async () => {
  const { tenant, woo, connector, push, job } = await given(250);
  const { status, body } = await push({ filters: { in_stock: true } });
  expect(status).toBe(202);
  expect(await job(body.job_id)).toMatchObject({ connector_id: connector, status: "processing", total: 125 });
  await runJobs();
  expect(await job(body.job_id)).toMatchObject({ status: "completed", total: 125, pushed: 125, skipped: 0, errors: 0 });
  const sent = [...woo.products.values()].map(({ sku }) => String(sku));
  expect([sent.length, sent.filter((sku) => Number(sku.slice(2)) % 2 === 0)]).toEqual([125, []]);
  const { body: dashboard } = await tenant.get("/connectors/sync-status");
  expect(dashboard[0].last_job).toMatchObject({ id: body.job_id, total: 125, pushed: 125, skipped: 0 });
  const { body: events } = await tenant.get(`/connectors/${connector}/sync/jobs/${body.job_id}/events`);
  expect(String(events)).toContain("event: end");
});

test("what is no filter is refused by name, and so is what stands beside filters; nothing begins", async () => {
  const { tenant, connector, push } = await given(2);
  const refused = async (request: object) => {
    const { status, body } = await push(request);
    return [status, body.error.details.map(({ field }: { field: string }) => field)];
  };
  expect(await refused({ filters: { colour: "red" } })).toEqual([422, ["filters.colour"]]);
  expect(await refused({ filters: { include_deleted: true } })).toEqual([422, ["filters.include_deleted"]]);
  expect(await refused({ filters: {}, product_ids: [crypto.randomUUID()] })).toEqual([422, ["product_ids"]]);
  expect((await tenant.get(`/connectors/${connector}/jobs`)).body).toEqual([]);
  const other = await newTenant();
  expect((await other.post(`/connectors/${connector}/sync/push-products`, { filters: {} })).status).toBe(404);
});
