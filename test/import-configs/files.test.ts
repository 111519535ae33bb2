import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clock, newTenant, runJobs } from "../harness.ts";
import { EANS, lines, type Tenant } from "../imports/import-client.ts";
import { startSources } from "../imports/sources/given-sources.ts";
import type { FileServer } from "../remote-files/file-servers.ts";
import { mailsOf } from "./supplier-story.ts";

const { ftp, sftp, mails, ftpBody, sftpBody, mailBody, stop } = await startSources();
afterAll(async () => void (await stop()));

/** The list of one day: it gives the same product that day's name. */
const listOf = (name: string) => lines("ean,sku,name", `${EANS[0]},A-1,${name}`);
const DAYS = ["2026-03-01", "2026-03-02", "2026-03-03"] as const;

/** A folder of its own on a server, with a configuration that imports from it. */
async function given(folder: string, fields: Record<string, unknown> = {}, server: FileServer = sftp) {
  const tenant = await newTenant();
  const outbox = join(server.folder, folder);
  mkdirSync(outbox);
  const { body: template } = await tenant.post("/mapping-templates/supplier", {
    name: "List",
    column_mapping: { EAN: "ean", SKU: "sku", Name: "name" },
  });
  const body = server === sftp ? sftpBody : ftpBody;
  const { source = {}, ...others } = fields;
  const made = await tenant.post("/import-configs", {
    name: "Nightly",
    source_type: server === sftp ? "sftp" : "ftp",
    source: body({ directory_path: folder, ...Object(source) }),
    template_id: template.id,
    take_files: "all_new",
    ...others,
  });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  const { id } = made.body;
  const put = (name: string, content: string, day: string) => {
    writeFileSync(join(outbox, name), content);
    utimesSync(join(outbox, name), new Date(day), new Date(day));
  };
  const run = async () => {
    expect((await tenant.post(`/import-configs/${id}/run`)).status).toBe(202);
    await runJobs();
    return (await tenant.get(`/import-configs/${id}`)).body;
  };
  return { tenant, id, outbox, put, run };
}

const importsOf = async (tenant: Tenant) =>
  (await tenant.get("/imports")).body.items.map((each: { file_name: string; status: string; total_rows: number }) =>
    each.file_name === "" ? each.status : `${each.file_name} ${each.status}`,
  );
const titlesOf = async (tenant: Tenant) =>
  (await tenant.get("/products")).body.items.map(({ title }: { title: string }) => title);

test("all new files are imported in the order of their times, each once", async () => {
  const { tenant, put, run } = await given("all-new");
  put("c.csv", listOf("first day"), DAYS[0]);
  put("a.csv", listOf("third day"), DAYS[2]);
  put("b.csv", listOf("second day"), DAYS[1]);

  expect(await run()).toMatchObject({ run_count: 1, last_status: "completed" });

  expect(await importsOf(tenant)).toEqual(["a.csv completed", "b.csv completed", "c.csv completed"]);
  expect(await titlesOf(tenant)).toEqual(["third day"]);
  expect(await run()).toMatchObject({ run_count: 2, last_status: "unchanged" });
  put("b.csv", listOf("second day mended"), "2026-03-04");
  expect(await run()).toMatchObject({ run_count: 3, last_status: "completed" });
  expect((await importsOf(tenant)).slice(0, 2)).toEqual(["b.csv completed", "completed"]);
  expect(await titlesOf(tenant)).toEqual(["second day mended"]);
});

test("a file that cannot be read is not in the way of those behind it, and is not tried again", async () => {
  const { tenant, put, run } = await given("one-broken", { notification_emails: ["a@b.example"] });
  put("a.csv", "ean,sku,name\n", DAYS[0]);
  put("b.csv", listOf("second day"), DAYS[1]);
  expect(await run()).toMatchObject({ run_count: 1, last_status: "completed" });
  expect(await importsOf(tenant)).toEqual(["b.csv completed", "a.csv failed"]);
  expect(await mailsOf(tenant)).toHaveLength(1);
  expect(await run()).toMatchObject({ last_status: "unchanged" });
});

