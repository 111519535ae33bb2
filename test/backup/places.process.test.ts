import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Libsql from "libsql";
import { temporaryFolder } from "../cleanup.ts";
import { startMinio } from "../servers/minio.ts";
import { newApiKey, PROGRAM, startService } from "../servers/service.ts";
import { startSqld } from "../servers/sqld.ts";

setDefaultTimeout(120_000);

const minio = await startMinio(temporaryFolder());
afterAll(() => minio.stop());
// The backups' own settings: files stay in the data folder.
const S3 = Object.fromEntries(
  ["ENDPOINT", "ACCESS_KEY", "SECRET_KEY"].map((name) => [
    `CATALOGD_BACKUP_S3_${name}`,
    (minio.env as Record<string, string>)[`CATALOGD_S3_${name}`] ?? "",
  ]),
);

const start = (args: string[], env: Record<string, string> = {}) =>
  Bun.spawn([...PROGRAM, ...args], { stdout: "pipe", stderr: "pipe", env: { ...process.env, ...env } });

async function run(args: string[], env: Record<string, string> = {}) {
  const child = start(args, env);
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { out, err, exitCode: await child.exited };
}

const addFile = (dataDir: string, name: string, bytes: Uint8Array) => {
  mkdirSync(join(dataDir, "files/tenant-1/uploads"), { recursive: true });
  writeFileSync(join(dataDir, "files/tenant-1/uploads", name), bytes);
};
async function productsOf(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/products`, { headers: { "x-api-key": key } });
  return ((await response.json()) as { items: unknown[] }).items.length;
}

async function addProduct(url: string, key: string) {
  const body = JSON.stringify({ name: "Kept" });
  const headers = { "x-api-key": key, "content-type": "application/json" };
  expect((await fetch(`${url}/api/v1/products`, { method: "POST", headers, body })).status).toBe(201);
}

test("an object store takes a backup in parts, shows it only when it is whole, and gives it back", async () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, "data");
  const service = await startService({ folder });
  const key = await newApiKey(service.url);
  await addProduct(service.url, key);
  addFile(dataDir, "large.bin", randomBytes(40 * 1024 * 1024)); // of several parts

  const killed = start(["backup", "--data-dir", dataDir, "--to", "s3://kept/daily"], S3);
  while (!existsSync(join(dataDir, "backup-parts/catalogd.db")) && killed.exitCode === null) await Bun.sleep(1);
  await Bun.sleep(100);
  killed.kill(9);
  await killed.exited;
  const made = await run(["backup", "--data-dir", dataDir, "--to", "s3://kept/daily", "--with-key", "--json"], S3);
  expect([made.err, made.exitCode]).toEqual(["", 0]);
  const { path } = JSON.parse(made.out);
  expect(path).toMatch(/^s3:\/\/kept\/daily\/catalogd-\d{8}T\d{6}Z-[\da-f]{8}\.tar\.zst$/);
  expect(await service.kill("SIGTERM")).toBe(0);

  const whole = await run(["restore", "--verify", path], S3);
  expect([whole.err, whole.exitCode]).toEqual(["", 0]);
  const other = temporaryFolder();
  expect((await run(["restore", path, "--data-dir", join(other, "data")], S3)).exitCode).toBe(0);
  expect(readFileSync(join(other, "data/files/tenant-1/uploads/large.bin"))).toEqual(
    readFileSync(join(dataDir, "files/tenant-1/uploads/large.bin")),
  );
  const restored = await startService({ folder: other });
  expect(await productsOf(restored.url, key)).toBe(1);
  expect(await restored.kill("SIGTERM")).toBe(0);

  const none = await run(["restore", "--verify", "s3://kept/daily/catalogd-none.tar.zst"], S3);
  const noAccess = await run(["backup", "--data-dir", dataDir, "--to", "s3://kept/daily"]);
  const address = await run(["backup", "--data-dir", dataDir, "--to", "ftp://kept/daily"], S3);
  expect([none.exitCode, noAccess.exitCode, address.exitCode]).toEqual([66, 1, 1]);
  expect(noAccess.err).toContain("s3:// needs CATALOGD_BACKUP_S3_ENDPOINT");
  expect(address.err).toContain("is no place for backups");
});

test("on a libSQL server a backup has the files and what the server holds, and says how its database is copied", async () => {
  const [servers, folder] = [temporaryFolder(), temporaryFolder()];
  const first = await startSqld(undefined, join(servers, "first"));
  const dataDir = join(folder, "data");
  const env = { CATALOGD_DATABASE_URL: first.url };
  const service = await startService({ folder, env });
  const key = await newApiKey(service.url);
  await addProduct(service.url, key);
  addFile(dataDir, "a.csv", Buffer.from("kept"));
  const made = await run(["backup", "--data-dir", dataDir, "--to", join(folder, "to"), "--with-key", "--json"], env);
  expect([made.err, made.exitCode]).toEqual(["", 0]);
  const { path, manifest, notes } = JSON.parse(made.out);
  expect(manifest).toMatchObject({ database: { store: "server" }, files: { count: 1 }, tables: { product: 1 } });
  expect(notes).toEqual([expect.stringContaining("dbs/default/data")]);
  // The command of that sentence, through the driver's SQLite and not the shell's.
  const database = new Libsql(join(servers, "first/dbs/default/data"));
  database.prepare("vacuum into ?").run(join(servers, "copy.db"));
  database.close();
  await addProduct(service.url, key); // is not in it
  expect(await service.kill("SIGTERM")).toBe(0);
  await first.stop();

  const [other, second] = [temporaryFolder(), join(servers, "second")];
  const restored = await run(["restore", path, "--data-dir", join(other, "data")]);
  expect([restored.err, restored.exitCode]).toEqual(["", 0]);
  expect(restored.out).toContain("It has no database");
  expect(existsSync(join(other, "data/catalogd.db"))).toBe(false);
  mkdirSync(join(second, "dbs/default"), { recursive: true });
  copyFileSync(join(servers, "copy.db"), join(second, "dbs/default/data"));
  const server = await startSqld(undefined, second);
  const again = await startService({ folder: other, env: { CATALOGD_DATABASE_URL: server.url } });
  expect(await productsOf(again.url, key)).toBe(1);
  expect(readFileSync(join(other, "data/files/tenant-1/uploads/a.csv"), "utf8")).toBe("kept");
  expect(await again.kill("SIGTERM")).toBe(0);
  await server.stop();
});
