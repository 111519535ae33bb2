import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { freePort } from "../servers/process.ts";
import { PROGRAM, SOURCES, type StartedService, startService } from "../servers/service.ts";
import { startSqld } from "../servers/sqld.ts";

setDefaultTimeout(60_000);

/** No password in the settings: the first start makes one. */
const NO_PASSWORD = { CATALOGD_BOOTSTRAP_ADMIN_PASSWORD: "" };
/** The same on a terminal of its own. */
const ON_A_TERMINAL = ["script", "-qefc", PROGRAM.join(" "), "/dev/null"];
const ESCAPE = String.fromCharCode(27);

/** Waits until a service has printed something; its output comes through a pipe, a while after it was written. */
async function printed(service: StartedService, text: string | RegExp): Promise<string> {
  for (let tries = 0; service.output().search(text) < 0; tries++) {
    if (tries > 1_000) throw new Error(`${text} was not printed:\n${service.output()}`);
    await Bun.sleep(10);
  }
  return service.output();
}

test("D0.11 what is not a terminal shows where the first password and key are, not what they are", async () => {
  const folder = temporaryFolder();
  const service = await startService({ folder, env: NO_PASSWORD });
  const path = join(folder, "data/first-login.txt");
  await printed(service, "listening");
  const [, password = ""] = /^Password: (\S+)$/m.exec(readFileSync(path, "utf8")) ?? [];
  const [, apiKey = ""] = /^API key: (\S+)$/m.exec(readFileSync(path, "utf8")) ?? [];

  expect(service.output()).toContain(`are in ${path}`);
  expect(service.output()).not.toContain(password);
  expect(service.output()).not.toContain(apiKey);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const answer = await fetch(`${service.url}/api/v1/products`, { headers: { "x-api-key": apiKey } });
  expect(answer.status).toBe(200);
  await service.kill("SIGTERM");
});

test("the banner says version, mode, data folder, addresses and what next; the log who called, by status", async () => {
  const folder = temporaryFolder();
  const service = await startService({ folder });
  await fetch(`${service.url}/api/v1/products`);
  await printed(service, '"path":"/api/v1/products"');
  await service.kill("SIGTERM");

  for (const [label, value] of [
    ["API", `${service.url}/api/v1`],
    ["Docs", `${service.url}/docs`],
    ["Data folder", join(folder, "data")],
    ["Database", "SQLite file "],
    ["Search", "built in"],
    ["Files", "folder "],
  ]) {
    expect(service.output()).toMatch(new RegExp(`^ {2}${label} +${value}`, "m"));
  }
  expect(service.output()).toMatch(/^catalogd \d+\.\d+\.\d+ is running$/m);
  expect(service.output()).not.toContain(ESCAPE);
  const lines = service
    .output()
    .split("\n")
    .filter((line) => line.includes('"msg":"request"'));
  const reported = lines.map((line) => JSON.parse(line)).find(({ path }) => path === "/api/v1/products");
  expect(reported).toMatchObject({ level: "warn", status: 401, address: "127.0.0.1", tenant: null });
});

test("on a terminal the credentials are shown, and each request is one short line", async () => {
  const folder = temporaryFolder();
  const service = await startService({ folder, command: ON_A_TERMINAL, env: { ...NO_PASSWORD, NO_COLOR: "1" } });
  await fetch(`${service.url}/api/v1/products`);
  const [, apiKey = ""] = /API key +(\S+)/.exec(await printed(service, "listening")) ?? [];
  await fetch(`${service.url}/api/v1/brands`, { headers: { "x-api-key": apiKey } });
  // A worker thread answers this; one that waits while it loads would never.
  const search = `${service.url}/api/v1/search/products?q=pen`;
  expect((await fetch(search, { headers: { "x-api-key": apiKey } })).status).toBe(200);
  await printed(service, "GET /api/v1/brands 200");
  process.kill(service.pid, "SIGTERM");
  await service.exited;

  expect(service.output()).toMatch(/Password +\S+/);
  expect(service.output()).toMatch(/WARN: GET \/api\/v1\/products 401 [\d.]+ms 127\.0\.0\.1\r$/m);
  expect(service.output()).toMatch(/INFO: GET \/api\/v1\/brands 200 [\d.]+ms 127\.0\.0\.1 key \S+\r$/m);
  expect(service.output()).not.toContain(ESCAPE);
});

test("a terminal has colours, and FORCE_COLOR makes them anywhere", async () => {
  const service = await startService({ folder: temporaryFolder(), env: { FORCE_COLOR: "1", NO_COLOR: "" } });
  await printed(service, `\\[1mcatalogd`);
  expect(service.output()).toContain(`${ESCAPE}[1mcatalogd`);
  await service.kill("SIGTERM");
});

test("a start waits for a database server that comes later, and says so once", async () => {
  const port = await freePort();
  const starting = startService({
    folder: temporaryFolder(),
    env: { CATALOGD_DATABASE_URL: `http://127.0.0.1:${port}` },
  });
  // Long enough for the first tries to fail.
  await Bun.sleep(5_000);
  const sqld = await startSqld(port);

  const service = await starting;

  await printed(service, "listening");
  expect(service.output().match(/waiting for the database server/g)).toHaveLength(1);
  const check = Bun.spawn([...PROGRAM, "healthcheck"], {
    env: { ...process.env, CATALOGD_PORT: new URL(service.url).port },
  });
  expect(await check.exited).toBe(0);
  await service.kill("SIGTERM");
  await sqld.stop();
});

test("a service whose output no one reads any more ends quietly", async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const shell = Bun.spawn(["bash", "-c", 'set -o pipefail; "$@" | head -n 3', "bash", ...SOURCES], {
    cwd: folder,
    env: { ...process.env, CATALOGD_PORT: String(port), CATALOGD_DATA_DIR: join(folder, "data") },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = new Response(shell.stderr).text();
  // Each request would be a line of the log.
  while (shell.exitCode === null) {
    await fetch(`http://127.0.0.1:${port}/api/v1/products`).catch(() => undefined);
    await Bun.sleep(20);
  }
  expect([await said, shell.exitCode]).toEqual(["", 0]);
});
