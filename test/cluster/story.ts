import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Call } from "./caller.ts";
import type { Cluster } from "./cluster.ts";
import { eventFaults } from "./event-faults.ts";
import { beginFile, ended } from "./shared-import.ts";
import { type StoryCatalog, type StorySize, storyCatalog } from "./story-catalog.ts";
import { catalogFaults, countDeliveries, leftFaults, SHOWN, shown, wantedInShop } from "./story-faults.ts";
import { type Stage, setUp, subscribe } from "./story-stage.ts";
import { type Answered, followAlong, readAlong, type Written, writeAlong } from "./story-traffic.ts";

/** How large a story is, and how long it takes. */
export interface StoryOptions extends StorySize {
  processes: number;
  /** For this time one of them is killed every few seconds. */
  seconds: number;
  /** Milliseconds between two kills, at least and at most. */
  killsMs: readonly [number, number];
  /** After the last kill everything must have come to its end within this time. */
  settlesMs: number;
  readers: number;
  /** Hears how far the story is. */
  note?: (line: string) => void;
}

export interface StoryReport {
  kills: number;
  products: number;
  /** Of them in the shop. */
  inShop: number;
  /** Requests through the proxy that were answered rightly, and those that met a process that had died. */
  right: number;
  away: number;
  /** Distinct events at the receiver. */
  events: number;
  shopRequests: number;
  /** Lines of the logs of all with the level error: what a process says whose database or neighbour is away. */
  errorLines: number;
  /** What was lost, doubled or answered wrongly; empty when nothing was. */
  faults: string[];
}

const LOOK_MS = 500;

/** Kills one of them at a time and starts it again, for some time. Returns how often, and what they had printed. */
async function killAlong({ members }: Cluster, { seconds, killsMs: [least, most] }: StoryOptions) {
  const outputs: string[] = [];
  const endsAtMs = performance.now() + seconds * 1_000;
  while (performance.now() < endsAtMs) {
    await sleep(least + Math.random() * (most - least));
    const member = members[Math.floor(Math.random() * members.length)];
    await member?.kill("SIGKILL");
    outputs.push(member?.service.output() ?? "");
    await member?.start();
  }
  return { kills: outputs.length, outputs };
}

/** What became of an import of a file of the story. */
async function importFaults(call: Call, id: string, half: number, limitMs: number): Promise<string[]> {
  const wanted = { status: "completed", products_created: half, products_updated: half, failed_rows: 0 };
  const import_ = await ended(call, id, limitMs);
  return Object.entries(wanted).flatMap(([field, value]) =>
    import_[field] === value ? [] : [`import ${id}: ${field} is ${import_[field]}, not ${value}`],
  );
}

/** Waits until it holds; what does not hold after `limitMs` is a fault with this name. */
async function holds(what: string, limitMs: number, look: () => Promise<boolean> | boolean): Promise<string[]> {
  for (const givesUpAtMs = performance.now() + limitMs; !(await look()); await sleep(LOOK_MS)) {
    if (performance.now() > givesUpAtMs) return [`${what}, after ${limitMs / 1_000} s`];
  }
  return [];
}

/** Begins all that goes on while processes are killed. */
async function begin(
  { call, shop, receiver }: Stage,
  catalog: StoryCatalog,
  { readers, written: writers }: StoryOptions,
) {
  const answered: Answered = { right: 0, away: 0, wrong: [] };
  const written: Written = { expected: new Map(), changes: new Map() };
  let [isOver, isLast] = [false, false];
  const traffic = { call, catalog, answered, isOver: () => isOver };
  const connectorId = await subscribe(call, receiver.url, shop.credentials);
  const pushed = await call("POST", `/connectors/${connectorId}/sync/push-products`, catalog.pushed);
  if (pushed.status !== 202) throw new Error(`The push was refused: ${pushed.status}`);
  const importIds = [await beginFile(call, catalog.file(0)), await beginFile(call, catalog.file(1))];
  const following = followAlong({ ...traffic, isOver: () => isLast });
  const acting = [
    ...Array.from({ length: readers }, () => readAlong(traffic)),
    ...Array.from({ length: writers }, (_, place) => writeAlong(traffic, catalog.writtenFrom + place, written)),
  ];
  return {
    answered,
    written,
    importIds,
    pushPath: `/connectors/${connectorId}/sync/jobs/${pushed.body.job_id}`,
    /** Ends the traffic; what the one who followed the changes has seen. */
    end: async () => {
      isOver = true;
      await Promise.all(acting);
      isLast = true;
      return following;
    },
  };
}
type Begun = Awaited<ReturnType<typeof begin>>;

