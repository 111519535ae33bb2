import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EVERY_TENANT } from "../../db/ports.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { beginDue } from "../../src/schedules/schedule-plan.ts";
import { addProducts } from "../add-products.ts";
import { givenPlatform } from "../export-platforms/given.ts";
import { readRecords } from "../exports/export-file.ts";
import { clock, runJobs, services } from "../harness.ts";
import { type FileServer, startFtp } from "../remote-files/file-servers.ts";

const AT = "/exports/schedules";
const MINUTE_MS = 60_000;
let server: FileServer;
beforeAll(async () => {
  server = await startFtp();
});
afterAll(() => server.stop());

/** Lets time pass, and runs what is due then. */
async function pass(ms: number): Promise<void> {
  clock.nowMs += ms;
  // Other tests leave schedules, too.
  while ((await services.write(beginDue, EVERY_TENANT, undefined)).more);
  await runJobs();
}

async function given(fields: object, port = server.port, products: Parameters<typeof addProducts.run>[1] = [{}, {}]) {
  const platform = await givenPlatform(port, products);
  const { tenant, platformId } = platform;
  const name = `Garden ${newId().slice(-6)}`;
  const created = await tenant.post(AT, {
    platform_id: platformId,
    schedule_name: name,
    schedule_type: "interval_minutes",
    interval_minutes: 30,
    ...fields,
  });
  const read = async () => (await tenant.get(`${AT}/${created.body.id}`)).body;
  const files = () =>
    readdirSync(server.folder).filter((file) => file.startsWith(name.toLowerCase().replace(" ", "-")));
  const lastJob = async () => (await tenant.get("/exports/jobs?limit=1")).body.items[0];
  const mails = () =>
    services
      .reader(tenant.id)
      .all(
        "select recipient, subject from mail where tenant_id = :tenant order by recipient",
        {},
        (row) => `${row["recipient"]}: ${row["subject"]}`,
      );
  const bodies = () =>
    services
      .reader(tenant.id)
      .all("select body from mail where tenant_id = :tenant order by recipient", {}, (row) => String(row["body"]));
  return { ...platform, created, read, files, lastJob, mails, bodies, name };
}
const fieldsOf = ({ body }: { body: { error: { details: { field: string }[] } } }) =>
  body.error.details.map(({ field }) => field);

