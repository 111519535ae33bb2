import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { SCHEMA_VERSION } from "../../db/migrate.ts";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, PROGRAM, startService } from "../servers/service.ts";

setDefaultTimeout(240_000);

async function run(args: string[]) {
  const child = Bun.spawn([...PROGRAM, ...args], { stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { out, err, exitCode: await child.exited };
}

const folder = temporaryFolder();
const to = join(folder, "backups");
const dataDir = join(folder, "data");
mkdirSync(folder, { recursive: true });
const service = await startService({ folder });
const key = await newApiKey(service.url);

async function send(url: string, method: string, path: string, body?: unknown) {
  const headers = { "x-api-key": key, ...(body !== undefined && { "content-type": "application/json" }) };
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  return text === "" ? undefined : (JSON.parse(text) as any);
}

// A file of a key as the service makes them; the store holds nothing but such.
const stored = join(dataDir, "files", "tenant-1", "uploads");
mkdirSync(stored, { recursive: true });
const FILE = "a file that is kept";
writeFileSync(join(stored, "first.csv"), FILE);

/** Writes products until `stop`, and notes each that was acknowledged. */
function writing() {
  const acknowledged: string[] = [];
  let isOver = false;
  const done = (async () => {
    for (let at = 0; !isOver; at++) {
      const { id } = await send(service.url, "POST", "/products", { name: `Written ${at}` });
      acknowledged.push(id);
      if (at % 5 === 4) await send(service.url, "DELETE", `/products/${acknowledged[at - 4]}`);
    }
  })();
  return {
    acknowledged,
    stop: () => {
      isOver = true;
      return done;
    },
  };
}

const written = writing();
await send(service.url, "POST", "/products", { name: "Before all" });
const before = { count: written.acknowledged.length };
const made = await run(["backup", "--data-dir", dataDir, "--to", to, "--with-key", "--json"]);
const after = { count: written.acknowledged.length };
await written.stop();
const backup = made.exitCode === 0 ? JSON.parse(made.out) : undefined;
const bytes = () => readFileSync(backup.path);

const changed = (name: string, change: (tar: Buffer) => Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, zstdCompressSync(change(Buffer.from(zstdDecompressSync(bytes())))));
  return path;
};
const verify = (path: string) => run(["restore", "--verify", path]);

describe("catalogd backup", () => {
  test("makes one whole file while the service writes, and says what is in it", async () => {
    expect([made.err, made.exitCode]).toEqual(["", 0]);
    expect(readdirSync(to)).toEqual([backup.path.split("/").at(-1)]);
    expect(existsSync(join(dataDir, "backup-parts"))).toBe(false);
    const facts = { format: 1, schema_version: SCHEMA_VERSION, has_secret_key: true };
    expect(backup.manifest).toMatchObject({ ...facts, files: { count: 1 } });
    expect(after.count).toBeGreaterThan(before.count); // it did not wait for the backup
    const { out, exitCode } = await verify(backup.path);
    expect([out, exitCode]).toEqual([expect.stringContaining("is whole: made at"), 0]);
  });

  test("is a tar archive that other tools list", () => {
    const tar = Bun.spawnSync(["tar", "-tf", "-"], { stdin: zstdDecompressSync(bytes()) });
    expect(tar.stdout.toString().split("\n").slice(0, 3)).toEqual(["manifest.json", "secret.key", "catalogd.db"]);
  });

  test("without --with-key it has no key and says what that means", async () => {
    const { out, exitCode } = await run(["backup", "--data-dir", dataDir, "--to", join(folder, "no-key")]);
    expect(exitCode).toBe(0);
    expect(out).toContain("Without secret.key the stored passwords");
  });

  test("refuses a folder without a database, and an address", async () => {
    const none = await run(["backup", "--data-dir", temporaryFolder()]);
    const address = await run(["backup", "--data-dir", dataDir, "--to", "s3://bucket"]);
    expect([none.exitCode, address.exitCode]).toEqual([1, 1]);
    expect(none.err).toContain("There is no database in");
  });

  test.each([
    ["the database is copied", () => join(dataDir, "backup-parts/catalogd.db")],
    ["the archive is written", () => join(folder, "killed")],
  ])("killed while %s it leaves no file that looks whole, and the next one works", async (_, sign) => {
    const target = join(folder, "killed");
    rmSync(target, { recursive: true, force: true });
    const large = join(stored, "large.bin");
    writeFileSync(large, randomBytes(48 * 1024 * 1024)); // so that an archive takes a while
    const hasBegun = () => {
      const path = sign();
      return existsSync(path) && (path !== target || readdirSync(path).some((name) => name.endsWith(".part")));
    };
    const child = Bun.spawn([...PROGRAM, "backup", "--data-dir", dataDir, "--to", target]);
    while (!hasBegun() && child.exitCode === null) await Bun.sleep(1);
    child.kill(9);
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    expect(readdirSync(target).filter((name) => name.endsWith(".zst"))).toEqual([]);
    const next = await run(["backup", "--data-dir", dataDir, "--to", target, "--json"]);
    rmSync(large);
    expect((await verify(JSON.parse(next.out).path)).exitCode).toBe(0);
    expect(existsSync(join(dataDir, "backup-parts"))).toBe(false);
    expect(readdirSync(target).map((name) => name.replace(/^.*\.tar/, ".tar"))).toEqual([".tar.zst"]);
  });
});

test("what a killed service was backing up is noted and released at its next start", async () => {
  const other = temporaryFolder();
  const operator = { CATALOGD_OPERATOR_KEY: "an operator key 0123456789" };
  const headers = { "x-operator-key": operator.CATALOGD_OPERATOR_KEY, "content-type": "application/json" };
  const first = await startService({ folder: other, env: operator });
  const files = join(other, "data/files/tenant-1/uploads");
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, "large.bin"), randomBytes(48 * 1024 * 1024)); // so that an archive takes a while
  const started = await fetch(`${first.url}/api/v1/operator/backups`, { method: "POST", headers, body: "{}" });
  const { id } = (await started.json()) as { id: string };
  const backups = join(other, "data/backups");
  while (!existsSync(backups) || !readdirSync(backups).some((name) => name.endsWith(".part"))) await Bun.sleep(1);
  await first.kill("SIGKILL");
  expect(existsSync(join(other, "data/backup-parts"))).toBe(true);

  const second = await startService({ folder: other, env: operator });
  const shown = await fetch(`${second.url}/api/v1/operator/backups/${id}`, { headers });
  expect(await shown.json()).toMatchObject({ status: "failed", location: null, error: "It was broken off" });
  expect([existsSync(join(other, "data/backup-parts")), readdirSync(backups)]).toEqual([false, []]);
  expect(await second.kill("SIGTERM")).toBe(0);
});