test.each([
  ["SFTP", sftp],
  ["FTP", ftp],
])("files are moved over %s once they are imported, and renamed when that failed", async (_, server) => {
  const { tenant, outbox, put, run } = await given(
    "moved",
    { after_success: { action: "move", folder: "done/acme" }, after_failure: { action: "rename", name: "{name}.bad" } },
    server,
  );
  put("a.csv", listOf("first day"), DAYS[0]);
  put("b.csv", "ean,sku,name\n", DAYS[1]);
  await run();
  expect(readdirSync(outbox).sort()).toEqual(["b.csv.bad", "done"]);
  expect(readdirSync(join(outbox, "done/acme"))).toEqual(["a.csv"]);
  put("a.csv", listOf("next day"), DAYS[2]);
  expect(await run()).toMatchObject({ last_status: "completed" });
  expect(readdirSync(join(outbox, "done/acme")).sort()).toEqual([
    expect.stringMatching(/^a-\d{8}T\d{6}Z\.csv$/),
    "a.csv",
  ]);
  expect(await titlesOf(tenant)).toEqual(["next day"]);
  expect(await run()).toMatchObject({ last_status: "unchanged" });
});

test("a file is deleted once it is imported, but not one that came in its place meanwhile", async () => {
  const { tenant, id, outbox, put, run } = await given("deleted", { after_success: { action: "delete" } });
  put("a.csv", listOf("first day"), DAYS[0]);
  await run();
  expect(readdirSync(outbox)).toEqual([]);
  put("a.csv", listOf("second day"), DAYS[1]);
  await tenant.post(`/import-configs/${id}/run`);
  await runJobs(["outside"]);
  put("a.csv", listOf("third day"), DAYS[2]);
  await runJobs();
  expect(existsSync(join(outbox, "a.csv"))).toBe(true);
  expect(await run()).toMatchObject({ last_status: "completed" });
  expect(await titlesOf(tenant)).toEqual(["third day"]);
});

test("where files go away, an older one left behind is not taken for the newest", async () => {
  const fields = { take_files: "newest", after_success: { action: "move", folder: "done" } };
  const { tenant, put, run } = await given("newest-moved", fields);
  put("a.csv", listOf("first day"), DAYS[0]);
  put("b.csv", listOf("second day"), DAYS[1]);
  await run();
  expect(await run()).toMatchObject({ last_status: "unchanged" });
  expect(await titlesOf(tenant)).toEqual(["second day"]);
});

test("the newest file is not even fetched again once it is imported", async () => {
  const { put, run } = await given("newest-known", { take_files: "newest" });
  put("a.csv", listOf("first day"), DAYS[0]);
  await run();
  let reads = 0;
  sftp.faults.read = () => void reads++;
  expect(await run()).toMatchObject({ last_status: "unchanged" });
  sftp.faults.read = () => undefined;
  expect(reads).toBe(0);
});

test("the newest file is not fetched again while its import waits for its mapping; cancelling one says so", async () => {
  const { tenant, id, put, run } = await given("newest-waits", { take_files: "newest", template_id: null });
  put("a.csv", listOf("first day"), DAYS[0]);
  expect((await run()).last_status).toBe("awaiting_mapping");
  expect((await run()).last_status).toBe("unchanged");
  expect(await importsOf(tenant)).toEqual(["completed", "a.csv awaiting_mapping"]);
  // A later one is new, regardless of what became of the one before.
  put("a.csv", listOf("second day, longer"), DAYS[1]);
  expect((await run()).last_status).toBe("awaiting_mapping");

  put("b.csv", listOf("third day"), DAYS[2]);
  const started = await tenant.post(`/import-configs/${id}/run`);
  expect(started.status).toBe(202);
  const [last] = (await tenant.get("/imports")).body.items;
  expect((await tenant.post(`/imports/${last.id}/cancel`)).status).toBe(200);
  expect((await tenant.get(`/import-configs/${id}`)).body.last_status).toBe("cancelled");
});

