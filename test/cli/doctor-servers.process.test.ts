import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { examineAll } from "../../src/cli/doctor/doctor.ts";
import type { DoctorFlags } from "../../src/cli/doctor/finding.ts";
import { readConfig } from "../../src/config/config.ts";
import { openFiles } from "../../src/storage/open-files.ts";
import { temporaryFolder } from "../cleanup.ts";
import { startMinio } from "../servers/minio.ts";
import { newApiKey, startService } from "../servers/service.ts";
import { startSqld } from "../servers/sqld.ts";

setDefaultTimeout(120_000);

// What the doctor finds where database and files are on servers: the real ones, each broken first.

const folder = temporaryFolder();
const [sqld, minio] = await Promise.all([startSqld(), startMinio(temporaryFolder())]);
const settings = { CATALOGD_DATABASE_URL: sqld.url, ...minio.env };
const database = createClient({ url: sqld.url });
afterAll(async () => {
  database.close();
  await Promise.all([sqld.stop(), minio.stop()]);
});

interface Asked {
  env?: Record<string, string>;
  flags?: DoctorFlags;
  laterMs?: number;
}

async function examined({ env = {}, flags = {}, laterMs = 0 }: Asked = {}) {
  const config = readConfig({ flags: { "data-dir": join(folder, "data") }, env: { ...settings, ...env } });
  const findings = await examineAll({ config, unknown: [], flags, isRunning: true, nowMs: Date.now() + laterMs });
  return (check: string) => findings.find((each) => each.check === check);
}

beforeAll(async () => {
  const service = await startService({ folder, env: settings });
  const headers = { "x-api-key": await newApiKey(service.url) };
  const sent = new FormData();
  sent.set("file", new File(["sku,name\nA-1,Lamp\n"], "lamps.csv"));
  const upload = await fetch(`${service.url}/api/v1/imports/upload`, { method: "POST", headers, body: sent });
  expect(upload.status).toBe(202);
  const made = await fetch(`${service.url}/api/v1/products`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ name: "Kettle" }),
  });
  expect(made.status).toBe(201);
  const found = async () =>
    (
      (await (await fetch(`${service.url}/api/v1/search/products?q=kettle`, { headers })).json()) as {
        items: unknown[];
      }
    ).items.length;
  while ((await found()) === 0) await Bun.sleep(50);
  await service.kill("SIGTERM");
});

test("what is in good order is said, with the latency of each server", async () => {
  const of = await examined({ flags: { full: true } });
  expect([of("database server"), of("object store")]).toEqual([
    expect.objectContaining({ status: "ok", latency_ms: expect.any(Number) }),
    expect.objectContaining({ status: "ok", latency_ms: expect.any(Number) }),
  ]);
  expect([of("counts")?.status, of("index")?.status, of("files")?.says]).toEqual([
    "ok",
    "ok",
    "1 stored file, all there",
  ]);
});

test("a search index on the server that does not follow is a warning once that lasts", async () => {
  await database.execute("update index_state set indexed_to_us = 0");
  expect((await examined())("index")?.status).toBe("ok");
  const index = (await examined({ laterMs: 120_000 }))("index");
  expect([index?.status, index?.says]).toEqual([
    "warning",
    expect.stringMatching(/ s behind the products: see the log$/),
  ]);
});

test("a kept count on the server that is wrong is a warning", async () => {
  await database.execute("update tenant_clock set live_products = live_products + 3");
  expect((await examined())("counts")).toMatchObject({
    status: "warning",
    says: expect.stringContaining("kept count"),
  });
});

test("a server whose clock is ahead is a warning", async () => {
  const AHEAD_MS = 60_000;
  // The server as it is, but for the time that it says.
  const relay = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const body = request.method === "POST" ? await request.text() : null;
      const answer = await fetch(`${sqld.url}${pathname}`, {
        method: request.method,
        headers: { "content-type": request.headers.get("content-type") ?? "" },
        body,
      });
      const text = (await answer.text()).replaceAll(
        /"value":"(\d{13})"/g,
        (_, ms) => `"value":"${Number(ms) + AHEAD_MS}"`,
      );
      return new Response(text, { status: answer.status, headers: { "content-type": "application/json" } });
    },
  });
  const of = await examined({ env: { CATALOGD_DATABASE_URL: `http://127.0.0.1:${relay.port}` } });
  await relay.stop(true);
  expect(of("database server")).toMatchObject({
    status: "warning",
    says: expect.stringMatching(/its clock is (?:59|60|61) s ahead of this machine's: set both by NTP$/),
  });
});

test("files that are gone from the object store are an error with --full, and not looked for without", async () => {
  const empty = { CATALOGD_S3_BUCKET: "another-bucket" };
  await openFiles(readConfig({ env: { ...settings, ...empty } })).prepare();
  expect((await examined({ env: empty }))("files")?.says).toContain("looked for with --full only");
  const of = await examined({ env: empty, flags: { full: true } });
  expect(of("files")).toMatchObject({ status: "error", says: expect.stringMatching(/^1 of 1 stored file missing/) });
});
