import { expect, test } from "bun:test";
import { openWooCommerce, type Reply } from "../doubles/shops.ts";
import { clock, newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

/** The same answer, but that the product with the id 1 is refused. */
function refusing(reply: Reply): Reply {
  const { update = [] } = (reply?.json ?? {}) as { update?: { id: number }[] }; // a batch's answer of the double
  const error = { code: "rest_invalid_param", message: "Not this one", data: { status: 400 } };
  return { ...reply, json: { create: [], update: update.map((each) => (each.id === 1 ? { id: 1, error } : each)) } };
}

const LATER_MS = 10 * 60_000;

test("a push that is interrupted within a page counts each product once", async () => {
  const shop = await openWooCommerce();
  const own = shop.reply;
  const tenant = await newTenant();
  const fields = { platform_id: "woocommerce", name: "Shop", sync_options: { stock_owner: "catalog" } };
  const { body: connector } = await tenant.post("/connectors", withTax({ ...fields, credentials: shop.credentials }));
  const path = `/connectors/${connector.id}`;
  const items = (name: string, stock: number) =>
    [1, 2, 3].map((each) => ({ reference: `ONCE-${each}`, name: `${name} ${each}`, price_ttc: 12, stock }));
  const push = async () => {
    const { job_id: id } = (await tenant.post(`${path}/sync/push-products`, {})).body;
    await runJobs();
    return async () => (await tenant.get(`${path}/sync/jobs/${id}`)).body;
  };
  await tenant.post("/appsync/products/sync", items("Chair", 3));
  await push();
  await tenant.post("/appsync/products/sync", items("Armchair", 5));
  let batches = 0;
  // The texts arrive; with the stocks the shop asks for more patience than a request has.
  shop.answers((call) => {
    const isBusy = call.path.includes("/products/batch") && ++batches === 2;
    if (!isBusy && call.path.includes("/products/batch")) return refusing(own(call));
    return isBusy ? { status: 429, headers: { "retry-after": "120" }, json: {} } : own(call);
  });
  const job = await push();
  expect(await job()).toMatchObject({ status: "processing", pushed: 2, errors: 1 });
  clock.nowMs += LATER_MS;
  await runJobs();
  expect(await job()).toMatchObject({ status: "completed", pushed: 2, errors: 1, skipped: 0 });
  expect((await job()).products).toHaveLength(1);
  expect([...shop.products.values()].map((each) => each["stock_quantity"])).toEqual([3, 5, 5]);
});
