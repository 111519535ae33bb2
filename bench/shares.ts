import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { callersWithKey } from "../test/cluster/caller.ts";
import { beginImport, ended } from "../test/cluster/shared-import.ts";
import { withCheckDigit } from "../test/crash/kill.ts";
import { startMinio } from "../test/servers/minio.ts";
import { newApiKey, type StartedService, startService } from "../test/servers/service.ts";
import { startSqld } from "../test/servers/sqld.ts";
import { drive, inSequence, requestText } from "./load.ts";
import { ENV } from "./place.ts";
import { cpuMs, untilIdle } from "./watch.ts";

/**
 * `npm run bench:shares`: what processes serve that have the same part of a core each (`--share 0.25`), as if each had a small
 * machine of its own: one on a file, one and two on a libSQL server, with and without a cache of a second. On two cores more
 * than one whole process cannot be seen to serve more: the load and the server need theirs. Needs Linux, root, and the first
 * version of control groups.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: { share: { type: "string", default: "0.25" }, seconds: { type: "string", default: "8" } },
});
const SHARE = Number(values.share);
const SECONDS = Number(values.seconds);
const CONNECTIONS = 32;
const [ROWS, HOT] = [20_000, 2_000];
const PERIOD_US = 20_000;
const GROUPS = "/sys/fs/cgroup/cpu";
if (!existsSync(GROUPS)) throw new Error(`There is no ${GROUPS}`);

const folder = mkdtempSync(join(tmpdir(), "catalogd-bench-shares-"));
const groups: string[] = [];
process.on("exit", () => {
  for (const group of groups) if (existsSync(group)) rmdirSync(group);
  rmSync(folder, { recursive: true, force: true });
});

/** Gives a process a part of a core from now on, with all its threads. */
function limit(pid: number): void {
  const group = join(GROUPS, `catalogd-bench-${pid}`);
  mkdirSync(group);
  groups.push(group);
  writeFileSync(join(group, "cpu.cfs_period_us"), String(PERIOD_US));
  writeFileSync(join(group, "cpu.cfs_quota_us"), String(Math.round(SHARE * PERIOD_US)));
  writeFileSync(join(group, "cgroup.procs"), String(pid));
}

const [sqld, minio] = await Promise.all([startSqld(undefined, join(folder, "sqld")), startMinio(folder)]);
const SERVER = {
  ...minio.env,
  CATALOGD_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  CATALOGD_DATABASE_URL: sqld.url,
};
const start = (name: string, own: Record<string, string> = {}): Promise<StartedService> => {
  mkdirSync(join(folder, name));
  return startService({ folder: join(folder, name), env: { ...ENV, ...own } });
};

const eanOf = (row: number) => withCheckDigit(`30${String(row).padStart(10, "0")}`);
/** Makes the catalog of the first of these; who reads it gets a key. */
async function fill(service: StartedService): Promise<Record<string, string>> {
  const [call] = await callersWithKey([service.url]);
  if (!call) throw new Error("There is one");
  const { status } = await ended(call, await beginImport(call, ROWS, "30"));
  if (status !== "completed") throw new Error(`The import ended ${status}`);
  return { "x-api-key": await newApiKey(service.url), "accept-encoding": "identity" };
}

const stop = (services: readonly StartedService[]) => Promise.all(services.map((service) => service.kill("SIGTERM")));

/** Asks for the same products again and again, of all of them at once; then for any. */
async function measure(work: string, services: readonly StartedService[], headers: Record<string, string>) {
  for (const [what, count] of [
    [`${HOT} products again`, HOT],
    ["any product", ROWS],
  ] as const) {
    const next = inSequence((n) => requestText("GET", `/api/v1/products?ean=${eanOf((n * 7_919) % count)}`, headers));
    await Promise.all(services.map(({ pid }) => untilIdle(pid)));
    const spent = () => services.reduce((sum, { pid }) => sum + cpuMs(pid), 0);
    const beforeMs = spent();
    const load = { connections: CONNECTIONS / services.length, seconds: SECONDS };
    const results = await Promise.all(services.map(({ url }) => drive(Number(new URL(url).port), next, load)));
    const perSecond = results.reduce((sum, each) => sum + each.perSecond, 0);
    const cost = ((spent() - beforeMs) / (perSecond * SECONDS)).toFixed(3);
    stdout.write(`| ${work}, ${what} | ${Math.round(perSecond).toLocaleString("en")} /s | ${cost} ms |\n`);
  }
}

stdout.write(`| ${SHARE} of a core a process | reads | CPU of catalogd for one |\n|---|--:|--:|\n`);
const onFile = await start("file");
const fileHeaders = await fill(onFile);
limit(onFile.pid);
await measure("one on a file", [onFile], fileHeaders);
await stop([onFile]);

const filling = await start("filling", SERVER);
const headers = await fill(filling);
await stop([filling]);
for (const [kind, own] of [
  ["each answer checked", {}],
  ["a cache of a second", { CATALOGD_CACHE_MAX_AGE_MS: "1000" }],
] as const) {
  const pair = [await start(`${kind} 1`, { ...SERVER, ...own }), await start(`${kind} 2`, { ...SERVER, ...own })];
  for (const { pid } of pair) limit(pid);
  await measure(`one on a server, ${kind}`, pair.slice(0, 1), headers);
  await measure(`two on a server, ${kind}`, pair, headers);
  await stop(pair);
}
process.exit();
