import { afterAll, beforeAll, expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { type StartedMinio, startMinio } from "../servers/minio.ts";
import { newApiKey, startService } from "../servers/service.ts";
import { startSqld } from "../servers/sqld.ts";

let minio: StartedMinio;
beforeAll(async () => {
  minio = await startMinio(temporaryFolder());
});
afterAll(() => minio.stop());

test("two processes on one database server and one object store have the same files", async () => {
  const sqld = await startSqld();
  const env = { ...minio.env, CATALOGD_S3_BUCKET: "shared", CATALOGD_DATABASE_URL: sqld.url };
  const secret = { CATALOGD_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") };
  const first = await startService({ folder: temporaryFolder(), env: { ...env, ...secret } });
  const second = await startService({ folder: temporaryFolder(), env: { ...env, ...secret } });
  const headers = { "x-api-key": await newApiKey(first.url) };
  const form = new FormData();
  form.set("file", new File(["ean,name\n4006381333931,Pen\n"], "a.csv"));
  const uploaded = await fetch(`${first.url}/api/v1/imports/upload`, { method: "POST", headers, body: form });
  const { id } = (await uploaded.json()) as { id: string };

  const mapping = JSON.stringify({ column_mapping: { ean: "ean", name: "name" } });
  const json = { ...headers, "content-type": "application/json" };
  await fetch(`${second.url}/api/v1/imports/${id}/save-mapping`, { method: "POST", headers: json, body: mapping });
  const dryRun = await fetch(`${second.url}/api/v1/imports/${id}/dry-run`, { method: "POST", headers });

  expect([uploaded.status, dryRun.status]).toEqual([202, 200]);
  expect(await dryRun.json()).toMatchObject({ products_to_create: 1 });
  await Promise.all([first.kill("SIGTERM"), second.kill("SIGTERM")]);
  await sqld.stop();
}, 120_000);

test("a store that cannot be used is reported at the start", async () => {
  const env = { ...minio.env, CATALOGD_S3_SECRET_KEY: "wrong-wrong" };
  const start = startService({ folder: temporaryFolder(), env });
  expect(String(await start.catch((error: unknown) => error))).toContain(
    "Cannot use the object store of CATALOGD_S3_ENDPOINT",
  );
}, 60_000);
