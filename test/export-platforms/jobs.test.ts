import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { newId } from "../../src/runtime/new-id.ts";
import { clock, newTenant, runJobs, runJobsInTurns } from "../harness.ts";
import { type FileServer, startFtp } from "../remote-files/file-servers.ts";
import { givenPlatform } from "./given.ts";

let server: FileServer;
beforeAll(async () => {
  server = await startFtp();
});
afterAll(() => server.stop());
const eans = (count: number) => Array.from({ length: count }, (_, index) => ({ ean: String(2e12 + index * 10) }));

describe("/exports/jobs", () => {
  test("D3-117 D3-120 D3-121 a bulk export is a job that sends each product once", async () => {
    const { ids, bulk, jobOf, tenant, platformId } = await givenPlatform(server.port, eans(25));
    const job = await bulk([...ids, ...ids], { campaign: "spring" });
    expect(job).toMatchObject({
      ...{ platform_id: platformId, job_type: "bulk", status: "pending", total_items: 25, success_items: 0 },
      ...{ failed_items: 0, job_metadata: { campaign: "spring" }, created_at: expect.any(String) },
    });
    await runJobs();
    expect(await jobOf(job.id)).toMatchObject({
      ...{ status: "completed", success_items: 25, failed_items: 0, error_details: {}, platform_name: "Partner" },
      ...{ started_at: expect.any(String), completed_at: expect.any(String) },
    });
    expect(readdirSync(server.folder).filter((name) => name.startsWith("2000000000")).length).toBe(25);
    const { body } = await tenant.get(`/exports/jobs/${job.id}/items?skip=20&limit=10`);
    expect([body.items.length, body.total]).toEqual([5, 25]);
    expect(body.items[0]).toEqual({
      ...{ id: expect.any(String), job_id: job.id, product_id: ids[20], product_name: expect.any(String) },
      ...{ status: "success", external_id: "2000000000200.json", retry_count: 0, error_message: null },
    });
    const { body: page } = await tenant.get(`/exports/jobs/${job.id}/items?limit=10`);
    const { body: next } = await tenant.get(`/exports/jobs/${job.id}/items?limit=10&cursor=${page.next_cursor}`);
    expect(next.items[0].product_id).toBe(ids[10]);
  });

  test("D3-117 it goes on after its turns where it was", async () => {
    const { ids, bulk, jobOf } = await givenPlatform(server.port, [{}, {}, {}]);
    const job = await bulk(ids);
    expect((await runJobsInTurns())["export-platforms.send"]).toBe(4);
    expect(await jobOf(job.id)).toMatchObject({ status: "completed", success_items: 3, failed_items: 0 });
  });

  test("D3-118 the rate is the platform's, over all of its jobs", async () => {
    const { bulk, ids } = await givenPlatform(server.port, eans(10), { rate_limit_per_second: 2 });
    await bulk(ids.slice(0, 5));
    await bulk(ids.slice(5));
    const before = clock.nowMs;
    await runJobs();
    expect(clock.nowMs - before).toBe(4_500);
  });

  test("S36.6 S36.7 unknown products fail, inactive ones are skipped, and the rest goes out", async () => {
    const { ids, bulk, jobOf, tenant } = await givenPlatform(server.port, [{}, { status: "inactive" }]);
    const stranger = newId();
    const job = await bulk([stranger, ...ids]);
    await runJobs();
    expect(await jobOf(job.id)).toMatchObject({
      ...{ status: "completed", total_items: 3, success_items: 1, failed_items: 1 },
      error_details: { [stranger]: "There is no such product" },
    });
    const { body } = await tenant.get(`/exports/jobs/${job.id}/items?status=skipped`);
    expect(body.items[0]).toMatchObject({ product_id: ids[1], error_message: "The product is not active" });
    const french = await tenant.get(`/exports/jobs/${job.id}`, { "accept-language": "fr" });
    expect(french.body.error_details[stranger]).toBe("Ce produit n'existe pas");
  });

  test("S14.7 with enforce only published products go out", async () => {
    const { bulk, jobOf, tenant } = await givenPlatform(server.port, [
      { workflowStatus: "draft" },
      { workflowStatus: "published" },
    ]);
    await tenant.admin.put("/settings/publication", { enforce: true });
    const job = await bulk();
    await runJobs();
    expect(await jobOf(job.id)).toMatchObject({ status: "completed", success_items: 1, failed_items: 0 });
    const { body } = await tenant.get(`/exports/jobs/${job.id}/items?status=skipped`);
    expect(body.items.map((item: { error_message: string }) => item.error_message)).toEqual([
      "The product is not published",
    ]);
  });

  test("S36.7 with enforce a job of which nothing goes out has failed, and counts and names what was skipped", async () => {
    const { ids, bulk, jobOf, tenant } = await givenPlatform(server.port, [{ workflowStatus: "draft" }, {}]);
    await tenant.admin.put("/settings/publication", { enforce: true });
    const job = await bulk();
    await runJobs();
    const counts = { total_items: 2, success_items: 0, failed_items: 0, skipped_items: 2 };
    const body = await jobOf(job.id);
    expect(body).toMatchObject({ status: "failed", ...counts });
    expect(Object.keys(body.error_details).toSorted()).toEqual(ids.toSorted());
  });

  test("S36.8 what a cancelled job has not sent is skipped, no longer pending", async () => {
    const { bulk, tenant } = await givenPlatform(server.port, [{}, {}]);
    const job = await bulk();
    const { body } = await tenant.delete(`/exports/jobs/${job.id}`);
    expect(body).toMatchObject({ status: "cancelled", skipped_items: 2 });
    const { body: items } = await tenant.get(`/exports/jobs/${job.id}/items`);
    expect(items.items.map(({ status, error_message }: Record<string, string>) => [status, error_message])).toEqual([
      ["skipped", "The job was cancelled before"],
      ["skipped", "The job was cancelled before"],
    ]);
  });

  test.each([
    [true, 2, 3_000],
    [false, 0, 0],
  ])(
    "D3-119 D3-120 with retry_on_error %j a server that is away fails all, after %j more tries",
    async (retry_on_error, retries, waitedMs) => {
      const { ids, bulk, jobOf, tenant } = await givenPlatform(1, [{}, {}], { retry_on_error, max_retries: 2 });
      const job = await bulk();
      const before = clock.nowMs;
      await runJobs();
      expect(clock.nowMs - before).toBeGreaterThanOrEqual(waitedMs);
      const body = await jobOf(job.id);
      expect(body).toMatchObject({ status: "failed", success_items: 0, failed_items: 2 });
      expect(Object.keys(body.error_details).toSorted()).toEqual(ids.toSorted());
      expect(body.error_message).toContain("cannot be reached");
      const { body: items } = await tenant.get(`/exports/jobs/${job.id}/items`);
      expect(items.items[0].retry_count).toBe(retries);
    },
  );

  test("D3-123 S36.9 a retry sends what failed, and nothing else", async () => {
    const { tenant, at, bulk, jobOf } = await givenPlatform(1, eans(3), { retry_on_error: false });
    const job = await bulk();
    await runJobs();
    const { body } = await tenant.get(at);
    await tenant.put(at, { config: { ...body.config, port: server.port, password: "s3cret-pass" } });
    const retried = await tenant.post(`/exports/jobs/${job.id}/retry`);
    expect([retried.status, retried.body.status, retried.body.failed_items]).toEqual([202, "pending", 0]);
    await runJobs();
    expect(await jobOf(job.id)).toMatchObject({ status: "completed", success_items: 3, failed_items: 0 });
    expect((await tenant.post(`/exports/jobs/${job.id}/retry`)).status).toBe(409);
  });

  test("D3-125 S36.8 DELETE cancels an open job and deletes a finished one", async () => {
    const { tenant, bulk, jobOf } = await givenPlatform(server.port, [{}]);
    const job = await bulk();
    const cancelled = await tenant.delete(`/exports/jobs/${job.id}`);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, "cancelled"]);
    await runJobs();
    expect(await jobOf(job.id)).toMatchObject({ status: "cancelled", success_items: 0 });
    expect((await tenant.delete(`/exports/jobs/${job.id}`)).status).toBe(204);
    expect((await tenant.get(`/exports/jobs/${job.id}`)).status).toBe(404);
  });

  test("D3-106 D3-121 D3-122 lists, counts, and no id of a task", async () => {
    const { tenant, bulk, platformId } = await givenPlatform(server.port, [{}]);
    const first = await bulk();
    await runJobs();
    const second = await bulk();
    const idsOf = async (query: string) =>
      (await tenant.get(`/exports/jobs?${query}`)).body.items.map(({ id }: { id: string }) => id);
    expect(await idsOf("")).toEqual([second.id, first.id]);
    expect(await idsOf(`platform_id=${platformId}&status=completed`)).toEqual([first.id]);
    expect(await idsOf(`platform_id=${newId()}`)).toEqual([]);
    expect((await tenant.get("/exports/jobs/stats")).body).toEqual({
      total: 2,
      by_status: { pending: 1, running: 0, completed: 1, failed: 0, cancelled: 0 },
      ...{ total_items: 2, success_items: 1, failed_items: 0, success_rate: 100 },
    });
    const { body: task } = await tenant.post("/exports/csv/products", {});
    expect((await tenant.get(`/exports/jobs/${task.task_id}`)).status).toBe(404);
    expect((await tenant.get(`/exports/progress/${first.id}`)).status).toBe(404);
    expect((await (await newTenant()).get("/exports/jobs/stats")).body).toMatchObject({ total: 0, success_rate: 0 });
  });
});
