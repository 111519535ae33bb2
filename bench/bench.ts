import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { replaceBetween } from "../test/docs/markers.ts";
import { newApiKey, type StartedService, startService } from "../test/servers/service.ts";
import { measureAccess } from "./access.ts";
import { bareExport, bareInsert, sqliteImport } from "./bare-files.ts";
import { measureCatalog } from "./catalog.ts";
import { type Client, openClient } from "./client.ts";
import { measureColdStart } from "./cold-start.ts";
import { measureDeliveries } from "./deliveries.ts";
import { type FilledService, measureGrowth } from "./growth.ts";
import { compareWithBare, driveService, takeSample } from "./http.ts";
import { measureLogins } from "./login.ts";
import { compareMachineApis, measureMachineApis } from "./machine-apis.ts";
import { type Line, measuredOn, printTable } from "./table.ts";
import { peakMb, residentMb, watchLag } from "./watch.ts";

/**
 * Measures a real service of its own over HTTP on loopback, and the least that could do the same work in the same run.
 * `--rows` products (50000), `--seconds` for each work (3), `--readme` writes the table into the README. From 200,000
 * rows on the import, the export and the memory are measured, and reads, searches and edits beside those of a second
 * service with 50,000 products.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    rows: { type: "string", default: "50000" },
    seconds: { type: "string", default: "3" },
    readme: { type: "boolean", default: false },
  },
});
const ROWS = Number(values.rows);
const SECONDS = Number(values.seconds);
const LARGE_ROWS = 200_000;
const SMALL_ROWS = 50_000;
const MEMORY_MB_MAX = 400;
/** As `npm start` sets it, and room for a file of a million rows. */
const ENV = {
  NODE_ENV: "production",
  BUN_JSC_forceRAMSize: "402653184",
  CATALOGD_UPLOAD_LIMIT_MIB: "10240",
  CATALOGD_LOG_LEVEL: "warn",
  // The receivers of webhooks are on this machine.
  CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1",
};

const say = (line: string) => void stdout.write(`${line}\n`);
const rate = (rows: number, startedAtMs: number) => (rows * 1_000) / (performance.now() - startedAtMs);
/** What `gen.ts` calls a row. */
const skuOf = (row: number) => `S${String(row).padStart(8, "0")}`;
/** A search looks through so many changes that are not in the index yet. */
const NOT_INDEXED_MAX = 1_000;

async function generate(path: string, rows: number): Promise<void> {
  const options = ["--rows", String(rows), "--seed", "42", "--lang", "en,fr", "--out", path];
  const generator = Bun.spawn([process.execPath, "test/data/gen.ts", "gen", ...options], { stdout: "ignore" });
  if ((await generator.exited) !== 0) throw new Error("Cannot generate the products");
}

interface Filled {
  storedPerSecond: number;
  searchablePerSecond: number;
  lag: { p99Ms: number; maxMs: number };
}

/** Imports the file and watches the HTTP thread while it runs. Afterwards all of it is indexed. */
async function fill(client: Client, url: string, file: string, rows = ROWS): Promise<Filled> {
  const id = await client.prepareImport(file);
  const lagOf = watchLag(url);
  const startedAtMs = performance.now();
  const { products_created: created } = await client.runImport(id);
  const storedPerSecond = rate(created, startedAtMs);
  await client.untilFound(skuOf(rows));
  const searchablePerSecond = rate(created, startedAtMs);
  if (created !== rows) throw new Error(`${created} of ${rows} products were made`);
  const lag = await lagOf();
  await client.untilIndexed(skuOf(rows - NOT_INDEXED_MAX));
  return { storedPerSecond, searchablePerSecond, lag };
}

async function exportBoth({ exportByTask, exportByStream }: Client): Promise<{ task: number; stream: number }> {
  const taskAtMs = performance.now();
  await exportByTask();
  const task = rate(ROWS, taskAtMs);
  const streamAtMs = performance.now();
  await exportByStream();
  return { task, stream: rate(ROWS, streamAtMs) };
}

const lagLines = ({ p99Ms, maxMs }: Filled["lag"]): Line[] => [
  { work: "event-loop lag while importing, p99", value: p99Ms, unit: "ms", target: "≤ 10" },
  { work: "event-loop lag while importing, longest", value: maxMs, unit: "ms", target: "≤ 50" },
];

/**
 * The import and the export of very many rows, and the most memory they took; reads, searches and edits beside a service
 * with fewer products. Exits with 1 above the limit of memory.
 */
async function measureLarge(service: StartedService, apiKey: string, folder: string, file: string): Promise<Line[]> {
  const client = openClient(service.url, apiKey);
  const filled = await fill(client, service.url, file);
  const exported = await exportBoth(client);
  const peak = peakMb(service.pid);
  if (peak > MEMORY_MB_MAX) process.exitCode = 1;
  const growth = await besideSmall({ client, apiKey, port: Number(new URL(service.url).port) }, folder);
  return [
    ...growth,
    { work: "import, rows stored", value: filled.storedPerSecond, unit: "/s", target: "≥ 30,000" },
    { work: "import, rows searchable", value: filled.searchablePerSecond, unit: "/s", target: "" },
    { work: "export by task, rows", value: exported.task, unit: "/s", target: "" },
    { work: "export as a stream, rows", value: exported.stream, unit: "/s", target: "" },
    { work: "most memory held", value: peak, unit: "MB", target: `≤ ${MEMORY_MB_MAX}` },
    ...lagLines(filled.lag),
  ];
}

