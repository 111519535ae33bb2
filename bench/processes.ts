import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
import { drive, inSequence, requestText } from "./load.ts";
import { ENV } from "./place.ts";
import { cpuMs, peakMb, residentMb, untilIdle } from "./watch.ts";

/**
 * `npm run bench:processes`: what one, two and three processes on one libSQL server do together (`--processes`), on catalogs
 * of several sizes (`--products 50000,500000`): reads, lists, searches, the pages of a delta, single creates, imports at once
 * and deliveries a second, with the processor time of each; memory; and what a process at rest asks the server in a minute.
 * The program is that of the sources, or the binary that `TEST_PROGRAM` names. With 50,000 products it takes five minutes.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    processes: { type: "string", default: "1,2,3" },
    products: { type: "string", default: "50000" },
    seconds: { type: "string", default: "6" },
  },
});
const COUNTS = values.processes.split(",").map(Number);
const SECONDS = Number(values.seconds);
const CONNECTIONS = 48;
const IMPORTED = 5_000;
/** The first catalog comes in files of as many rows at most. */
const ROWS_PER_FILE = 500_000;
const [HOOKS, CHANGED, PER_CALL] = [2, 1_000, 100];
const [SETTLES_MS, LOOKED_MS] = [15_000, 60_000];
const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");