test("a file that could not be moved stays imported once, and its import says so", async () => {
  const { tenant, outbox, put, run } = await given("stuck", { after_success: { action: "move", folder: "a.csv" } });
  put("a.csv", listOf("first day"), DAYS[0]);
  await run();
  for (let tries = 0; tries < 8; tries++) {
    clock.nowMs += 3_600_000;
    await runJobs();
  }
  expect(readdirSync(outbox)).toEqual(["a.csv"]);
  const { items } = (await tenant.get("/imports")).body;
  const { body } = await tenant.get(`/imports/${items[0].id}/errors`);
  expect(body.items).toMatchObject([{ severity: "warning", error_type: "source_not_settled" }]);
  expect(await run()).toMatchObject({ last_status: "unchanged" });
});

test("files wait for their marker, and what the sender calls partial is left", async () => {
  const { tenant, outbox, put, run } = await given("marked", {
    source: { marker: "{stem}.ok", partial_pattern: "_*" },
    after_success: { action: "delete" },
  });
  for (const name of ["a.csv", "b.csv", "_c.csv"]) put(name, listOf(name), DAYS[0]);
  put("b.ok", "", DAYS[1]);
  put("_c.ok", "", DAYS[1]);
  await run();
  expect(await importsOf(tenant)).toEqual(["b.csv completed"]);
  expect(readdirSync(outbox).sort()).toEqual(["_c.csv", "_c.ok", "a.csv"]);
});

test("all new mails are imported in their order, and deleted then", async () => {
  mails.splice(0, mails.length);
  for (const name of ["first mail", "second mail"])
    mails.push({
      from: "prices@acme.example",
      subject: name,
      fileName: "list.csv",
      content: listOf(name),
      isSeen: false,
    });
  const tenant = await newTenant();
  const { body: template } = await tenant.post("/mapping-templates/supplier", {
    name: "List",
    column_mapping: { EAN: "ean", SKU: "sku", Name: "name" },
  });
  const made = await tenant.post("/import-configs", {
    name: "Mails",
    source_type: "email",
    source: mailBody(),
    template_id: template.id,
    take_files: "all_new",
    after_success: { action: "move", folder: "Done" },
  });
  await tenant.post(`/import-configs/${made.body.id}/run`);
  await runJobs();
  expect(await titlesOf(tenant)).toEqual(["second mail"]);
  expect(mails.map(({ movedTo }) => movedTo)).toEqual(["Done", "Done"]);
});

test("what cannot be done with a file is refused by field", async () => {
  const tenant = await newTenant();
  const fields = async (body: Record<string, unknown>) => {
    const answer = await tenant.post("/import-configs", {
      name: "N",
      source_type: "sftp",
      source: sftpBody(),
      ...body,
    });
    return [answer.status, ...(answer.body.error?.details ?? []).map(({ field }: { field: string }) => field)];
  };
  const url = { source_type: "url", source: { url: "https://r9.receiver.test/a.csv" } };
  expect(await fields({ after_success: { action: "move" } })).toEqual([422, "after_success.folder"]);
  expect(await fields({ after_success: { action: "move", folder: "../x" } })).toEqual([422, "after_success.folder"]);
  expect(await fields({ after_failure: { action: "rename", name: "x" } })).toEqual([422, "after_failure.name"]);
  expect(await fields({ after_failure: { action: "rename", name: "a/{name}" } })).toEqual([422, "after_failure.name"]);
  expect(await fields({ ...url, after_success: { action: "delete" } })).toEqual([422, "after_success.action"]);
  expect(await fields({ after_success: { action: "burn" } })).toEqual([422, "after_success.action"]);
  expect(await fields({ take_files: "some" })).toEqual([422, "take_files"]);
  expect(await fields({ source: sftpBody({ marker: "../x" }) })).toEqual([422, "source.marker"]);
  expect(await fields({ source: sftpBody({ settle_seconds: 0 }) })).toEqual([422, "source.settle_seconds"]);
});