describe("catalogd restore", () => {
  test("restores what was acknowledged at that moment, key and files included, and a service runs on it", async () => {
    const other = temporaryFolder();
    const { err, exitCode } = await run(["restore", backup.path, "--data-dir", join(other, "data")]);
    expect([err, exitCode]).toEqual(["", 0]);
    expect(readFileSync(join(other, "data/files/tenant-1/uploads/first.csv"), "utf8")).toBe(FILE);
    expect(readFileSync(join(other, "data/secret.key"))).toEqual(readFileSync(join(dataDir, "secret.key")));
    const restored = await startService({ folder: other });
    const shown = new Set<string>();
    for (let page = 1, more = true; more; page++) {
      const { items } = await send(restored.url, "GET", `/products?per_page=100&page=${page}`);
      for (const { id } of items) shown.add(id);
      more = items.length === 100;
    }
    const ids = written.acknowledged;
    const deleted = (at: number, count: number) => at % 5 === 0 && at + 5 <= count;
    const lost = ids.slice(0, before.count).filter((id, at) => !deleted(at, after.count + 5) && !shown.has(id));
    const early = ids.slice(after.count + 1).filter((id) => shown.has(id));
    const back = ids.slice(0, before.count).filter((id, at) => deleted(at, before.count - 1) && shown.has(id));
    expect({ lost, early, back }).toEqual({ lost: [], early: [], back: [] });
    // One moment: no product is there without those that were written before it.
    const last = ids.findLastIndex((id) => shown.has(id));
    const holes = ids.slice(0, last).filter((id, at) => !deleted(at, last + 2) && !shown.has(id));
    expect(holes).toEqual([]);
    expect(restored.output()).not.toContain("may be missing");
    expect(await restored.kill("SIGTERM")).toBe(0);
  });

  test("refuses a folder in use, one that is not empty, and a backup that is not there", async () => {
    const full = temporaryFolder();
    writeFileSync(join(full, "notes.txt"), "mine");
    const inUse = await run(["restore", backup.path, "--data-dir", dataDir]);
    const notEmpty = await run(["restore", backup.path, "--data-dir", full]);
    const none = await run(["restore", join(folder, "none.tar.zst"), "--data-dir", temporaryFolder()]);
    expect([inUse.exitCode, notEmpty.exitCode, none.exitCode]).toEqual([75, 73, 66]);
    expect(inUse.err).toContain("catalogd is running on");
    expect(notEmpty.err).toContain("is not empty (notes.txt)");
    expect(readdirSync(full)).toEqual(["notes.txt"]);
  });

  test("verify finds a torn archive wherever it is torn, and restore leaves nothing of it", async () => {
    const whole = bytes();
    for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
      const path = join(folder, "torn.tar.zst");
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length * share)));
      const { err, exitCode } = await verify(path);
      expect([share, err.includes("is damaged"), exitCode]).toEqual([share, true, 65]);
    }
    const target = temporaryFolder();
    expect((await run(["restore", join(folder, "torn.tar.zst"), "--data-dir", target])).exitCode).toBe(65);
    expect(readdirSync(target)).toEqual([]);
  });

  test("verify finds a changed byte by its checksum, and a missing file, each with its own status", async () => {
    const flipped = changed("flipped.tar.zst", (tar) => {
      const at = tar.indexOf(FILE);
      tar[at] = (tar[at] ?? 0) ^ 1;
      return tar;
    });
    // The last entry: two headers, the extended one's records, and its content of one block.
    const short = changed("short.tar.zst", (tar) => {
      const records = tar.lastIndexOf("ustar") - 257 - 1024;
      return Buffer.concat([tar.subarray(0, records), tar.subarray(-1024)]);
    });
    const results = [await verify(flipped), await verify(short)];
    expect(results.map(({ exitCode }) => exitCode)).toEqual([65, 74]);
    expect(results[0]?.err).toContain("files/tenant-1/uploads/first.csv differs from its checksum");
    expect(results[1]?.err).toContain("It lacks files: 0 of 1");
  });
});

test("the commands of the guide run as printed", async () => {
  const guide = await Bun.file(join(import.meta.dir, "../../docs/backup-upgrade.md")).text();
  const [, block = ""] = /## Without a stop.*?```sh\n(.*?)```/s.exec(guide) ?? [];
  const [kept, drill] = [join(folder, "kept"), join(folder, "drill")];
  const commands = block
    .replaceAll("/backup/catalogd", kept)
    .replaceAll("/var/lib/catalogd", dataDir)
    .replaceAll("/srv/drill", drill);
  const program = PROGRAM.map((word) => `'${word}'`).join(" ");
  const script = `set -e\ncatalogd() { ${program} "$@"; }\n${commands}`;
  const { stdout, stderr, exitCode } = Bun.spawnSync(["bash", "-c", script]);
  expect([stderr.toString(), exitCode]).toEqual(["", 0]);
  expect(stdout.toString()).toContain("is whole: made at");
  expect(existsSync(join(drill, "catalogd.db"))).toBe(true);
});

test("ends the service", async () => {
  expect(await service.kill("SIGTERM")).toBe(0);
  rmSync(to, { recursive: true });
});
