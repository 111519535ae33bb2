import { afterAll, describe, expect, test } from "bun:test";
import { Meilisearch } from "meilisearch";
import { EVERY_TENANT } from "../../db/ports.ts";
import { readSequence } from "../../db/products/sequence.ts";
import { findState } from "../../search/follower-state.ts";
import type { RemoteDocument } from "../../search/meilisearch/remote-index.ts";
import { SearchUnavailable } from "../../search/port.ts";
import { claimJobs } from "../../src/jobs/lifecycle.ts";
import { checkHealth } from "../../src/runtime/part-health.ts";
import { openSearch } from "../../src/search/open-search.ts";
import { startReindex } from "../../src/search/reindex.ts";
import { runJob } from "../../workers/run-job.ts";
import { compareWords } from "../../workers/search/compare-remote.ts";
import { checkRemote, sendNext } from "../../workers/search/follow-remote-index.ts";
import { openChecks } from "../../workers/search/remote-checks.ts";
import { clock, services } from "../harness.ts";
import { given } from "../products/given.ts";
import { startMeilisearch } from "../servers/meilisearch.ts";
import { describeSearch } from "./behaviour.ts";
import { describeBehind } from "./behind.ts";
import { describeBeside } from "./beside-products.ts";
import { describeRanking } from "./ranking.ts";
import { configOf, searchApp } from "./search-app.ts";

const server = await startMeilisearch();
afterAll(server.stop);
const search = openSearch(configOf(server), services.now);
const app = searchApp(search);
const client = new Meilisearch({ host: server.url, apiKey: server.key });
const never = new AbortController().signal;

function remote() {
  if (!search.remote) throw new Error("Meilisearch is not the engine");
  return search.remote.words;
}
/** Other tests' tenants are none of its business. */
async function index(tenantId: string) {
  const db = services.reader(tenantId);
  while ((await findState(db))?.remoteToUs !== (await readSequence(db)))
    await sendNext(app.services, remote(), tenantId);
}
async function runJobs() {
  for (;;) {
    const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue: "bulk", owner: "test", limit: 10 });
    if (jobs.length === 0) return;
    for (const job of jobs) await runJob(app.services, job, never);
  }
}

const engine = { app: () => app, index };
describeSearch("Meilisearch", engine);
describeBeside("Meilisearch", engine);
describeBehind("Meilisearch", engine);
describeRanking("Meilisearch", engine);

const drills = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `Drill ${at}`, titleKey: `drill ${at}` }));

const SLOW_MS = 60_000;

