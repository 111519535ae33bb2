import { expect, test } from "bun:test";
import { answerOf } from "../enrichment/given-provider.ts";
import { clock, runJobs, runJobsInTurns } from "../harness.ts";
import { lines, prepare, type Tenant } from "../imports/import-client.ts";
import { givenProducts } from "./given-batch.ts";

/** An import of one product that waits for its turn. */
async function begunImport(tenant: Tenant): Promise<string> {
  const id = await prepare(tenant, lines("sku,name", "TABLE-1,Table"), { mapping: { sku: "sku", name: "name" } });
  await tenant.post(`/imports/${id}/start-processing`);
  return id;
}

test("S34.4 takes turns with another tenant's: a large batch does not hold up a small one", async () => {
  const large = await givenProducts(60, { concurrency: 1 });
  const small = await givenProducts(2);
  const order: string[] = [];
  const noting = (name: string) => (body: string) => {
    order.push(name);
    clock.nowMs += 1_000;
    return answerOf(body);
  };
  large.provider.says(noting("large"));
  small.provider.says(noting("small"));
  const batches = [];
  for (const each of [large, small]) {
    const { body } = await each.create();
    await each.move(body.id, "start");
    batches.push(() => each.get(body.id));
  }
  await runJobs();
  for (const get of batches) expect((await get()).status).toBe("completed");
  // A turn is twenty seconds.
  expect(order.lastIndexOf("small")).toBeLessThanOrEqual(22);
  expect(order.length).toBe(62);
});

test("S34.4 lets its own tenant's import through after a turn", async () => {
  const { tenant, provider, create, move, get } = await givenProducts(5, { concurrency: 1 });
  const { body } = await create();
  await move(body.id, "start");
  let importId = "";
  const requests: string[] = [];
  provider.says(async (text) => {
    if (importId === "") importId = await begunImport(tenant);
    clock.nowMs += 1;
    requests.push((await tenant.get(`/imports/${importId}`)).body.status);
    return answerOf(text);
  });
  await runJobsInTurns();
  expect((await get(body.id)).status).toBe("completed");
  // The import's product is one more.
  expect(requests).toEqual(["processing", ...Array.from({ length: 5 }, () => "completed")]);
});

test("S34.1 S34.4 goes on after its turns where it was, started by itself or not", async () => {
  const { provider, create, move, get } = await givenProducts(5, { concurrency: 2 });
  const { body } = await create();
  await move(body.id, "start");
  expect((await runJobsInTurns())["enrichment.batch"]).toBeGreaterThan(2);
  expect(await get(body.id)).toMatchObject({ status: "completed", processed: 5, failed: 0 });
  expect(provider.asked.length).toBe(5);

  const at = new Date(clock.nowMs + 600_000).toISOString();
  const { body: later } = await create({ scheduled_at: at, enrichmentTypes: ["seo"] });
  clock.nowMs += 601_000;
  expect((await runJobsInTurns())["enrichment.batch"]).toBeGreaterThan(3);
  expect(await get(later.id)).toMatchObject({ status: "completed", processed: 5, failed: 0 });
  expect(provider.asked.length).toBe(10);
});
