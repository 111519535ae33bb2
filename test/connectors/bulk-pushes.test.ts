import { expect, test } from "bun:test";
import { type Call, openShelf, type Platform } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { openShop, type Received, type Reply } from "../doubles/shops.ts";
import { clock, newTenant, runJobs, runJobsInTurns } from "../harness.ts";
import { withTax } from "./with-tax.ts";

const COUNT = 1_050;

/** A catalog with a connector to a shop that answers as its platform does, unless `instead` does. */
async function openCatalog(id: string, address: string, count = COUNT) {
  const platform = SHOPS.find((each) => each.id === id) ?? expect.unreachable();
  const shelf = openShelf();
  const answer = platform.answer(shelf);
  let instead: ((call: Call) => Reply | undefined) | undefined;
  const shop = await openShop((received) => {
    const call = callOf(received, platform);
    return instead?.(call) ?? answer(call);
  });
  const tenant = await newTenant();
  for (let from = 0; from < count; from += 350) {
    const some = Array.from({ length: Math.min(350, count - from) }, (_, place) => ({
      name: `Lamp ${from + place}`,
      reference: `L-${from + place}`,
      price_ttc: 12.5,
      stock: 4,
    }));
    await tenant.post("/appsync/products/sync", some);
  }
  const credentials = { ...platform.credentials, [address]: shop.url };
  const { body } = await tenant.post("/connectors", withTax({ platform_id: id, name: "Shop", credentials }));
  const path = `/connectors/${body.id}`;
  const push = async (wanted: object = {}) => (await tenant.post(`${path}/sync/push-products`, wanted)).body.job_id;
  const read = async (job: string) => (await tenant.get(`${path}/sync/jobs/${job}`)).body;
  const answers = (next: typeof instead) => {
    instead = next;
  };
  return { shelf, shop, push, read, answers };
}

function callOf(received: Received, platform: Platform): Call {
  const url = new URL(received.path, "https://receiver.test");
  const body = /^[[{]/.test(received.text) ? JSON.parse(received.text) : undefined;
  const call = { ...received, host: "", route: `${received.method} ${url.pathname}`, query: url.searchParams, body };
  return platform.isToken?.(call) ? { ...call, route: "" } : call;
}

const withText = (shop: { asked: readonly Received[] }, text: string) =>
  shop.asked.filter((each) => each.text.includes(text)).length;

test("a large push to Shopify is one operation over several turns; a second one sends nothing", async () => {
  const { shelf, shop, push, read, answers } = await openCatalog("shopify", "shop_url");
  answers(({ text }) =>
    text.includes("query operation(") ? { json: { data: { bulkOperation: { status: "RUNNING" } } } } : undefined,
  );
  const id = await push();
  await runJobs();
  expect(await read(id)).toMatchObject({ status: "processing", pushed: 0 });
  const lookedUp = withText(shop, "query find(");
  clock.nowMs += 31_000;
  await runJobs();
  expect(await read(id)).toMatchObject({ status: "processing", pushed: 0 });
  answers(undefined);
  clock.nowMs += 31_000;
  await runJobs();
  expect(await read(id)).toMatchObject({ status: "completed", pushed: COUNT, errors: 0, skipped: 0 });
  expect(shelf.made).toHaveLength(COUNT);
  // What was made is published by an operation of its own.
  expect(withText(shop, "bulkOperationRunMutation(")).toBe(2);
  expect(withText(shop, "query find(")).toBe(lookedUp);

  const before = shop.asked.length;
  const second = await push();
  await runJobs();
  expect(await read(second)).toMatchObject({ status: "completed", pushed: 0, skipped: COUNT });
  expect(shop.asked.length).toBe(before);
});

test("a forced one ends although its turn is over whenever it asks, and a few products go as before", async () => {
  const { shop, push, read } = await openCatalog("shopify", "shop_url");
  const first = await push();
  await runJobsInTurns();
  expect(await read(first)).toMatchObject({ status: "completed", pushed: COUNT, errors: 0 });
  const forced = await push({ force: true });
  await runJobsInTurns();
  expect(await read(forced)).toMatchObject({ status: "completed", pushed: COUNT, errors: 0 });
  // The first one has an operation of its own for what is published, the second one for the variants.
  expect(withText(shop, "bulkOperationRunMutation(")).toBe(4);
});
