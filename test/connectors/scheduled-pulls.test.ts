import { expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { beginDue } from "../../src/schedules/schedule-plan.ts";
import { openShop, wooCommerce } from "../doubles/shops.ts";
import { clock, newTenant, runJobs, services } from "../harness.ts";
import { withTax } from "./with-tax.ts";

const MINUTE_MS = 60_000;

test("pulls run by themselves at their times, also orders whose webhook was lost; a connector that is off has none", async () => {
  const { reply, credentialsAt } = wooCommerce();
  const seen: string[] = [];
  const sold = {
    id: 1,
    status: "processing",
    date_paid_gmt: "2099-01-01T00:00:00",
    date_modified_gmt: "2099-01-01T00:00:00",
    line_items: [{ id: 1, product_id: 9, sku: "CH-1", quantity: 3, meta_data: [{ key: "_reduced_stock", value: 3 }] }],
  };
  const shop = await openShop((call) => {
    if (call.path.includes("/wc/v3/products")) seen.push(call.path);
    return call.path.includes("/orders") ? { json: [sold] } : reply(call);
  });
  const tenant = await newTenant();
  await tenant.post("/appsync/products/sync", [{ name: "Chair", reference: "CH-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      credentials: credentialsAt(shop.url),
      sync_options: {
        scheduled_pulls: [
          { pull: "orders", interval_minutes: 15 },
          { pull: "products", interval_minutes: 30 },
        ],
      },
    }),
  );
  const path = `/connectors/${connector.id}`;
  const after = async (minutes: number) => {
    clock.nowMs += minutes * MINUTE_MS;
    while ((await services.write(beginDue, EVERY_TENANT, undefined)).more);
    await runJobs();
    const { body: jobs } = await tenant.get(`${path}/jobs`);
    return jobs.map((each: { job_type: string }) => each.job_type);
  };
  expect(await after(14)).toEqual([]);
  expect(await after(2)).toEqual(["pull_orders"]);
  expect((await tenant.get(`/products/${product.id}`)).body.stock).toBe(7);
  expect((await after(15)).toSorted()).toEqual(["pull_orders", "pull_orders", "pull_products"]);
  expect((await tenant.get(`${path}/jobs`)).body[0]).toMatchObject({ trigger: "schedule", status: "completed" });
  expect(seen.at(-1)).not.toContain("modified_after");
  await after(30);
  expect(seen.at(-1)).toContain("modified_after");
  await tenant.patch(path, { is_active: false });
  const before = (await tenant.get(`${path}/jobs`)).body.length;
  expect(await after(60)).toHaveLength(before);
});

test("what a platform cannot be asked for, two timings and a malformed expression are refused with their field", async () => {
  const tenant = await newTenant();
  const make = async (platform_id: string, scheduled_pulls: object[]) => {
    const { status, body } = await tenant.post(
      "/connectors",
      withTax({
        platform_id,
        name: "S",
        sync_options: { scheduled_pulls },
      }),
    );
    return [status, JSON.stringify(body).match(/sync_options[^"]*/)?.[0]];
  };
  const place = "sync_options.scheduled_pulls[0]";
  expect(await make("amazon", [{ pull: "products", interval_minutes: 15 }])).toEqual([422, `${place}.pull`]);
  expect(await make("woocommerce", [{ pull: "orders" }])).toEqual([422, `${place}.interval_minutes`]);
  const cron = { pull: "orders", cron_expression: "61 * * * *" };
  expect(await make("woocommerce", [cron])).toEqual([422, `${place}.cron_expression`]);
  expect((await make("woocommerce", [{ pull: "orders", interval_minutes: 1 }]))[0]).toBe(422);
});