/** What the growth of a catalog costs, against 50,000 products in a service of their own. */
async function besideSmall(large: FilledService, folder: string): Promise<Line[]> {
  const place = join(folder, "small");
  mkdirSync(place);
  const file = join(place, "products.csv");
  await generate(file, SMALL_ROWS);
  const service = await startService({ folder: place, env: ENV });
  const apiKey = await newApiKey(service.url);
  const client = openClient(service.url, apiKey);
  await fill(client, service.url, file, SMALL_ROWS);
  const small = { client, apiKey, port: Number(new URL(service.url).port) };
  const lines = await measureGrowth(large, small, SECONDS);
  await service.kill("SIGTERM");
  return lines;
}

async function startBareServer(database: string): Promise<{ port: number; stop(): void }> {
  const server = Bun.spawn([process.execPath, "bench/bare-server.ts", database], { stdout: "pipe", env: ENV });
  const { value } = await server.stdout.getReader().read();
  return { port: Number(new TextDecoder().decode(value).trim()), stop: () => server.kill(9) };
}

/** The import beside what stores the same rows with less: without and with full text, and SQLite's own import. */
const importLines = (
  filled: Filled,
  bare: { inserted: number; indexed: number; sqlite: number | undefined },
): Line[] => [
  {
    work: "import, rows stored",
    value: filled.storedPerSecond,
    unit: "/s",
    bare: bare.inserted,
    target: "≥ 0.5 × bare (the same rows, prepared, no full text)",
  },
  {
    work: "import, rows against `sqlite3 .import`",
    value: filled.storedPerSecond,
    unit: "/s",
    bare: bare.sqlite,
    target: "",
  },
  {
    work: "import, rows searchable",
    value: filled.searchablePerSecond,
    unit: "/s",
    bare: bare.indexed,
    target: "≥ 0.8 × bare",
  },
];

/** Everything, against bare limits. */
async function measureAll(service: StartedService, apiKey: string, folder: string, file: string): Promise<Line[]> {
  const idle = residentMb(service.pid);
  const client = openClient(service.url, apiKey);
  const filled = await fill(client, service.url, file);
  const exported = await exportBoth(client);
  const sample = await takeSample(client);
  const port = Number(new URL(service.url).port);
  const results = await driveService(sample, apiKey, { port, seconds: SECONDS });
  const catalog = await measureCatalog(client, sample.ids, { apiKey, port, seconds: SECONDS });
  const machine = await measureMachineApis(client, SECONDS);
  const deliveries = await measureDeliveries(client);
  const logins = await measureLogins(service.url);
  const loaded = residentMb(service.pid);
  await service.kill("SIGTERM");
  const credentials = await measureAccess(folder);
  const starts = await measureColdStart(folder);

  const database = join(folder, "data/catalogd.db");
  const bare = await startBareServer(database);
  const http = await compareWithBare(sample, results, { port: bare.port, seconds: SECONDS });
  const bulk = await compareMachineApis(machine, { port: bare.port, seconds: SECONDS });
  bare.stop();
  const scratch = join(folder, "bare.db");
  const inserted = await bareInsert(file, scratch, { fullText: false });
  const indexed = await bareInsert(file, scratch, { fullText: true });
  const sqlite = await sqliteImport(file, ROWS, scratch);
  const written = await bareExport(database, join(folder, "bare.csv"));
  return [
    ...http,
    ...catalog,
    ...bulk,
    ...deliveries,
    ...importLines(filled, { inserted, indexed, sqlite }),
    {
      work: "export by task, rows",
      value: exported.task,
      unit: "/s",
      bare: written,
      target: "≥ 3 × PocketBase (28,093/s)",
    },
    { work: "export as a stream, rows", value: exported.stream, unit: "/s", bare: written, target: "" },
    ...starts,
    ...logins,
    ...credentials,
    { work: "memory when idle", value: idle, unit: "MB", target: "≤ 120" },
    { work: "memory after all of this", value: loaded, unit: "MB", target: "≤ 250" },
    ...lagLines(filled.lag),
  ];
}

const folder = mkdtempSync(join(tmpdir(), "catalogd-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "products.csv");
await generate(file, ROWS);
const service = await startService({ folder, env: ENV });
const apiKey = await newApiKey(service.url);
const large = ROWS >= LARGE_ROWS;
const lines = large
  ? await measureLarge(service, apiKey, folder, file)
  : await measureAll(service, apiKey, folder, file);
if (large) await service.kill("SIGTERM");
const table = printTable(lines, measuredOn(ROWS), large ? `${SMALL_ROWS.toLocaleString("en")} products` : "bare");
say(table);
if (values.readme) await replaceBetween("bench", table);
process.exit();
