import { expect, test } from "bun:test";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, startService } from "../servers/service.ts";

/** In its place, as a disk does it: the pages of a file that is cut under SQLite's shared memory end any process. */
function overwrite(path: string): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(statSync(path).size, 7));
  closeSync(file);
}

const SLOW_MS = 90_000;
const PRODUCTS = 300;
const ROUNDS = 25;

test(
  "a search index that is damaged while the service runs is rebuilt, and no search is refused meanwhile",
  async () => {
    const folder = temporaryFolder();
    const service = await startService({ folder });
    const key = await newApiKey(service.url);
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${service.url}/api/v1${path}`, {
        ...init,
        headers: { "x-api-key": key, "content-type": "application/json" },
      });
    const sync = (from: number, count: number) =>
      call("/appsync/products/sync", {
        method: "POST",
        body: JSON.stringify(
          Array.from({ length: count }, (_, at) => ({ reference: `R${from + at}`, name: `Lampe ${from + at}` })),
        ),
      });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    const found = async (): Promise<any> => (await (await call("/search/products?q=lampe&per_page=1")).json()) as any;
    const untilFound = async (total: number) => {
      const endsAtMs = performance.now() + 30_000;
      let meta = (await found()).meta;
      while ((meta.total !== total || meta.index_behind) && performance.now() < endsAtMs) {
        await Bun.sleep(100);
        ({ meta } = await found());
      }
      return meta;
    };
    expect((await sync(0, PRODUCTS)).status).toBe(200);
    expect((await untilFound(PRODUCTS)).total).toBe(PRODUCTS);

    const index = join(folder, "data", "catalogd-index.db");
    for (const file of [index, `${index}-wal`]) if (existsSync(file)) overwrite(file);
    const statuses = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all([
        sync(PRODUCTS + round, 1),
        call(`/search/products?q=lampe%20${round}`),
        call(`/search/facets?q=lampe%20${round}`),
        call(`/search/suggest?q=lam${round}`),
        call(`/products?search=lampe%20${round}`),
      ]);
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses]).toEqual([200]);
    expect((await untilFound(PRODUCTS + ROUNDS)).total).toBe(PRODUCTS + ROUNDS);
    expect(service.output()).toContain("the search index was damaged");
    expect(await service.kill("SIGTERM")).toBe(0);

    const again = await startService({ folder });
    expect(readdirSync(join(folder, "data")).filter((name) => /-index-\d+\.db/.test(name))).toEqual([]);
    await again.kill("SIGTERM");
  },
  SLOW_MS,
);

/** What can have happened to the file of the index while no service ran. */
const DAMAGES: [string, (index: string) => void][] = [
  ["filled with something else", (index) => writeFileSync(index, Buffer.alloc(100_000, 7))],
  ["cut", (index) => truncateSync(index, Math.floor(statSync(index).size / 8_192) * 4_096)],
  ["empty", (index) => writeFileSync(index, "")],
  ["written over from its third page on", (index) => writeFileSync(index, readFileSync(index).fill(0x41, 8_192))],
  ["given a log of something else", (index) => writeFileSync(`${index}-wal`, Buffer.alloc(50_000, 7))],
  [
    "replaced by a folder",
    (index) => {
      rmSync(index);
      mkdirSync(index);
    },
  ],
];

test(
  "a search index that was damaged while no service ran never keeps one from starting, and is made again",
  async () => {
    const folder = temporaryFolder();
    const first = await startService({ folder });
    const headers = { "x-api-key": await newApiKey(first.url), "content-type": "application/json" };
    const body = JSON.stringify({ name: "Kettle" });
    expect((await fetch(`${first.url}/api/v1/products`, { method: "POST", headers, body })).status).toBe(201);
    const untilFound = async (url: string) => {
      for (;;) {
        const answer = await fetch(`${url}/api/v1/search/products?q=kettle`, { headers });
        const { items } = (await answer.json()) as { items?: unknown[] };
        if (answer.status === 200 && items?.length === 1) return;
        await Bun.sleep(50);
      }
    };
    await untilFound(first.url);
    await first.kill("SIGTERM");

    const unsaid: string[] = [];
    for (const [name, damage] of DAMAGES) {
      damage(join(folder, "data", "catalogd-index.db"));
      const service = await startService({ folder });
      await untilFound(service.url);
      if (!service.output().includes("the search index was damaged")) unsaid.push(name);
      expect([name, await service.kill("SIGTERM")]).toEqual([name, 0]);
    }
    // SQLite takes the first for a new database, and drops a log that is none.
    expect(unsaid).toEqual(["empty", "given a log of something else"]);
  },
  SLOW_MS,
);
