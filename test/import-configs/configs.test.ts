import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { clock, newTenant, runJobs } from "../harness.ts";
import { EANS, lines, type Tenant } from "../imports/import-client.ts";
import { FILE, startSources } from "../imports/sources/given-sources.ts";
import { PASSWORD } from "../remote-files/file-servers.ts";
import { HOUR_MS, mailsOf, pass, supplierStory } from "./supplier-story.ts";

const { sftp, sftpBody, url, stop } = await startSources();
afterAll(async () => void (await stop()));

const make = (client: Tenant, body: Record<string, unknown> = {}) =>
  client.post("/import-configs", { name: "Nightly", source_type: "sftp", source: sftpBody(), ...body });
const secretsOf = ({ db }: Tenant, id: string) =>
  db.all(
    "select sealed from secret where tenant_id = :tenant and place = :place",
    { place: `import-configs/${id}` },
    (row) => String(row["sealed"]),
  );
const read = async (client: Tenant, id: string) => (await client.get(`/import-configs/${id}`)).body;

test("D3-193 configurations are made, read, listed, changed, switched and deleted; passwords are never shown", async () => {
  const tenant = await newTenant();
  const made = await make(tenant, { schedule_type: "interval_minutes", interval_minutes: 60 });
  expect(made.status).toBe(201);
  const { id } = made.body;
  expect(made.body).toMatchObject({
    source_type: "sftp",
    source: { host: "receiver.test", file_pattern: "*.csv" },
    is_active: true,
    auto_process: true,
    skip_if_unchanged: true,
    run_count: 0,
    last_run_at: null,
    last_job_id: null,
    next_run_at: new Date(clock.nowMs + HOUR_MS).toISOString(),
  });
  expect(JSON.stringify(made.body)).not.toContain(PASSWORD);
  expect((await secretsOf(tenant, id)).length).toBe(1);
  expect((await tenant.get("/import-configs?is_active=true&source_type=sftp")).body).toMatchObject({
    total: 1,
    page: 1,
  });
  expect((await tenant.get("/import-configs?source_type=url")).body.total).toBe(0);
  const put = await tenant.put(`/import-configs/${id}`, {
    name: "Hourly",
    source: { ...sftpBody(), password: undefined },
  });
  expect([put.status, put.body.name]).toEqual([200, "Hourly"]);
  expect((await tenant.post(`/import-configs/${id}/toggle`)).body).toEqual({ id, is_active: false, next_run_at: null });
  expect((await tenant.post(`/import-configs/${id}/toggle`, { is_active: false })).body.is_active).toBe(false);
  expect((await tenant.delete(`/import-configs/${id}`)).status).toBe(204);
  expect((await tenant.get(`/import-configs/${id}`)).status).toBe(404);
  expect(await secretsOf(tenant, id)).toEqual([]);
});

test("S37.35 what could not be used is refused by field; a stored password goes to no other server", async () => {
  const tenant = await newTenant();
  const fields = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await make(tenant, body);
    return [status, ...(answer.error?.details ?? []).map(({ field }: { field: string }) => field)];
  };
  expect(await fields({ source: { host: "x" } })).toEqual([422, "source.username"]);
  expect(await fields({ source_type: "url", source: { url: "ftp://x" } })).toEqual([422, "source.url"]);
  expect(await fields({ schedule_type: "cron_expression" })).toEqual([422, "cron_expression"]);
  expect(await fields({ cron_expression: "61 * * * *" })).toEqual([422, "cron_expression"]);
  expect(await fields({ timezone: "Mars/Base" })).toEqual([422, "timezone"]);
  expect(await fields({ template_id: crypto.randomUUID() })).toEqual([422, "template_id"]);
  expect(await fields({ supplier_id: crypto.randomUUID() })).toEqual([422, "supplier_id"]);
  const { id } = (await make(tenant)).body;
  const other = { ...sftpBody({ host: "r1.receiver.test" }), password: undefined };
  const { status, body } = await tenant.put(`/import-configs/${id}`, { source: other });
  expect([status, body.error.details[0].field]).toEqual([422, "source.password"]);
});

