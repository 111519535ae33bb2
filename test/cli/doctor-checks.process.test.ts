import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { lockInstance } from "../../db/local/instance-lock.ts";
import { examineAll } from "../../src/cli/doctor/doctor.ts";
import type { DoctorFlags } from "../../src/cli/doctor/finding.ts";
import { readConfig } from "../../src/config/config.ts";
import { temporaryFolder } from "../cleanup.ts";
import { ADMIN, startService } from "../servers/service.ts";

setDefaultTimeout(120_000);

// A folder of a service that has ended, with a product and an import in it.
const origin = temporaryFolder();
const service = await startService({ folder: origin });
const login = await fetch(`${service.url}/api/v1/auth/login/json`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(ADMIN),
});
const headers = { authorization: `Bearer ${((await login.json()) as { access_token: string }).access_token}` };
const made = await fetch(`${service.url}/api/v1/products`, {
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify({ name: "Kettle", brand: "Acme" }),
});
expect(made.status).toBe(201);
const upload = new FormData();
upload.set("file", new File(["sku,name\nA-1,Lamp\n"], "lamps.csv"));
const sent = await fetch(`${service.url}/api/v1/imports/upload`, { method: "POST", headers, body: upload });
expect(sent.status).toBe(202);
const isIndexed = async () => {
  const found = await fetch(`${service.url}/api/v1/search/products?q=kettle`, { headers });
  const { items, meta } = (await found.json()) as { items: unknown[]; meta: { index_behind: boolean } };
  return items.length === 1 && !meta.index_behind;
};
while (!(await isIndexed())) await Bun.sleep(50);
await service.kill("SIGTERM");

