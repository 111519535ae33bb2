import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { type Call, callersWithKey } from "../test/cluster/caller.ts";
import { beginImport, ended } from "../test/cluster/shared-import.ts";
import { withCheckDigit } from "../test/crash/kill.ts";
import { openLine } from "../test/servers/line.ts";
import { startMinio } from "../test/servers/minio.ts";
import { newApiKey, type StartedService, startService } from "../test/servers/service.ts";
import { startSqld } from "../test/servers/sqld.ts";
import { drive, inSequence, quantile, requestText } from "./load.ts";
import { ENV } from "./place.ts";
import { cpuMs, untilIdle } from "./watch.ts";

/**
 * `npm run bench:cluster`: several processes on one libSQL server, from the sources, or the binary that `TEST_PROGRAM`
 * names. Two are beside the server, a third is 30 ms away from it. Each rate is the best of `--rounds` (3), with the
 * processor time that an operation costs in the server and in catalogd. `--rows` (50000) are the rows of each of the two
 * imports at once. Ends by itself after seven minutes at most, with what it has measured until then.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: { rounds: { type: "string", default: "3" }, rows: { type: "string", default: "50000" } },
});
const ROUNDS = Number(values.rounds);
const ROWS = Number(values.rows);
const ENDS_AFTER_MS = 410_000;
const SECONDS = 6;
const READERS = 64;
const WRITERS = 32;
const ONE_IMPORT = 20_000;
/** A round trip to the distant server. */
const AWAY_MS = 30;
const ALONE = 40;
const AWAY_ROWS = 5_000;
const BATCH = 500;
/** Products that are asked for again, and how old an answer may be. */
const [HOT, CACHE_MS] = [2_000, 1_000];
const CACHED = { CATALOGD_CACHE_MAX_AGE_MS: String(CACHE_MS) };
const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");

const folder = mkdtempSync(join(tmpdir(), "catalogd-bench-cluster-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const table = [
  "| work | measured | wanted | CPU of the server | CPU of catalogd | load |",
  "|---|--:|--:|--:|--:|--:|",
];
const figure = (value: number) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1));

function end(why: string): never {
  stdout.write(`${cpus().length} cores (${cpus()[0]?.model.trim()}), ${why}\n\n${table.join("\n")}\n`);
  process.exit();
}
setTimeout(() => end("stopped after seven minutes"), ENDS_AFTER_MS);

const [sqld, minio] = await Promise.all([startSqld(undefined, join(folder, "sqld")), startMinio(folder)]);
const away = await openLine(sqld.url, { delayMs: AWAY_MS / 2 });
const start = (name: string, databaseUrl: string, own: Record<string, string> = {}): Promise<StartedService> => {
  mkdirSync(join(folder, name));
  const env = { ...ENV, ...minio.env, ...own, CATALOGD_SECRET_KEY: SECRET_KEY, CATALOGD_DATABASE_URL: databaseUrl };
  return startService({ folder: join(folder, name), env });
};
const first = await start("first", sqld.url);
const second = await start("second", sqld.url);
const near = [first, second];
const key = await newApiKey(first.url);
const headers = { "x-api-key": key, "accept-encoding": "identity" };
const portOf = ({ url }: StartedService) => Number(new URL(url).port);

/** What the processors did for it since then, in milliseconds. */
const spent = (services: readonly StartedService[]) => ({
  server: cpuMs(sqld.pid),
  catalogd: services.reduce((sum, { pid }) => sum + cpuMs(pid), 0),
});

interface Measured {
  value: number;
  operations: number;
}

/** Adds the best of some rounds to the table. */
async function measure(
  work: string,
  { unit, wanted, rounds = ROUNDS, services = near }: Options,
  run: () => Promise<Measured>,
): Promise<void> {
  const lines: { value: number; line: string }[] = [];
  for (let round = 0; round < rounds; round++) {
    // The indexes follow what was written.
    await Promise.all([sqld.pid, ...services.map(({ pid }) => pid)].map(untilIdle));
    const before = spent(services);
    const { value, operations } = await run();
    const after = spent(services);
    const cost = (part: "server" | "catalogd") => `${((after[part] - before[part]) / operations).toFixed(2)} ms`;
    const load = (loadavg()[0] ?? 0).toFixed(1);
    const cells = [work, `${figure(value)} ${unit}`, wanted, cost("server"), cost("catalogd"), load];
    lines.push({ value, line: `| ${cells.join(" | ")} |` });
    stderr.write(`${cells.join("  ")}\n`);
  }
  const better = (one: number, other: number) => (unit === "ms" ? one - other : other - one);
  const [best] = lines.toSorted((one, other) => better(one.value, other.value));
  table.push(best?.line ?? "");
}
interface Options {
  unit: "/s" | "rows/s" | "ms";
  wanted: string;
  rounds?: number;
  services?: readonly StartedService[];
}

const eanOf = (batch: string, row: number) => withCheckDigit(`${batch}${String(row).padStart(10, "0")}`);

async function importRows(call: Call, rows: number, batch: string): Promise<void> {
  const { status, products_created: created } = await ended(call, await beginImport(call, rows, batch));
  if (status !== "completed" || created !== rows) throw new Error(`The import ended ${status}, ${created} created`);
}
const rowsPerSecond = (rows: number, fromMs: number): Measured => ({
  value: (rows * 1_000) / (performance.now() - fromMs),
  operations: rows,
});

const [onFirst, onSecond] = await callersWithKey(near.map(({ url }) => url));
if (!onFirst || !onSecond) throw new Error("There are two");