test("a workbook's place is SFTP, its time a schedule, its meaning a template; failed rows come back", () =>
  supplierStory({
    source: sftpBody(),
    put: (name, content) => writeFileSync(join(sftp.folder, "outbox", name), content),
  }));

test("S37.35 an unchanged file is passed over, a changed one is imported; one run at a time", async () => {
  const tenant = await newTenant();
  const { body: template } = await tenant.post("/mapping-templates/supplier", {
    name: "List",
    column_mapping: { EAN: "ean", SKU: "sku", Name: "name" },
  });
  const path = join(sftp.folder, "outbox", "daily.csv");
  writeFileSync(path, FILE);
  const source = sftpBody({ file_pattern: "daily.csv" });
  const { id } = (
    await make(tenant, {
      source,
      template_id: template.id,
      notify_on_success: true,
      notification_emails: ["a@b.example"],
    })
  ).body;
  const run = () => tenant.post(`/import-configs/${id}/run`);
  const first = await run();
  expect(first.body).toEqual({ id: first.body.id, status: "pending", config_id: id });
  expect((await run()).status).toBe(409);
  await runJobs();
  expect(await read(tenant, id)).toMatchObject({ run_count: 1, last_status: "completed", last_job_id: first.body.id });
  const second = await run();
  await runJobs();
  expect(await read(tenant, id)).toMatchObject({ run_count: 2, last_status: "unchanged" });
  expect((await tenant.get(`/imports/${second.body.id}`)).body).toMatchObject({ status: "completed", total_rows: 0 });
  writeFileSync(path, lines("ean,sku,name", `${EANS[2]},A-9,Third`));
  const third = await run();
  await runJobs();
  expect((await tenant.get(`/imports/${third.body.id}`)).body).toMatchObject({
    status: "completed",
    products_created: 1,
  });
  expect(await mailsOf(tenant)).toHaveLength(2);
});

test("S37.35 a source that cannot be reached is a failed run, reported by mail; an inactive one runs on request", async () => {
  const tenant = await newTenant();
  const made = await make(tenant, {
    source_type: "url",
    source: { url: url("/missing") },
    is_active: false,
    schedule_type: "interval_minutes",
    interval_minutes: 30,
    notification_emails: ["b@shop.example", "a@shop.example"],
  });
  await pass(HOUR_MS);
  expect(await read(tenant, made.body.id)).toMatchObject({ run_count: 0, next_run_at: null });
  expect((await tenant.post(`/import-configs/${made.body.id}/run`)).status).toBe(202);
  await runJobs();
  expect(await read(tenant, made.body.id)).toMatchObject({ run_count: 1, last_status: "failed" });
  expect((await mailsOf(tenant)).map((mail) => mail["recipient"])).toEqual(["a@shop.example", "b@shop.example"]);
});

test("the mail names what is unusual about an import", async () => {
  const tenant = await newTenant();
  const { body: template } = await tenant.post("/mapping-templates/supplier", {
    name: "List",
    column_mapping: { SKU: "sku", Name: "name" },
  });
  const rows = Array.from({ length: 20 }, (_, index) => `A-${index},Chair`);
  writeFileSync(join(sftp.folder, "outbox", "alike.csv"), lines("sku,name", ...rows));
  const { id } = (
    await make(tenant, {
      source: sftpBody({ file_pattern: "alike.csv" }),
      template_id: template.id,
      notify_on_success: true,
      notification_emails: ["a@b.example"],
    })
  ).body;
  await tenant.post(`/import-configs/${id}/run`);
  await runJobs();

  const [mail] = await mailsOf(tenant);
  expect(String(mail?.["body"])).toContain("Noms distincts parmi 20 nouveaux produits : 1 seulement");
  expect(String(mail?.["body"])).toContain("Aucun des 20 nouveaux produits n'a de prix");
});