describe("Meilisearch", () => {
  test(
    "down: search answers 503 with Retry-After and the rest goes on; back, what was missed is sent",
    async () => {
      const { tenant, ids } = await given(...drills(3));
      await index(tenant.id);
      await server.stop();
      try {
        const answer = await app.get(tenant, "/search/products?q=drill");
        expect([answer.status, answer.body.error.error_code]).toEqual([503, "SYSTEM_SERVICE_UNAVAILABLE"]);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        expect((await app.get(tenant, "/search/suggest?q=drill")).status).toBe(503);
        expect((await app.get(tenant, "/search/facets?q=drill")).status).toBe(503);
        expect((await app.get(tenant, "/search/products")).body.meta.total).toBe(3);
        expect((await app.get(tenant, "/products?search=drill")).body.meta.total).toBe(3);
        expect((await app.get(tenant, `/products/${ids[0]}`)).status).toBe(200);
        expect((await app.get(tenant, "/health")).status).toBe(200);
        expect((await checkHealth(app.services, 0))["search"]).toMatchObject({ status: "down" });
        expect((await tenant.post("/products", { name: "Drill made meanwhile" })).status).toBe(201);
        await tenant.delete(`/products/${ids[0]}?permanent=true`);
        await expect(index(tenant.id)).rejects.toThrow("Meilisearch");
      } finally {
        await server.start();
      }
      await index(tenant.id);
      const { body } = await app.get(tenant, "/search/products?q=drill");
      expect(body.items.map(({ title }: { title: string }) => title)).toEqual([
        "Drill 1",
        "Drill 2",
        "Drill made meanwhile",
      ]);
      expect((await client.index(`test_${tenant.id}`).getStats()).numberOfDocuments).toBe(3);
      expect((await checkHealth(app.services, 0))["search"]).toMatchObject({ status: "up", engine: "meilisearch" });
    },
    SLOW_MS,
  );

  test(
    "an index is rebuilt and swapped while it is searched",
    async () => {
      const { tenant } = await given(...drills(30));
      await index(tenant.id);
      const { id } = await services.write(startReindex, tenant.id, {
        engine: "meilisearch",
      });
      let running = true;
      const totals = new Set<number>();
      const watch = (async () => {
        while (running) totals.add((await app.get(tenant, "/search/products?q=drill&per_page=1")).body.meta?.total);
      })();
      await runJobs();
      running = false;
      await watch;
      expect([...totals]).toEqual([30]);
      const { body } = await app.get(tenant, `/search/reindex/${id}`);
      expect(body).toMatchObject({ status: "completed", engine: "meilisearch", indexed: 30, total: 30 });
      const uids = (await client.getRawIndexes({ limit: 1_000 })).results.map(({ uid }) => uid);
      expect(uids.filter((uid) => uid.startsWith(`test_${tenant.id}`))).toEqual([`test_${tenant.id}`]);
    },
    SLOW_MS,
  );

  test(
    "synonyms are set on the current index, stay on a rebuilt one, and reach a server that was away",
    async () => {
      const { tenant } = await given(...drills(2), { title: "Foreuse", titleKey: "foreuse" });
      await index(tenant.id);
      const uid = `test_${tenant.id}`;
      const made = (await client.getRawIndex(uid)).createdAt;
      const synonyms = (word: string) => tenant.admin.put("/settings/search-synonyms", { fr: [["foreuse", word]] });
      const total = async (q: string) => (await app.get(tenant, `/search/products?q=${q}`)).body.meta.total;
      await synonyms("Drill");
      await index(tenant.id);
      expect([await total("foreuse"), (await client.getRawIndex(uid)).createdAt]).toEqual([3, made]);
      await checkRemote(app.services, remote());
      const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue: "bulk", owner: "test", limit: 10 });
      expect(jobs).toEqual([]);
      await services.write(startReindex, tenant.id, { engine: "meilisearch" });
      await runJobs();
      expect((await client.getRawIndex(uid)).createdAt).not.toEqual(made);
      expect([await total("foreuse"), await total("gimlet")]).toEqual([3, 0]);
      await server.stop();
      try {
        expect((await synonyms("Gimlet")).status).toBe(200);
        await expect(index(tenant.id)).rejects.toThrow("Meilisearch");
      } finally {
        await server.start();
      }
      await index(tenant.id);
      expect([await total("foreuse"), await total("gimlet")]).toEqual([1, 1]);
    },
    SLOW_MS,
  );

  test(
    "what differs from the database is found and rebuilt",
    async () => {
      const { tenant } = await given(...drills(4));
      const { tenant: other } = await given(...drills(2));
      await index(tenant.id);
      await index(other.id);
      await client.index(`test_${tenant.id}`).deleteDocuments({ filter: "row_id > 0" }).waitTask();
      await client.deleteIndex(`test_${other.id}`).waitTask();
      expect((await app.get(tenant, "/search/products?q=drill")).body.meta.total).toBe(0);
      expect((await app.get(other, "/search/products?q=drill")).status).toBe(503);
      await checkRemote(app.services, remote());
      await runJobs();
      expect((await app.get(tenant, "/search/products?q=drill")).body.meta.total).toBe(4);
      expect((await app.get(other, "/search/products?q=drill")).body.meta.total).toBe(2);
      await checkRemote(app.services, remote());
      const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue: "bulk", owner: "test", limit: 10 });
      expect(jobs).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "each document is held to its product: what is old, missing or left over is mended, and nothing else is sent",
    async () => {
      const { tenant, ids } = await given(...drills(6));
      await index(tenant.id);
      const uid = `test_${tenant.id}`;
      const documents = client.index<RemoteDocument>(uid);
      const { results } = await documents.getDocuments({ limit: 10 });
      const [old, missing, scored, deleted, good] = results.toSorted((one, other) => one.row_id - other.row_id);
      if (!old || !missing || !scored || !deleted || !good) throw new Error("Nothing was indexed");
      await documents
        .updateDocuments([
          { row_id: old.row_id, title: ["stale"], updated_at_us: old.updated_at_us - 1 },
          { row_id: scored.row_id, completeness_score: 99 },
          // As many as on two pages, behind all products and between them.
          ...Array.from({ length: 2_500 }, (_, at) => ({ ...good, row_id: 1_000_000_000 + at })),
        ])
        .waitTask();
      await documents.deleteDocument(missing.row_id).waitTask();
      await tenant.delete(`/products/${ids[3]}`);
      await index(tenant.id);
      await documents.addDocuments([deleted]).waitTask();
      const compare = () => compareWords(app.services, remote(), tenant.id, never);
      expect(await compare()).toEqual({ sent: 3, removed: 2_501 });
      const after = (await documents.getDocuments({ limit: 10 })).results;
      const byRow = (rows: RemoteDocument[]) => rows.toSorted((one, other) => one.row_id - other.row_id);
      expect(byRow(after)).toEqual(byRow(results.filter(({ row_id: rowId }) => rowId !== deleted.row_id)));
      expect(await compare()).toEqual({ sent: 0, removed: 0 });
      // What has not been followed yet is no difference.
      await tenant.put(`/products/${ids[0]}`, { name: "Saw" });
      expect(await compare()).toEqual({ sent: 0, removed: 0 });
    },
    SLOW_MS,
  );

  test(
    "checks run by the minute, comparisons once a day, one tenant at a time",
    async () => {
      const ran: string[] = [];
      const checkNext = openChecks(services, {
        of: "words",
        check: async () => void ran.push("check"),
        tenants: async () => ["one", "two"],
        compare: async (tenantId) => {
          ran.push(tenantId);
          if (tenantId === "two") throw new SearchUnavailable("away");
          return { sent: 0, removed: 0 };
        },
      });
      expect([await checkNext(), await checkNext(), await checkNext()]).toEqual([true, false, false]);
      expect(ran).toEqual(["check", "one", "two"]);
      clock.nowMs += 60_000;
      await checkNext();
      expect(ran).toEqual(["check", "one", "two", "check"]);
      clock.nowMs += 86_400_000;
      await checkNext();
      expect(ran.slice(4)).toEqual(["check", "one"]);
    },
    SLOW_MS,
  );
});
