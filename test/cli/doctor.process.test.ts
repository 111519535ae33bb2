import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { PROGRAM, startService } from "../servers/service.ts";

setDefaultTimeout(120_000);

// A folder of a service that has ended.
const origin = temporaryFolder();
await (await startService({ folder: origin })).kill("SIGTERM");

let dataDir = "";
beforeEach(() => {
  dataDir = join(temporaryFolder(), "data");
  cpSync(join(origin, "data"), dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
});

async function doctor(flags: string[] = [], env: Record<string, string> = {}) {
  const command = [...PROGRAM, "doctor", "--data-dir", dataDir, "--json", ...flags];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit", env: { ...process.env, ...env } });
  const { ok, findings } = JSON.parse(await new Response(child.stdout).text());
  const statusOf = (check: string): string =>
    findings.find((each: { check: string }) => each.check === check)?.status ?? "none";
  return { ok, statusOf, findings, exitCode: await child.exited };
}

test("a folder in good order has no findings, and prints them for people too", async () => {
  const { ok, findings, exitCode } = await doctor(["--full"]);
  expect([ok, exitCode]).toEqual([true, 0]);
  expect(findings.filter(({ status }: { status: string }) => status !== "ok")).toEqual([]);
  const { stdout } = Bun.spawnSync([...PROGRAM, "doctor", "--data-dir", dataDir]);
  expect(stdout.toString()).toMatch(/^ok +database +It is whole, of schema version \d+$/m);
});

test("a missing key, database and folder are errors", async () => {
  rmSync(join(dataDir, "secret.key"));
  const noKey = await doctor();
  rmSync(join(dataDir, "catalogd.db"));
  const noDatabase = await doctor();
  rmSync(dataDir, { recursive: true });
  const noFolder = await doctor();
  expect([noKey.statusOf("key"), noKey.exitCode]).toEqual(["error", 1]);
  expect([noDatabase.statusOf("database"), noDatabase.exitCode]).toEqual(["error", 1]);
  expect([noFolder.statusOf("folder"), noFolder.exitCode]).toEqual(["error", 1]);
  expect(existsSync(dataDir)).toBe(false);
});

test("a damaged database is an error, be it a page or the header", async () => {
  const path = join(dataDir, "catalogd.db");
  const bytes = readFileSync(path);
  writeFileSync(path, Buffer.from(bytes).fill(0xff, bytes.length - 40_960, bytes.length));
  const page = await doctor(["--full"]);
  writeFileSync(path, Buffer.from(bytes).fill(0xff, 0, 64));
  const header = await doctor();
  expect([page.statusOf("database"), header.statusOf("database")]).toEqual(["error", "error"]);
  expect([page.exitCode, header.exitCode]).toEqual([1, 1]);
});

test("a newer schema is an error", async () => {
  const path = join(dataDir, "catalogd.db");
  const bytes = readFileSync(path);
  bytes.writeUInt32BE(999, 60);
  writeFileSync(path, bytes);
  expect((await doctor()).statusOf("database")).toBe("error");
});

test("an open folder and what a killed backup left are warnings, which --fix mends", async () => {
  chmodSync(dataDir, 0o755);
  mkdirSync(join(dataDir, "backup-parts"));
  const before = await doctor();
  const fixed = await doctor(["--fix"]);
  const after = await doctor();
  const shown = [before, fixed, after].map(({ statusOf, exitCode }) => [
    statusOf("rights"),
    statusOf("leftovers"),
    exitCode,
  ]);
  expect(shown).toEqual([
    ["warning", "warning", 0],
    ["fixed", "fixed", 0],
    ["ok", "ok", 0],
  ]);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test.each([
  ["the key can be read in a folder that others enter", "secret.key", 0o644, 0o755, "error"],
  ["everybody can write into the folder", "", 0, 0o777, "error"],
  ["the key can be read in a closed folder", "secret.key", 0o644, 0o700, "warning"],
  ["another file can be read in a closed folder", "catalogd.db", 0o640, 0o700, "warning"],
])("%s: that is said, and --fix closes it", async (_, name, fileMode, folderMode, status) => {
  const path = join(dataDir, name);
  if (name !== "") chmodSync(path, fileMode);
  chmodSync(dataDir, folderMode);
  const before = await doctor();
  const fixed = await doctor(["--fix"]);
  const after = await doctor();
  expect([before.statusOf("rights"), before.exitCode]).toEqual([status, status === "error" ? 1 : 0]);
  expect([fixed.statusOf("rights"), after.statusOf("rights"), after.exitCode]).toEqual(["fixed", "ok", 0]);
  const modes = [dataDir, path].map((each) => statSync(each).mode & 0o777);
  expect(modes).toEqual([0o700, name === "" ? 0o700 : 0o600]);
});

test("a file that another user left in the folder is a warning, and given back by --fix", async () => {
  if (process.getuid?.() !== 0) return; // only root can leave one
  const path = join(dataDir, "backup.lock");
  writeFileSync(path, "", { mode: 0o600 });
  chownSync(path, 65_534, 65_534);
  const before = await doctor();
  const fixed = await doctor(["--fix"]);
  expect(before.findings).toContainEqual({
    check: "rights",
    status: "warning",
    says: expect.stringContaining("backup.lock (mode 600) belongs to user 65534, the database to user 0"),
  });
  expect([fixed.statusOf("rights"), (await doctor()).statusOf("rights"), statSync(path).uid]).toEqual([
    "fixed",
    "ok",
    0,
  ]);
});

test("a setting that does not exist is a warning", async () => {
  expect((await doctor([], { CATALOGD_PROT: "1" })).statusOf("settings")).toBe("warning");
});