/** Waits until all has come to its end. Returns what has not. */
async function settle(stage: Stage, { written, pushPath }: Begun, catalog: StoryCatalog, limitMs: number) {
  const { call, cluster, shop, receiver, index } = stage;
  const database = cluster.database.url;
  const made = [...written.expected.keys()].filter((sku) => sku.startsWith("MADE")).length;
  const products = catalog.total + made;
  const inShop = wantedInShop(catalog, written).size;
  const isSame = async () => {
    const elsewhere = { followed: undefined, indexed: await index.list(), shop: shop.products };
    return (await catalogFaults(database, catalog, written, elsewhere)).length === 0;
  };
  const faults = [
    ...(await holds(
      "the push has not ended",
      limitMs,
      async () => (await call("GET", pushPath)).body?.status === "completed",
    )),
    ...(await holds("the shop lacks products", limitMs, () => shop.products.size >= inShop)),
    ...(await holds("the index lacks products", limitMs, async () => (await index.count()) >= products)),
    ...(await holds("changes were not sent", limitMs, () => eventFaults(receiver, written.changes).length === 0)),
    ...(await holds("deliveries wait", limitMs, async () => (await countDeliveries(database)) === 0)),
    // What came last is on its way to them.
    ...(await holds("the catalog is not the same everywhere", limitMs, isSame)),
  ];
  return { products, faults };
}

/**
 * Several processes behind a plain proxy, on one libSQL server, Meilisearch and an object store, serve a catalog: two files are
 * imported at once, all of it or a part is pushed to a shop, products are read, changed and made, changes are followed and sent to a
 * webhook, while one of the processes is killed every few seconds. Then everything is counted.
 */
export async function tellStory(options: StoryOptions): Promise<StoryReport> {
  const { note = () => undefined, settlesMs } = options;
  const catalog = storyCatalog(options);
  const stage = await setUp(options);
  const { cluster, call, shop, receiver, index } = stage;
  const database = cluster.database.url;
  const { status } = await ended(call, await beginFile(call, catalog.base()), 60_000 + options.products);
  if (status !== "completed") throw new Error(`The catalog was not imported: ${status}`);
  note(`${options.products} products are there`);

  const begun = await begin(stage, catalog, options);
  const { answered, written, importIds } = begun;
  const { kills, outputs } = await killAlong(cluster, options);
  note(`${kills} kills are over`);
  const imports = await Promise.all(importIds.map((id) => importFaults(call, id, catalog.half, settlesMs)));
  note("the files are imported");
  const followed = await begun.end();
  const { products, faults: unsettled } = await settle(stage, begun, catalog, settlesMs);
  note("all has come to its end");

  await Promise.all(cluster.members.map((member) => member.kill("SIGTERM")));
  const elsewhere = { followed, indexed: await index.list(), shop: shop.products };
  const faults = [
    ...imports.flat(),
    ...unsettled,
    ...shown(answered.wrong),
    ...shown(eventFaults(receiver, written.changes)),
    ...shown(receiver.faults),
    ...(await catalogFaults(database, catalog, written, elsewhere)),
    ...(await leftFaults(database, written)),
  ];
  const printed = [...outputs, ...cluster.members.map(({ service }) => service.output())].join("");
  const errors = printed.match(/^.*"level":"error".*$/gm) ?? [];
  for (const line of errors.slice(0, SHOWN)) note(line);
  await stage.stop();
  const { right, away } = answered;
  const events = receiver.first.length;
  return {
    kills,
    products,
    inShop: shop.products.size,
    right,
    away,
    events,
    shopRequests: shop.requests(),
    errorLines: errors.length,
    faults,
  };
}

/** `npm run test:cluster-story -- --products 500000`: the story at any size. Ends with 1 when something was lost, doubled or wrong. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: {
      products: { type: "string", default: "50000" },
      rows: { type: "string" },
      "pushed-share": { type: "string", default: "1" },
      processes: { type: "string", default: "3" },
      seconds: { type: "string", default: "120" },
      settles: { type: "string", default: "3600" },
    },
  });
  const products = Number(values.products);
  const fromMs = performance.now();
  const report = await tellStory({
    products,
    rows: Number(values.rows ?? Math.floor(products / 5)),
    written: 8,
    pushedShare: Number(values["pushed-share"]),
    processes: Number(values.processes),
    seconds: Number(values.seconds),
    killsMs: [3_000, 7_000],
    settlesMs: Number(values.settles) * 1_000,
    readers: 4,
    note: (line) => void process.stderr.write(`${Math.round((performance.now() - fromMs) / 1_000)} s: ${line}\n`),
  });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  process.exit(report.faults.length === 0 ? 0 : 1);
}
if (import.meta.main) await main();
