import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Meilisearch } from "meilisearch";
import { readSequence } from "../../db/products/sequence.ts";
import { findState } from "../../search/follower-state.ts";
import { type RemoteEmbedder, type SimilarDocument, sourceId } from "../../search/meilisearch/similar-index.ts";
import { openSearch } from "../../src/search/open-search.ts";
import { compareSimilar } from "../../workers/search/compare-remote.ts";
import { checkSimilar, refillSimilar, sendSimilar } from "../../workers/search/follow-similar.ts";
import { services } from "../harness.ts";
import { given } from "../products/given.ts";
import { startEmbeddingModel } from "../servers/embedding-model.ts";
import { startMeilisearch } from "../servers/meilisearch.ts";
import { startEmbeddingServer } from "./embedding-server.ts";
import { configOf, searchApp } from "./search-app.ts";
import { configure, describeSimilar, embed } from "./similar-behaviour.ts";

const server = await startMeilisearch();
const words = startEmbeddingServer();
afterAll(async () => {
  words.stop();
  await server.stop();
});
const client = new Meilisearch({ host: server.url, apiKey: server.key });

/** The service with the server; its embedder where one is given. */
function open(embedder?: RemoteEmbedder) {
  const search = openSearch(configOf(server, embedder), services.now);
  const app = searchApp(search);
  const { similar } = search.remote ?? {};
  if (!similar) throw new Error("Meilisearch is not the engine");
  const step = (tenantId: string) => sendSimilar(app.services, similar, tenantId);
  const check = () => checkSimilar(app.services, similar);
  const compareAll = (tenantId: string) =>
    compareSimilar(app.services, similar, tenantId, new AbortController().signal);
  const refill = (tenantId: string) => refillSimilar(app.services, similar, services.reader(tenantId));
  const compare = async (tenantId: string) => {
    while (await step(tenantId));
  };
  return { app, step, refill, check, compare, compareAll };
}

const { app, step, refill, check, compare, compareAll } = open();
describeSimilar("Meilisearch", { app: () => app, compare });

const CATALOG = [{ title: "drill screw" }, { title: "drill" }, { title: "cake" }];
const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);
const indexesOf = async (tenantId: string) =>
  (await client.getRawIndexes({ limit: 1_000 })).results
    .map(({ uid }) => uid)
    .filter((uid) => uid.startsWith(`test_${tenantId}_similar`));
const SLOW_MS = 60_000;

async function compared() {
  const made = await given(...CATALOG);
  await configure(made.tenant, words.url);
  await embed();
  await compare(made.tenant.id);
  return { ...made, near: async () => (await app.get(made.tenant, `/search/products/${made.id}/similar`)).body };
}

