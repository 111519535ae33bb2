import { expect, test } from "bun:test";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, startService } from "../servers/service.ts";

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
    for (const file of [index, `${index}-wal`]) {
      if (existsSync(file)) writeFileSync(file, Buffer.alloc(statSync(file).size, 7));
    }
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
