import { expect, test } from "bun:test";
import { join } from "node:path";
import { openClient } from "../../bench/client.ts";
import { openConnection } from "../../db/local/connection.ts";
import { indexPathOf } from "../../db/local/index-path.ts";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, startService } from "../servers/service.ts";

const ROWS = 5_000;
/** Many more than there are threads, so that some always wait. */
const SEARCHERS = 24;
/** Far above what it takes, and far below the forever of a thread that has no time. */
const PATIENCE_MS = 60_000;

const catalog = (): string => {
  const rows = Array.from({ length: ROWS }, (_, row) => `S${row},Steel lamp ${row % 97} blue,Brand ${row % 40}`);
  return ["sku,name,brand", ...rows].join("\n");
};

const until = async (condition: () => boolean): Promise<boolean> => {
  const endsAtMs = performance.now() + PATIENCE_MS;
  while (!condition() && performance.now() < endsAtMs) await Bun.sleep(20);
  return condition();
};

test("searches without a pause hold up neither the search index nor deliveries nor quick jobs", async () => {
  const folder = temporaryFolder();
  const service = await startService({ folder, env: { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" } });
  const apiKey = await newApiKey(service.url);
  const { call, prepareImport, runImport } = openClient(service.url, apiKey);
  const file = join(folder, "products.csv");
  await Bun.write(file, catalog());
  await runImport(await prepareImport(file));
  const path = join(folder, "data", "catalogd.db");
  const db = openConnection(path, "reader");
  db.attach(indexPathOf(path));
  const numberOf = (sql: string) => Number(db.row(sql, {})?.["n"]);
  const indexedToUs = () => numberOf("select max(indexed_to_us) as n from index_state");
  const waitingJobs = () => numberOf("select count(*) as n from job where queue = 'quick' and state = 'ready'");
  const delivered: string[] = [];
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const { data } = (await request.json()) as { data: { id: string } };
      delivered.push(data.id);
      return new Response(null, { status: 204 });
    },
  });
  await call("POST", "/webhooks", { name: "W", url: receiver.url.href, events: ["product.created"], secret: "s" });

  let isOver = false;
  let searches = 0;
  const search = async () => {
    while (!isOver) {
      // Never the same twice: none is answered from memory.
      const words = `steel lamp ${searches++ % 97} ${crypto.randomUUID().slice(0, 2)}`;
      const response = await fetch(`${service.url}/api/v1/search/products?q=${words}&facets=brand&facets=status`, {
        headers: { "x-api-key": apiKey },
      });
      await response.arrayBuffer();
      if (response.status !== 200 && response.status !== 503) throw new Error(`a search answered ${response.status}`);
    }
  };
  const searching = Promise.all(Array.from({ length: SEARCHERS }, search));
  await until(() => searches > 2 * SEARCHERS);

  const { id } = await call("POST", "/products", { name: "Made among searches" });
  const changedUs = numberOf("select max(last_us) as n from tenant_clock");
  // A mail is a quick job.
  await call("POST", "/auth/forgot-password", { email: "nobody@example.com" });
  const stored = {
    indexed: await until(() => indexedToUs() >= changedUs),
    delivered: await until(() => delivered.includes(id)),
    quickJobs: await until(() => waitingJobs() === 0),
  };
  const searchesBefore = searches;
  const stillSearching = await until(() => searches > searchesBefore + SEARCHERS);
  isOver = true;
  await searching;

  expect({ ...stored, stillSearching }).toEqual({
    indexed: true,
    delivered: true,
    quickJobs: true,
    stillSearching: true,
  });
  db.close();
  await receiver.stop(true);
  await service.kill("SIGTERM");
}, 240_000);