describe("Meilisearch's indexes of vectors", () => {
  test(
    "another model's index is filled beside the current one, and takes its place",
    async () => {
      const { tenant, ids, near } = await compared();
      const before = idsOf(await near());
      expect(before).toEqual(ids.slice(1));
      const [former] = await indexesOf(tenant.id);

      await configure(tenant, words.url, { dimensions: 4 });
      const seen = [await near()];
      await embed();
      while (await step(tenant.id)) seen.push(await near());

      expect(seen.length).toBeGreaterThan(2);
      for (const body of seen) expect(idsOf(body)).toEqual(before);
      const left = await indexesOf(tenant.id);
      expect([left.length, left[0] === former]).toEqual([1, false]);
      expect(await client.index(left[0] ?? "").getEmbedders()).toMatchObject({ products: { dimensions: 4 } });
    },
    SLOW_MS,
  );

  test(
    "sends a vector only when it is another, and drops what is no longer requested",
    async () => {
      const { tenant, id } = await compared();
      const [uid = ""] = await indexesOf(tenant.id);
      const updates = async () => (await client.tasks.getTasks({ indexUids: [uid], limit: 100 })).results.length;
      const before = await updates();
      await tenant.put(`/products/${id}`, { price: 5 });
      await embed();
      await compare(tenant.id);
      const { similarToUs } = (await findState(services.reader(tenant.id))) ?? {};
      expect([similarToUs, await updates()]).toEqual([await readSequence(services.reader(tenant.id)), before]);
      await tenant.admin.delete("/settings/search-vector");
      await compare(tenant.id);
      expect(await indexesOf(tenant.id)).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "one that is to be rebuilt is filled beside it",
    async () => {
      const { tenant, ids, near } = await compared();
      const [former = ""] = await indexesOf(tenant.id);
      await client.index(former).deleteDocuments({ filter: "row_id > 0" }).waitTask();
      expect(idsOf(await near())).toEqual([]);
      await refill(tenant.id);
      await compare(tenant.id);
      expect(idsOf(await near())).toEqual(ids.slice(1));
      expect(await indexesOf(tenant.id)).not.toContain(former);
    },
    SLOW_MS,
  );

  test(
    "each vector is held to its product: what is old, missing or left over is mended, and a missing index is made",
    async () => {
      const { tenant, ids, near } = await compared();
      const [uid = ""] = await indexesOf(tenant.id);
      const documents = client.index<SimilarDocument>(uid);
      const { results } = await documents.getDocuments({ limit: 10, retrieveVectors: true });
      const [old, missing, off] = results.toSorted((one, other) => one.row_id - other.row_id);
      if (!old || !missing || !off) throw new Error("Nothing was compared");
      await documents
        .updateDocuments([
          { ...old, text_hash: "another" },
          { ...off, is_active: false },
          { ...off, row_id: 1_000_000_000 },
        ])
        .waitTask();
      await documents.deleteDocument(missing.row_id).waitTask();
      expect(await compareAll(tenant.id)).toEqual({ sent: 3, removed: 1 });
      expect(idsOf(await near())).toEqual(ids.slice(1));
      expect(await compareAll(tenant.id)).toEqual({ sent: 0, removed: 0 });
      const stranger = "test_nobodyhere_similar_one";
      await client.createIndex(`test_${tenant.id}_similar_left`, { primaryKey: "row_id" }).waitTask();
      await client.createIndex(stranger, { primaryKey: "row_id" }).waitTask();
      await check();
      expect([await indexesOf(tenant.id), await indexesOf("nobodyhere")]).toEqual([[uid], [stranger]]);
      await client.deleteIndex(uid).waitTask();
      expect((await app.get(tenant, `/search/products/${ids[0]}/similar`)).status).toBe(503);
      await check();
      await compare(tenant.id);
      expect(idsOf(await near())).toEqual(ids.slice(1));
    },
    SLOW_MS,
  );

  test(
    "down: 503 with Retry-After; back, what was missed is sent",
    async () => {
      const { tenant, ids, id, near } = await compared();
      await server.stop();
      try {
        const answer = await app.get(tenant, `/search/products/${id}/similar`);
        expect([answer.status, answer.body.error.error_code]).toEqual([503, "SYSTEM_SERVICE_UNAVAILABLE"]);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        await tenant.put(`/products/${ids[2]}`, { name: "drill screw" });
        await embed();
        await expect(step(tenant.id)).rejects.toThrow("Meilisearch");
      } finally {
        await server.start();
      }
      await compare(tenant.id);
      expect(idsOf(await near())).toEqual([ids[2], ids[1]] as string[]);
    },
    SLOW_MS,
  );
});

describe("an embedder of Meilisearch's own", () => {
  let model: Awaited<ReturnType<typeof startEmbeddingModel>>;
  beforeAll(async () => {
    model = await startEmbeddingModel();
  });
  afterAll(() => model.stop());
  const rest = (apiKey = "one") =>
    open({
      source: "rest",
      apiKey,
      dimensions: model.dimensions,
      url: `${model.localUrl}/embeddings`,
      request: { model: "all-MiniLM-L6-v2", input: ["{{text}}", "{{..}}"] },
      response: { data: [{ embedding: "{{embedding}}" }, "{{..}}"] },
    });

  test(
    "makes the vectors of tenants without a model; a model of their own comes first",
    async () => {
      const own = rest();
      const { tenant, ids } = await given(
        { title: "Running shoes" },
        { title: "Sneakers" },
        { title: "Birthday cake" },
      );
      const near = async () => (await own.app.get(tenant, `/search/products/${ids[0]}/similar`)).body;
      expect(idsOf(await near())).toEqual([]);
      await own.compare(tenant.id);
      expect(idsOf(await near())).toEqual(ids.slice(1));
      await tenant.put(`/products/${ids[2]}`, { name: "Jogging trainers for running" });
      await tenant.put(`/products/${ids[1]}`, { status: "inactive" });
      await own.compare(tenant.id);
      expect(idsOf(await near())).toEqual(ids.slice(2));
      await configure(tenant, words.url);
      await embed();
      await own.compare(tenant.id);
      const [uid = ""] = await indexesOf(tenant.id);
      expect(await client.index(uid).getEmbedders()).toMatchObject({ products: { source: "userProvided" } });
    },
    SLOW_MS,
  );

  test(
    "one that does not answer holds up no other index, and is called again; another key is reported",
    async () => {
      const own = rest();
      const { tenant, id, ids } = await given({ title: "Running shoes" }, { title: "Sneakers" }, { title: "Cake" });
      await own.compare(tenant.id);
      const near = async () => idsOf((await own.app.get(tenant, `/search/products/${id}/similar?limit=1`)).body);
      model.state.answers = 404;
      await tenant.put(`/products/${ids[2]}`, { name: "Shoes for running" });
      await expect(own.step(tenant.id)).rejects.toThrow("vector_embedding_error");
      await client.createIndex(`test_${tenant.id}_another`, { primaryKey: "row_id" }).waitTask({ timeout: 5_000 });
      expect(await near()).toEqual(ids.slice(1, 2));
      model.state.answers = 200;
      // As after a restart with another key.
      model.state.key = "another";
      const restarted = rest("another");
      await restarted.compare(tenant.id);
      expect(await near()).toEqual(ids.slice(2));
    },
    SLOW_MS,
  );

  test("another key makes no other index, all else does", () => {
    const embedder: RemoteEmbedder = { source: "openAi", model: "text-embedding-3-small", apiKey: "one" };
    const id = (more: Partial<RemoteEmbedder>) => sourceId({ by: "server", embedder: { ...embedder, ...more } });
    expect(id({ apiKey: "two" })).toBe(id({}));
    expect(id({ model: "other" })).not.toBe(id({}));
    expect(sourceId({ by: "us", space: "one", dimensions: 3 })).not.toBe(
      sourceId({ by: "us", space: "other", dimensions: 3 }),
    );
  });
});