const folder = mkdtempSync(join(tmpdir(), "catalogd-bench-processes-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const figure = (value: number) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1));
const eanOf = (batch: string, row: number) => withCheckDigit(`${batch}${String(row).padStart(10, "0")}`);

/** A catalog on a server of its own, and the processes that are on it. */
class Place {
  readonly rows: number;
  readonly members: StartedService[] = [];
  calls: Call[] = [];
  headers: Record<string, string> = {};
  readonly #sqld: Awaited<ReturnType<typeof startSqld>>;
  readonly #env: Record<string, string>;
  /** Of codes that no product has yet. */
  #made = 0;
  #batches = 50;

  constructor(rows: number, sqld: Awaited<ReturnType<typeof startSqld>>, env: Record<string, string>) {
    this.rows = rows;
    this.#sqld = sqld;
    this.#env = env;
  }

  async start(databaseUrl = this.#sqld.url): Promise<void> {
    const own = mkdtempSync(join(folder, "process-"));
    const env = { ...ENV, ...this.#env, CATALOGD_SECRET_KEY: SECRET_KEY, CATALOGD_DATABASE_URL: databaseUrl };
    this.members.push(await startService({ folder: own, env }));
    this.calls = await callersWithKey(this.members.map(({ url }) => url));
    this.headers = { "x-api-key": await newApiKey(this.members[0]?.url ?? ""), "accept-encoding": "identity" };
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.splice(0).map((member) => member.kill("SIGTERM")));
  }

  /** Runs something, and says how often a second it was done and what each cost. */
  async measure(run: () => Promise<{ perSecond: number; operations: number }>): Promise<string> {
    await Promise.all([this.#sqld.pid, ...this.members.map(({ pid }) => pid)].map(untilIdle));
    const spent = () => [cpuMs(this.#sqld.pid), this.members.reduce((sum, { pid }) => sum + cpuMs(pid), 0)] as const;
    const [serverMs, ownMs] = spent();
    const { perSecond, operations } = await run();
    const [serverAfterMs, ownAfterMs] = spent();
    const costs = [serverAfterMs - serverMs, ownAfterMs - ownMs].map((ms) => (ms / operations).toFixed(2));
    return `${figure(perSecond)} (${costs.join(" + ")})`;
  }

  /** Drives all processes with requests, all at once. */
  async drive(request: (n: number) => string): Promise<{ perSecond: number; operations: number }> {
    const next = inSequence(request);
    const load = { connections: Math.floor(CONNECTIONS / this.members.length), seconds: SECONDS };
    const ports = this.members.map(({ url }) => Number(new URL(url).port));
    const results = await Promise.all(ports.map((port) => drive(port, next, load)));
    const perSecond = results.reduce((sum, each) => sum + each.perSecond, 0);
    return { perSecond, operations: perSecond * SECONDS };
  }

  get(path: (n: number) => string): (n: number) => string {
    return (n) => requestText("GET", `/api/v1${path((n * 7_919) % this.rows)}`, this.headers);
  }

  create(): string {
    const body = JSON.stringify({ name: `Single ${this.#made}`, ean: eanOf("49", this.#made++), price: 2 });
    return requestText("POST", "/api/v1/products", this.headers, body);
  }

  /** An import of new products by each process, all at once. */
  async importEach(rows: number): Promise<{ perSecond: number; operations: number }> {
    const fromMs = performance.now();
    const ends = this.calls.map(async (call) => ended(call, await beginImport(call, rows, String(this.#batches++))));
    for (const { status, products_created: created } of await Promise.all(ends)) {
      if (status !== "completed" || created !== rows) throw new Error(`The import ended ${status}, ${created} created`);
    }
    const operations = rows * this.calls.length;
    return { perSecond: (operations * 1_000) / (performance.now() - fromMs), operations };
  }

  /** Events that wait for webhooks that are paused, and how fast they arrive once these are resumed. */
  async deliver(): Promise<{ perSecond: number; operations: number }> {
    const [call = fail("There is one")] = this.calls;
    const wanted = HOOKS * CHANGED;
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    let count = 0;
    const receiver = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => {
        if (++count === wanted) resolve();
        return new Response(null, { status: 204 });
      },
    });
    const hook = { name: "Bench", events: ["product.updated"], secret: "a secret of the bench", is_active: false };
    const ids: string[] = [];
    for (let index = 0; index < HOOKS; index++) {
      ids.push((await call("POST", "/webhooks", { ...hook, url: `${receiver.url.href}${index}` })).body.id);
    }
    for (let page = 1; page <= CHANGED / PER_CALL; page++) {
      const { body } = await call("GET", `/products?per_page=${PER_CALL}&page=${page}`);
      const fields = { short_description: `Bench ${crypto.randomUUID()}` };
      const updates = body.items.map(({ id }: { id: string }) => ({ id, fields }));
      await call("PATCH", "/products/bulk", { updates });
    }
    const fromMs = performance.now();
    await Promise.all(ids.map((id) => call("POST", `/webhooks/${id}/toggle`, { is_active: true })));
    await arrived;
    const perSecond = (wanted * 1_000) / (performance.now() - fromMs);
    for (const id of ids) await call("DELETE", `/webhooks/${id}`);
    await receiver.stop(true);
    return { perSecond, operations: wanted };
  }

  memory(): string {
    const own = this.members.map(({ pid }) => `${Math.round(residentMb(pid))}`).join(" ");
    return `${own}; server ${Math.round(residentMb(this.#sqld.pid))}, most ${Math.round(peakMb(this.#sqld.pid))}`;
  }

  /** Statements of a process at rest in a minute, the most of them. */
  async atRest(count: number): Promise<number> {
    const lines = await Promise.all(Array.from({ length: count }, () => openLine(this.#sqld.url)));
    for (const line of lines) await this.start(line.url);
    await Bun.sleep(SETTLES_MS);
    for (const line of lines) line.takeRoundTrips();
    await Bun.sleep(LOOKED_MS);
    const trips = lines.map((line) => line.takeRoundTrips());
    await this.stop();
    for (const line of lines) line.stop();
    return Math.max(...trips);
  }
}

function fail(why: string): never {
  throw new Error(why);
}

/** What is measured with each number of processes. */
const works = (place: Place): [work: string, run: () => Promise<{ perSecond: number; operations: number }>][] => [
  ["product by EAN", () => place.drive(place.get((n) => `/products?ean=${eanOf("40", n)}`))],
  ["list, one of 50 pages", () => place.drive(place.get((n) => `/products?page=${1 + (n % 50)}`))],
  // Built in, in the same database, and few products have it: what nearly all have is work for Meilisearch.
  ["search for a word", () => place.drive(place.get((n) => `/search/products?q=${n}`))],
  [
    "page of a delta",
    () => place.drive(place.get((n) => `/ext/products?updated_since=2026-01-01&page=${1 + (n % 50)}`)),
  ],
  ["create", () => place.drive(() => place.create())],
  [`imports of ${IMPORTED.toLocaleString("en")} rows, one a process`, () => place.importEach(IMPORTED)],
  ["deliveries", () => place.deliver()],
];

/** The table of one size. */
async function measureSize(rows: number): Promise<string[]> {
  const own = join(folder, String(rows));
  mkdirSync(own);
  const [sqld, minio] = await Promise.all([startSqld(undefined, join(own, "sqld")), startMinio(own)]);
  const place = new Place(rows, sqld, minio.env);
  await place.start();
  const [call = fail("There is one")] = place.calls;
  const filled = await place.measure(async () => {
    const fromMs = performance.now();
    for (let from = 0; from < rows; from += ROWS_PER_FILE) {
      const id = await beginImport(call, Math.min(ROWS_PER_FILE, rows - from), "40", from);
      const { status } = await ended(call, id, 3_600_000);
      if (status !== "completed") throw new Error(`The first import ended ${status}`);
    }
    return { perSecond: (rows * 1_000) / (performance.now() - fromMs), operations: rows };
  });
  stderr.write(`${rows} products: ${filled} rows/s\n`);
  const cells = new Map<string, string[]>();
  const note = (work: string, cell: string) => {
    cells.set(work, [...(cells.get(work) ?? []), cell]);
    stderr.write(`${rows} ${work}: ${cell}\n`);
  };
  for (const count of COUNTS) {
    while (place.members.length < count) await place.start();
    for (const [work, run] of works(place)) note(work, await place.measure(run));
    note("memory of each process, MB", place.memory());
  }
  await place.stop();
  for (const count of COUNTS) note("statements a minute at rest, of a process", String(await place.atRest(count)));
  await Promise.all([sqld.stop(), minio.stop()]);
  rmSync(own, { recursive: true, force: true });
  return [
    `${rows.toLocaleString("en")} products, imported at ${filled} rows/s`,
    "",
    `| work, a second (ms of the server + of catalogd) | ${COUNTS.join(" | ")} |`,
    `|---|${COUNTS.map(() => "--:").join("|")}|`,
    ...[...cells].map(([work, each]) => `| ${work} | ${each.join(" | ")} |`),
    "",
  ];
}

const lines = [
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${(loadavg()[0] ?? 0).toFixed(1)} at the start`,
  "",
];
for (const rows of values.products.split(",").map(Number)) {
  lines.push(...(await measureSize(rows)));
  writeFileSync(join(tmpdir(), "catalogd-bench-processes.md"), lines.join("\n"));
}
stdout.write(lines.join("\n"));
process.exit();
