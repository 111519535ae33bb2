import { expect, test } from "bun:test";
import type { Job } from "../../db/jobs/queue.ts";
import { findJobState } from "../../db/jobs/tenant-jobs.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { claimJobs } from "../../src/jobs/lifecycle.ts";
import { shareOfQueue } from "../../src/jobs/worker-slots.ts";
import { LOOK_MS, runJob, TURN_MS } from "../../workers/run-job.ts";
import { endOtherJobs, newTenant, runJobs, services } from "../harness.ts";
import { HEADER, lines, prepare } from "./import-client.ts";

const ROWS = 2_600;
const file = lines(HEADER, ...Array.from({ length: ROWS }, (_, index) => `,S${index},Name ${index},1,1`));
const plan = { mapping: { sku: "sku", name: "name", price: "price" } };
const signal = new AbortController().signal;

async function begun(tenant: Awaited<ReturnType<typeof newTenant>>, content = file) {
  const id = await prepare(tenant, content, plan);
  await tenant.post(`/imports/${id}/start-processing`);
  return id;
}

/** Takes the next long job, as a free slot does. */
async function claim(queue: "bulk" | "short" = "bulk"): Promise<Job> {
  const share = shareOfQueue(queue, services.config.threads);
  const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue, owner: "test", limit: 1, share });
  if (!jobs[0]) throw new Error("No job was claimed");
  return jobs[0];
}

test("of a tenant that has all slots one import makes room for another tenant, and goes on where it was", async () => {
  await endOtherJobs();
  const [mine, other] = [await newTenant(), await newTenant()];
  const imports = [await begun(mine), await begun(mine)];
  const first = await claim();
  const second = await claim();
  // Time goes on while the first chunk is applied.
  let calls = 0;
  const thread = { ...services, steadyNow: () => (calls++ < 3 ? 0 : LOOK_MS) };
  const theirs = await begun(other);

  await runJob(thread, second, signal);

  expect(await findJobState(mine.db, second.uid)).toBe("ready");
  const { processed_rows: processed } = (await mine.get(`/imports/${imports[1]}`)).body;
  expect(processed).toBeGreaterThan(0);
  expect(processed).toBeLessThan(ROWS);
  const next = await claim();
  expect(next.tenantId).toBe(other.id);
  for (const job of [next, first]) await runJob(services, job, signal);
  await runJobs();
  const ends = [other.get(`/imports/${theirs}`), ...imports.map((id) => mine.get(`/imports/${id}`))];
  for (const { body } of await Promise.all(ends)) {
    expect(body).toMatchObject({ status: "completed", processed_rows: ROWS, failed_rows: 0 });
  }
}, 60_000);

test("an import is left alone whose tenant has all slots while no one waits", async () => {
  await endOtherJobs();
  const mine = await newTenant();
  await begun(mine);
  await begun(mine);
  const jobs = [await claim(), await claim()];
  let nowMs = 0;
  const thread = { ...services, steadyNow: () => (nowMs += LOOK_MS) };

  for (const job of jobs.toReversed()) await runJob(thread, job, signal);

  for (const { uid } of jobs) expect(await findJobState(mine.db, uid)).toBe("done");
}, 60_000);

test("a small import of a tenant begins beside any number of large ones of others", async () => {
  await endOtherJobs();
  const [large, larger, small] = [await newTenant(), await newTenant(), await newTenant()];
  for (let count = 0; count < 3; count++) for (const tenant of [large, larger]) await begun(tenant);
  const running = [await claim(), await claim()];
  const content = lines(HEADER, ...Array.from({ length: 50 }, (_, index) => `,T${index},Small ${index},1,1`));
  const id = await begun(small, content);

  const job = await claim("short");
  expect(job.tenantId).toBe(small.id);
  await runJob(services, job, signal);

  expect((await small.get(`/imports/${id}`)).body).toMatchObject({ status: "completed", products_created: 50 });
  for (const { tenantId, uid } of running) expect(await findJobState(services.reader(tenantId), uid)).toBe("running");
  for (const each of running) await runJob(services, each, signal);
  await runJobs();
}, 60_000);

test("large imports of several tenants take turns: one that has had its own makes room for who waits", async () => {
  await endOtherJobs();
  const tenants = [await newTenant(), await newTenant(), await newTenant()];
  const ids: string[] = [];
  for (const tenant of tenants) ids.push(await begun(tenant));
  const running = [await claim(), await claim()];
  let nowMs = 0;
  const thread = { ...services, steadyNow: () => (nowMs += TURN_MS / 2) };

  const [first, second] = running;
  if (!first || !second) throw new Error("No job was claimed");
  await runJob(thread, first, signal);

  const waiting = tenants.find(({ id }) => !running.some(({ tenantId }) => tenantId === id));
  expect(await findJobState(services.reader(first.tenantId), first.uid)).toBe("ready");
  const next = await claim();
  expect(next.tenantId).toBe(waiting?.id ?? "");
  for (const each of [next, second]) await runJob(services, each, signal);
  await runJobs();
  for (const [index, tenant] of tenants.entries())
    expect((await tenant.get(`/imports/${ids[index]}`)).body).toMatchObject({
      status: "completed",
      processed_rows: ROWS,
    });
}, 60_000);
