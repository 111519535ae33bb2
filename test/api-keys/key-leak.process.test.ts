import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, startService } from "../servers/service.ts";

/** Every file below a folder. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const PATHS = ["/products", "/imports", "/auth/test", "/products/x", "/nope", "/auth/me", "/api-keys", "/health"];

test("T11 after 1,000 calls a key is in no file, no line of the log and no answer", async () => {
  const folder = temporaryFolder();
  const service = await startService({ folder, env: { CATALOGD_LOG_LEVEL: "debug", NODE_ENV: "production" } });
  const key = await newApiKey(service.url);
  // Sent as it should be, as a bearer token, in the address, and in a body that is refused.
  const ways = (path: string): [path: string, init: RequestInit][] => [
    [path, { headers: { "x-api-key": key } }],
    [path, { headers: { authorization: `Bearer ${key}` } }],
    [`${path}?api_key=${key}&search=${key}`, { headers: { "x-api-key": key } }],
    [
      "/products",
      { method: "POST", headers: { "x-api-key": key, "content-type": "application/json" }, body: `{"${key}` },
    ],
  ];
  const calls = Array.from({ length: 1_000 }, (_, index) => ways(PATHS[index % PATHS.length] ?? "")[index % 4]);
  let answers = "";

  for (const [path, init] of calls.filter((each) => each !== undefined)) {
    const response = await fetch(`${service.url}/api/v1${path}`, init);
    answers += `${JSON.stringify([...response.headers])}${await response.text()}\n`;
  }
  await service.kill("SIGTERM");

  const secret = key.slice("pm_live_".length, -6); // no one could guess this part
  expect(secret.length).toBeGreaterThan(30);
  expect(answers).not.toContain(secret);
  expect(service.output().split("\n").length).toBeGreaterThan(1_000);
  expect(service.output()).not.toContain(secret);
  // No one else on the machine may read what is there.
  expect(statSync(join(folder, "data")).mode & 0o077).toBe(0);
  const files = filesIn(folder);
  expect(files.some((path) => path.endsWith("catalogd.db"))).toBe(true);
  expect(files.filter((path) => readFileSync(path).includes(secret))).toEqual([]);
}, 60_000);