let dataDir = "";
beforeEach(() => {
  dataDir = join(temporaryFolder(), "data");
  cpSync(join(origin, "data"), dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
});

/** What the checks say, made here: a process for each would take longer than all else. */
async function examined({
  flags = {},
  settings = {},
  isRunning = false,
  aheadMs = 0,
}: {
  flags?: DoctorFlags;
  settings?: Record<string, string>;
  isRunning?: boolean;
  aheadMs?: number;
} = {}) {
  const config = readConfig({ flags: { "data-dir": dataDir }, env: settings });
  const findings = await examineAll({ config, unknown: [], flags, isRunning, nowMs: Date.now() + aheadMs });
  return (check: string) => findings.find((each) => each.check === check);
}

/** Breaks something in the database or in its search index. */
function change(sql: string, file = "catalogd.db"): void {
  const connection = openConnection(join(dataDir, file), "writer");
  connection.exec(sql);
  connection.close();
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe("what the rows say", () => {
  test.each([
    ["products of a brand", "update product_count set products = products + 1"],
    ["products of a tenant", "update tenant_clock set live_products = 7"],
    ["deleted products", "update tenant_clock set deleted_products = 7"],
    ["bytes of stored files", "update tenant_storage set stored_bytes = 1"],
    ["jobs that wait", "insert into job_lane (queue, tenant_id, ready) values ('bulk', 'nobody', 3)"],
    ["jobs that run", "insert into job_lane (queue, tenant_id, running) values ('bulk', 'nobody', 3)"],
  ])("a kept count of %s that is wrong is a warning, and recounted by --fix", async (name, sql) => {
    change(sql);
    const before = (await examined())("counts");
    expect([before?.status, before?.says]).toEqual(["warning", expect.stringContaining(name)]);
    expect((await examined({ flags: { fix: true } }))("counts")?.status).toBe("fixed");
    expect((await examined())("counts")?.status).toBe("ok");
  });

  test("counts are not touched while a service has the file", async () => {
    change("update product_count set products = products + 1");
    const unlock = lockInstance(join(dataDir, "catalogd.db"));
    const finding = (await examined({ flags: { fix: true } }))("counts");
    unlock();
    expect([finding?.status, finding?.says]).toEqual(["warning", expect.stringContaining("stop the service first")]);
  });

  test("a job that waits for hours, and one that shows no sign of life, are warnings where a service runs", async () => {
    expect((await examined({ isRunning: true }))("jobs")?.status).toBe("ok");
    change(`insert into job (uid, tenant_id, queue, kind, payload, run_at_ms, created_at_ms)
      values ('waits', 'nobody', 'bulk', 'none', '{}', 1, 1)`);
    expect((await examined({ isRunning: true }))("jobs")?.says).toContain("1 wait for more than an hour");
    change(`update job set state = 'running', started_at_ms = 1, lease_until_ms = 1 where uid = 'waits'`);
    const silent = (await examined({ isRunning: true }))("jobs");
    expect([silent?.status, silent?.says]).toEqual(["warning", expect.stringContaining("1 run without a sign")]);
  });

  test("a clock that was set back is a warning", async () => {
    expect((await examined({ aheadMs: -3_600_000 }))("clock")?.status).toBe("warning");
    expect((await examined())("clock")?.status).toBe("ok");
  });

  test("an entry of the audit log that was changed is an error", async () => {
    change("drop trigger audit_entry_stays; update audit_entry set action = 'other' where number = 1");
    expect((await examined({ flags: { full: true } }))("audit")?.status).toBe("error");
    expect((await examined())("audit")).toBeUndefined();
  });
});

test("a disk with less room than the settings ask for is a warning, with what that stops", async () => {
  expect((await examined())("disk")?.status).toBe("ok");
  const short = (await examined({ settings: { CATALOGD_MIN_FREE_MIB: "1048576" } }))("disk");
  expect([short?.status, short?.says]).toEqual(["warning", expect.stringContaining("uploads are refused")]);
});

test("the versions of the program and of its engine are said, and whether a service runs", async () => {
  expect((await examined())("versions")?.says).toMatch(/^catalogd \d+\.\d+\.\d+ \(.+\), SQLite \d+\.\d+/);
  expect((await examined())("service")?.says).toBe("It does not run");
  expect((await examined({ isRunning: true }))("service")?.says).toBe("It runs and takes commands");
});

describe("the search index", () => {
  test.each([
    ["lacks a product", "delete from product_fact", "It lacks "],
    ["has one that is gone", "insert into product_fact values (99, null, null, 1, 0, 1, 1)", "has 1 that are gone"],
  ])("that %s is a warning, and made again after --fix", async (_, sql, says) => {
    change(sql, "catalogd-index.db");
    const before = (await examined())("index");
    expect([before?.status, before?.says]).toEqual(["warning", expect.stringContaining(says)]);
    expect((await examined({ flags: { fix: true } }))("index")?.status).toBe("fixed");
    expect(existsSync(join(dataDir, "catalogd-index.db"))).toBe(false);
    expect((await examined())("index")).toMatchObject({ status: "ok", says: expect.stringContaining("makes it") });
  });

  test("that is behind is said", async () => {
    change("update index_state set indexed_to_us = 0", "catalogd-index.db");
    expect((await examined())("index")?.says).toContain("It is behind");
  });

  test.each([
    ["cut", 8_192],
    ["filled with something else", 0],
  ])("whose file was %s is set aside by --fix, and the next start makes it", async (_, keptBytes) => {
    const path = join(dataDir, "catalogd-index.db");
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.from(bytes.subarray(0, keptBytes || bytes.length)).fill(0x41, keptBytes));
    const before = await examined();
    expect([before("index")?.status, before("database")?.status]).toEqual(["warning", "ok"]);
    expect((await examined({ flags: { fix: true } }))("index")?.says).toContain("set aside as");
    const again = await startService({ folder: join(dataDir, "..") });
    await again.kill("SIGTERM");
    expect((await examined())("index")?.status).toBe("ok");
  });
});

describe("stored files", () => {
  test("a row whose file is gone is an error", async () => {
    expect((await examined())("files")?.says).toMatch(/^\d stored files?, all there$/);
    const [file] = filesIn(join(dataDir, "files"));
    rmSync(join(file?.parentPath ?? "", file?.name ?? ""));
    expect((await examined())("files")).toMatchObject({ status: "error", says: expect.stringContaining("/imports/") });
  });

  test("a file of days ago that no row names is a warning, and deleted by --fix; a new one is left", async () => {
    const [file] = filesIn(join(dataDir, "files"));
    const folder = file?.parentPath ?? "";
    const [old, fresh] = [join(folder, crypto.randomUUID()), join(folder, crypto.randomUUID())];
    for (const path of [old, fresh]) writeFileSync(path, "left");
    utimesSync(old, 1_000_000, 1_000_000);
    expect((await examined())("orphans")).toMatchObject({
      status: "warning",
      says: expect.stringMatching(/^1 stored/),
    });
    expect((await examined({ flags: { fix: true } }))("orphans")?.status).toBe("fixed");
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
    expect((await examined())("files")?.status).toBe("ok");
  });
});

describe("servers that the settings name", () => {
  test("each that cannot be reached is named with its setting, and no password is shown", async () => {
    const settings = {
      CATALOGD_S3_ENDPOINT: "http://127.0.0.1:1",
      CATALOGD_S3_ACCESS_KEY: "someone",
      CATALOGD_S3_SECRET_KEY: "s3-secret-word",
      CATALOGD_MEILISEARCH_URL: "http://127.0.0.1:1",
      CATALOGD_SMTP_URL: "smtp://mailer:mail-secret-word@127.0.0.1:1",
      CATALOGD_OTLP_URL: "http://127.0.0.1:1",
    };
    const of = await examined({ settings });
    expect([of("object store")?.status, of("search server")?.status]).toEqual(["error", "error"]);
    expect([of("mail server")?.status, of("collector")?.status]).toEqual(["warning", "warning"]);
    expect(of("mail server")?.says).toContain("CATALOGD_SMTP_URL");
    expect(JSON.stringify([of("mail server"), of("object store")])).not.toContain("secret-word");

    const database = await examined({ settings: { CATALOGD_DATABASE_URL: "http://127.0.0.1:1" } });
    expect([database("database server")?.status, database("counts")]).toEqual(["error", undefined]);
  });

  test("one that answers is said with its latency", async () => {
    const collector = Bun.serve({ port: 0, fetch: () => new Response("{}") });
    const of = await examined({ settings: { CATALOGD_OTLP_URL: `http://127.0.0.1:${collector.port}` } });
    await collector.stop(true);
    expect(of("collector")).toMatchObject({ status: "ok", latency_ms: expect.any(Number) });
  });
});
