import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { type Connection, openConnection } from "../db/local/connection.ts";
import { indexPathOf } from "../db/local/index-path.ts";
import { quantile } from "./load.ts";
import { fill, generate, type OpenedService, openService } from "./place.ts";
import { residentMb } from "./watch.ts";

/**
 * `npm run soak`: many clients read, write and search at once for ten minutes, while webhooks are delivered. Prints what
 * was measured and exits with 1 when the search index or the deliveries did not keep up. Build the binary first.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    connections: { type: "string", default: "64" },
    rows: { type: "string", default: "20000" },
    binary: { type: "string", default: "out/catalogd" },
  },
});

/** What keeps up: the index is at most this far behind, and of a hundred deliveries 99 arrive within this time. */
const INDEX_BEHIND_MAX_S = 2;
const DELIVERY_P99_MAX_MS = 1_000;
/** Of a hundred requests; the others read lists and single products. */
const SEARCHES = 15;
const PATCHES = 8;
const CREATES = 5;
const STOCK_CHANGES = 4;
const LOOK_MS = 500;
/** How long after its work memory is looked at once more, as the benchmark does. */
const REST_MS = 15_000;
const WORDS = ["steel", "blue", "garden", "lamp", "light", "cotton", "set", "wood", "pro", "mini", "black", "kitchen"];
const FACETS = ["brand", "category", "status", "tag"];

/** Times by what was done, in milliseconds, and how often each status was answered. */
const times = { read: [] as number[], search: [] as number[], write: [] as number[], delivery: [] as number[] };
const statuses = new Map<string, number>();
let random = 42;
/** The same numbers in each run. */
function below(count: number): number {
  random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((random / 2_147_483_648) * count);
}
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

interface Step {
  kind: "read" | "search" | "write";
  method: string;
  path: string;
  body?: object;
}

function searchStep(): Step {
  const words = `${oneOf(WORDS)} ${oneOf(WORDS)}`;
  const facets = `${oneOf(FACETS.slice(0, 2))}&facets=${oneOf(FACETS.slice(2))}`;
  return { kind: "search", method: "GET", path: `/search/products?q=${words}&facets=${facets}&page=${1 + below(5)}` };
}

/** What a client does next. */
function nextStep(ids: readonly string[]): Step {
  const id = oneOf(ids);
  const chosen = below(100);
  if (chosen < SEARCHES) return searchStep();
  if (chosen < SEARCHES + PATCHES) {
    const body = { short_description: `${oneOf(WORDS)} ${crypto.randomUUID()}` };
    return { kind: "write", method: "PATCH", path: `/products/${id}`, body };
  }
  if (chosen < SEARCHES + PATCHES + CREATES) {
    const body = { name: `${oneOf(WORDS)} ${oneOf(WORDS)} ${crypto.randomUUID()}` };
    return { kind: "write", method: "POST", path: "/products", body };
  }
  if (chosen < SEARCHES + PATCHES + CREATES + STOCK_CHANGES) {
    return { kind: "write", method: "PUT", path: `/products/${id}/stock`, body: { quantity: below(1_000) } };
  }
  if (chosen % 2 === 0) return { kind: "read", method: "GET", path: `/products/${id}` };
  return { kind: "read", method: "GET", path: `/products?per_page=20&page=${1 + below(50)}` };
}

/** One client: sends the next request when the last is answered, until the time is over. */
async function beClient({ service, apiKey }: OpenedService, ids: readonly string[], endsAtMs: number): Promise<void> {
  while (performance.now() < endsAtMs) {
    const { kind, method, path, body } = nextStep(ids);
    const startedAtMs = performance.now();
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { "x-api-key": apiKey, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    times[kind].push(performance.now() - startedAtMs);
    const status = `${kind} ${response.status}`;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

/** Takes deliveries and notes how long after its event each arrives. */
const openReceiver = () =>
  Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const { timestamp } = (await request.json()) as { timestamp: string };
      times.delivery.push(Date.now() - Date.parse(timestamp));
      return new Response(null, { status: 204 });
    },
  });

/** How far the index is behind the products, in seconds. */
function indexBehind(db: Connection): number {
  const row = db.row(
    `select max(tenant_clock.last_us - ifnull(index_state.indexed_to_us, 0)) as behind
       from tenant_clock left join index_state on index_state.tenant_id = tenant_clock.tenant_id`,
    {},
  );
  return Number(row?.["behind"] ?? 0) / 1_000_000;
}

/** Products' ids, newest first. */
async function someIds({ client }: OpenedService): Promise<string[]> {
  const pages = await Promise.all(
    Array.from({ length: 20 }, (_, page) => client.call("GET", `/products?per_page=100&page=${page + 1}`)),
  );
  return pages.flatMap(({ items }) => items.map(({ id }: { id: string }) => id));
}

async function soak(folder: string): Promise<boolean> {
  const binary = join(process.cwd(), options.binary);
  if (!existsSync(binary)) throw new Error("There is no binary: npm run build");
  const rows = Number(options.rows);
  const file = join(folder, "products.csv");
  await generate(file, rows);
  const opened = await openService(folder, binary);
  await fill(opened, file, rows);
  const receiver = openReceiver();
  await opened.client.call("POST", "/webhooks", {
    name: "Soak",
    url: receiver.url.href,
    events: ["product.created", "product.updated"],
    secret: "soak",
  });
  const ids = await someIds(opened);
  const path = join(folder, "data", "catalogd.db");
  const db = openConnection(path, "reader");
  db.attach(indexPathOf(path));
  const behind: number[] = [];
  const startedRssMb = residentMb(opened.service.pid);
  const looks = setInterval(() => behind.push(indexBehind(db)), LOOK_MS);
  const endsAtMs = performance.now() + Number(options.seconds) * 1_000;
  await Promise.all(Array.from({ length: Number(options.connections) }, () => beClient(opened, ids, endsAtMs)));
  clearInterval(looks);
  const [maxBehind, p99Ms] = [Math.max(...behind), quantile(times.delivery, 0.99)];
  const of = (list: number[]) => ({
    count: list.length,
    p50_ms: Math.round(quantile(list, 0.5)),
    p99_ms: Math.round(quantile(list, 0.99)),
  });
  const afterRssMb = residentMb(opened.service.pid);
  await Bun.sleep(REST_MS);
  const report = {
    ...Object.fromEntries(Object.entries(times).map(([kind, list]) => [kind, of(list)])),
    index_behind_s: { p50: quantile(behind, 0.5), p99: quantile(behind, 0.99), max: maxBehind },
    statuses: Object.fromEntries([...statuses].toSorted()),
    memory_mb: {
      before: Math.round(startedRssMb),
      at_the_end: Math.round(afterRssMb),
      rested: Math.round(residentMb(opened.service.pid)),
    },
    service_log: opened.service
      .output()
      .split("\n")
      .filter((line) => line.includes('"level"'))
      .slice(0, 20),
  };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  db.close();
  await receiver.stop(true);
  await opened.service.kill("SIGTERM");
  return maxBehind <= INDEX_BEHIND_MAX_S && times.delivery.length > 0 && p99Ms <= DELIVERY_P99_MAX_MS;
}

const folder = mkdtempSync(join(tmpdir(), "catalogd-soak-"));
const keepsUp = await soak(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
process.exit(keepsUp ? 0 : 1);