await measure("import, one", { unit: "rows/s", wanted: "≥ 1,500", rounds: 1 }, async () => {
  const fromMs = performance.now();
  await importRows(onFirst, ONE_IMPORT, "30");
  return rowsPerSecond(ONE_IMPORT, fromMs);
});

/** Drives these processes with the same requests, all at once. */
async function driveAll(services: readonly StartedService[], request: (n: number) => string, connections: number) {
  const next = inSequence(request);
  const load = { connections: Math.floor(connections / services.length), seconds: SECONDS };
  const results = await Promise.all(services.map((service) => drive(portOf(service), next, load)));
  const value = results.reduce((sum, { perSecond }) => sum + perSecond, 0);
  // Those of the first third are done as well.
  return { value, operations: value * SECONDS };
}

const read = (n: number) => requestText("GET", `/api/v1/products?ean=${eanOf("30", (n * 7919) % ONE_IMPORT)}`, headers);
await measure("product by EAN, one process", { unit: "/s", wanted: "≥ 2,000" }, () => driveAll([first], read, READERS));
const ext = (n: number) => requestText("GET", `/api/v1/ext/products/${eanOf("30", (n * 7919) % ONE_IMPORT)}`, headers);
await measure("/ext: product by EAN", { unit: "/s", wanted: "≥ 2,000" }, () => driveAll([first], ext, READERS));
await measure("product by EAN, two processes", { unit: "/s", wanted: "" }, () => driveAll(near, read, READERS));
const list = (n: number) => requestText("GET", `/api/v1/products?page=${1 + (n % 50)}`, headers);
await measure("list, one of 50 pages", { unit: "/s", wanted: "", rounds: 1 }, () => driveAll([first], list, READERS));
/** The same few products again and again. */
const hot = (n: number) => requestText("GET", `/api/v1/products?ean=${eanOf("30", (n * 7919) % HOT)}`, headers);
await measure(`${HOT} products by EAN again, checked`, { unit: "/s", wanted: "" }, () =>
  driveAll([first], hot, READERS),
);
const cached = [await start("cached", sqld.url, CACHED), await start("cached-too", sqld.url, CACHED)];
const repeated = { unit: "/s", wanted: "", services: cached } as const;
await measure(`the same from a cache of ${CACHE_MS} ms, one process`, repeated, () =>
  driveAll(cached.slice(0, 1), hot, READERS),
);
await measure("the same, two processes", repeated, () => driveAll(cached, hot, READERS));
await Promise.all(cached.map((service) => service.kill("SIGTERM")));
let made = 0;
const create = () => {
  const body = JSON.stringify({ name: `Single ${made}`, ean: eanOf("31", made++), price: 2 });
  return requestText("POST", "/api/v1/products", headers, body);
};
await measure("create, one process", { unit: "/s", wanted: "≥ 300" }, () => driveAll([first], create, WRITERS));
await measure("create, two processes", { unit: "/s", wanted: "" }, () => driveAll(near, create, WRITERS));

const far = await start("far", away.url);
const [onFar] = await callersWithKey([far.url]);
if (!onFar) throw new Error("There is one");

/** How long one after the other take, half of them or less. */
async function alone(count: number, request: (n: number) => Promise<{ status: number }>): Promise<Measured> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const fromMs = performance.now();
    const { status } = await request(n);
    times.push(performance.now() - fromMs);
    if (status >= 300) throw new Error(`It was refused: ${status}`);
  }
  return { value: quantile(times, 0.5), operations: count };
}
const distant = { unit: "ms", services: [far] } as const;
await measure(`read, ${AWAY_MS} ms away`, { ...distant, wanted: "≤ 40" }, () =>
  alone(ALONE, (n) => onFar("GET", `/products?ean=${eanOf("30", n)}`)),
);
await measure(`create, ${AWAY_MS} ms away`, { ...distant, wanted: "≤ 120" }, () =>
  alone(ALONE, () => onFar("POST", "/products", { name: `Far ${made}`, ean: eanOf("31", made++), price: 2 })),
);
await measure(`/ext batch of ${BATCH}, ${AWAY_MS} ms away`, { ...distant, wanted: "≤ 1,500" }, () =>
  alone(3, () => {
    const products = Array.from({ length: BATCH }, () => ({ name: `Far ${made}`, ean: eanOf("31", made++) }));
    return onFar("POST", "/ext/products/batch", { products });
  }),
);
// The others have no part in it.
const away30 = { unit: "rows/s", wanted: "≥ 500", rounds: 1, services: [far] } as const;
await Promise.all(near.map((service) => service.kill("SIGTERM")));
await measure(`import, ${AWAY_MS} ms away`, away30, async () => {
  const fromMs = performance.now();
  await importRows(onFar, AWAY_ROWS, "32");
  return rowsPerSecond(AWAY_ROWS, fromMs);
});
await far.kill("SIGTERM");

const again = [await start("third", sqld.url), await start("fourth", sqld.url)];
const callers = await callersWithKey(again.map(({ url }) => url));
const both = { unit: "rows/s", wanted: "no error in the log", rounds: 1, services: again } as const;
await measure(`two imports of ${ROWS.toLocaleString("en")} rows at once`, both, async () => {
  const fromMs = performance.now();
  await Promise.all(callers.map((call, index) => importRows(call, ROWS, `3${index + 3}`)));
  return rowsPerSecond(ROWS * again.length, fromMs);
});
const errors = [...near, ...cached, far, ...again].flatMap(
  (service) => service.output().match(/^.*"level":"error".*$/gm) ?? [],
);
table.push(`| errors in the logs of all | ${errors.length} | 0 | | | |`);
for (const line of errors.slice(0, 5)) stderr.write(`${line}\n`);
await Promise.all(again.map((service) => service.kill("SIGTERM")));
end("measured whole");