describe("/exports/schedules", () => {
  test("D3-126 D3-128 a new one has the documented defaults", async () => {
    const { created, platformId } = await given({
      schedule_type: undefined,
      interval_minutes: undefined,
      cron_expression: "30 2 * * *",
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...{ platform_id: platformId, platform_name: "Partner", schedule_type: "cron_expression" },
      ...{ timezone: "Europe/Paris", is_active: true, max_retries: 3, retry_delay_seconds: 300, run_count: 0 },
      ...{ notify_on_success: false, notify_on_failure: true, notification_emails: [], export_config: {} },
      ...{ next_run_at: expect.any(String), last_run_at: null, last_status: null },
    });
  });

  test.each([
    [{ schedule_type: "cron_expression" }, "cron_expression"],
    [{ interval_minutes: undefined }, "interval_minutes"],
    [{ interval_minutes: 0 }, "interval_minutes"],
    [{ cron_expression: "every day" }, "cron_expression"],
    [{ timezone: "Europe/Nowhere" }, "timezone"],
    [{ notification_emails: ["nobody"] }, "notification_emails.0"],
    [{ schedule_name: undefined }, "schedule_name"],
    [{ platform_id: undefined }, "platform_id"],
    [{ platform_id: newId() }, "platform_id"],
    [{ retry_delay_seconds: 9 }, "retry_delay_seconds"],
    [{ export_config: { filters: { nothing: 1 } } }, "export_config.filters.nothing"],
    [{ export_config: { options: { language: "FR" } } }, "export_config.language"],
  ])("D3-127 S36.13 refuses %j", async (fields, field) => {
    const { created } = await given(fields);
    expect([created.status, fieldsOf(created)]).toEqual([422, [field]]);
  });

  test("D3-132 D3-133 S36.11 each run sends one file, and is a job that lists its products", async () => {
    const { read, files, lastJob, created, tenant, ids } = await given({
      export_config: { options: { include_fields: ["id"] } },
    });
    await pass(30 * MINUTE_MS);
    expect(files().length).toBe(1);
    expect(files()[0]).toMatch(/^garden-[0-9a-f]{6}_\d{8}_\d{6}\.csv$/);
    expect(readRecords(readFileSync(join(server.folder, files()[0] ?? ""))).length).toBe(2);
    expect(await lastJob()).toMatchObject({
      ...{ job_type: "scheduled", status: "completed", total_items: 2, success_items: 2 },
      job_metadata: { schedule_id: created.body.id },
    });
    const { id } = await lastJob();
    const { body: items } = await tenant.get(`/exports/jobs/${id}/items?status=success`);
    expect(items.items).toEqual(
      ids.map((product_id) => ({
        ...{ id: expect.any(String), job_id: id, product_id, product_name: expect.any(String), status: "success" },
        ...{ external_id: files()[0], retry_count: 0, error_message: null },
      })),
    );
    expect(await read()).toMatchObject({ run_count: 1, last_status: "completed" });
    await pass(30 * MINUTE_MS);
    expect(files().length).toBe(2);
    expect((await read()).run_count).toBe(2);
  });

  test("S36.11 the items of the last three runs are stored, the figures of all", async () => {
    const { tenant } = await given({});
    for (let run = 0; run < 6; run++) await pass(30 * MINUTE_MS);

    const { items: jobs } = (await tenant.get("/exports/jobs")).body;
    const itemsOf = async ({ id }: { id: string }) => (await tenant.get(`/exports/jobs/${id}/items`)).body.items.length;
    expect(jobs.map((job: { success_items: number }) => job.success_items)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(await Promise.all(jobs.map(itemsOf))).toEqual([2, 2, 2, 0, 0, 0]);
  });

  test("D3-131 a toggled one does not run; without `enabled` it is refused", async () => {
    const { tenant, created, files } = await given({});
    const at = `${AT}/${created.body.id}/toggle`;
    expect((await tenant.post(at)).status).toBe(400);
    expect((await tenant.post(`${at}?enabled=false`)).body).toMatchObject({ is_active: false, next_run_at: null });
    await pass(60 * MINUTE_MS);
    expect(files()).toEqual([]);
    expect((await tenant.post(`${at}?enabled=true`)).body.next_run_at).not.toBeNull();
  });

  test("D3-120 D3-134 a failed run is retried at its delay, then mailed about", async () => {
    const fields = { max_retries: 2, retry_delay_seconds: 120, notification_emails: ["a@example.com"] };
    const { read, lastJob, mails, bodies, tenant, ids } = await given(fields, 1);
    await pass(30 * MINUTE_MS);
    expect(await lastJob()).toMatchObject({ status: "running" });
    await pass(2 * MINUTE_MS);
    expect(await mails()).toEqual([]);
    await pass(2 * MINUTE_MS);
    expect(await lastJob()).toMatchObject({
      status: "failed",
      ...{ total_items: 2, success_items: 0, failed_items: 2 },
      error_message: expect.stringContaining("cannot be reached"),
    });
    const { body: items } = await tenant.get(`/exports/jobs/${(await lastJob()).id}/items?status=failed`);
    expect(items.items.map((item: { retry_count: number }) => item.retry_count)).toEqual([2, 2]);
    const { error_message } = await lastJob();
    expect((await lastJob()).error_details).toEqual(Object.fromEntries(ids.map((id) => [id, error_message])));
    const { body: one } = await tenant.get(`/exports/jobs/${(await lastJob()).id}`);
    expect(one.error_details).toEqual((await lastJob()).error_details);
    expect(await mails()).toEqual([expect.stringMatching(/^a@example.com: L'export Garden \w+ a échoué$/)]);
    expect((await bodies())[0]).toMatch(
      /^garden-\w+_\d{8}_\d{6}\.csv n'a pas été envoyé à .*http:\/\/localhost\/api\/v1\/exports\/jobs\//s,
    );
    expect(await read()).toMatchObject({ run_count: 1, last_status: "failed" });
  });

  test("D3-134 success is mailed about only on request", async () => {
    const { mails, bodies, lastJob } = await given({
      notify_on_success: true,
      notification_emails: ["b@example.com", "c@example.com"],
    });
    await pass(30 * MINUTE_MS);
    expect((await mails()).map((mail) => mail.slice(0, 13))).toEqual(["b@example.com", "c@example.com"]);
    const [body = ""] = await bodies();
    const job = await lastJob();
    expect(body).toContain(`http://localhost/api/v1/exports/jobs/${job.id}`);
    expect(body).toMatch(/sous \S*garden-\w+_\d{8}_\d{6}\.csv/);
  });

  test("S36.15 an inactive platform fails the run", async () => {
    const { tenant, at, lastJob, read } = await given({ max_retries: 0 });
    await tenant.post(`${at}/toggle`, { is_active: false });
    await pass(30 * MINUTE_MS);
    expect(await lastJob()).toMatchObject({ status: "failed" });
    expect((await read()).run_count).toBe(1);
  });

  test("only_changed sends what changed since the last file that arrived", async () => {
    const { tenant, files, lastJob } = await given({
      export_config: { only_changed: true, format: "json", options: { include_fields: ["id"] } },
    });
    await pass(30 * MINUTE_MS);
    expect((await lastJob()).total_items).toBe(2);
    clock.nowMs += MINUTE_MS;
    const [added] = await services.write(addProducts, tenant.id, [{}]);
    await pass(29 * MINUTE_MS);
    const last = files().toSorted().at(-1) ?? "";
    expect(JSON.parse(readFileSync(join(server.folder, last), "utf8"))).toEqual([{ id: String(added) }]);
  });

  test("S36.15 while a run waits to be tried again, none begins; cancelled or deleted, it is over", async () => {
    const fields = { interval_minutes: 5, max_retries: 3, retry_delay_seconds: 3_600 };
    const { read, tenant, created, lastJob } = await given(fields, 1);
    for (let run = 0; run < 3; run++) await pass(5 * MINUTE_MS);
    const { body } = await tenant.get("/exports/jobs");
    expect([body.total, (await read()).run_count, (await read()).last_status]).toEqual([1, 1, "running"]);
    const { id } = await lastJob();
    expect((await tenant.delete(`/exports/jobs/${id}`)).body.status).toBe("cancelled");
    await pass(5 * MINUTE_MS);
    const next = await lastJob();
    expect([next.id === id, next.status]).toEqual([false, "running"]);
    await tenant.delete(`${AT}/${created.body.id}`);
    expect((await lastJob()).status).toBe("cancelled");
  });

  test("D3-129 D3-130 lists filter, PUT moves it to another platform, DELETE ends it", async () => {
    const { tenant, created, files } = await given({});
    const { body: other } = await tenant.post("/exports/platforms", { name: "Other", platform_type: "sftp" });
    const put = await tenant.put(`${AT}/${created.body.id}`, { platform_id: other.id });
    expect([put.status, put.body.platform_name]).toEqual([200, "Other"]);
    const totalOf = async (query: string) => (await tenant.get(`${AT}?${query}`)).body.total;
    expect(await totalOf(`platform_id=${other.id}&is_active=true`)).toBe(1);
    expect(await totalOf("schedule_type=cron_expression")).toBe(0);
    expect((await tenant.delete(`${AT}/${created.body.id}`)).status).toBe(204);
    expect((await tenant.get(`${AT}/${created.body.id}`)).status).toBe(404);
    await pass(60 * MINUTE_MS);
    expect(files()).toEqual([]);
  });
});
