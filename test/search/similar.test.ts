import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { openSearch } from "../../src/search/open-search.ts";
import { queueEmbeddings } from "../../workers/search/follow-vectors.ts";
import { clock, type newTenant, runJobsInTurns, services } from "../harness.ts";
import { given } from "../products/given.ts";
import { startEmbeddingServer } from "./embedding-server.ts";
import { searchApp } from "./search-app.ts";
import { configure as configureWith, describeSimilar, embed, scoresOf } from "./similar-behaviour.ts";

const app = searchApp(openSearch(services.config, services.now));
describeSimilar("libsql", { app: () => app, compare: async () => undefined });

const server = startEmbeddingServer();
afterAll(() => server.stop());
beforeEach(() => {
  Object.assign(server.state, { isDown: false, length: undefined });
});

type Tenant = Awaited<ReturnType<typeof newTenant>>;
const configure = (tenant: Tenant, more?: Record<string, unknown>) => configureWith(tenant, server.url, more);
const CATALOG = [
  { title: "drill screw" },
  { title: "drill screw battery" },
  { title: "cake" },
  { title: "drill drill" },
];

async function embedded() {
  const made = await given(...CATALOG);
  await configure(made.tenant);
  await embed();
  return made;
}

describe("GET /search/products/{product_id}/similar", () => {
  test("D1-156 S8.12 says what is missing, and how to mend it", async () => {
    const { tenant, id } = await given({});
    const { body } = await tenant.get(`/search/products/${id}/similar`);

    expect(body.error.details).toMatchObject({ dependency: "search_vector" });
    expect(body.error.details.how_to_fix).toBeString();
  });

  test("S20.9 refuses limits that are none", async () => {
    const { tenant, id } = await given({});
    expect((await tenant.get(`/search/products/${id}/similar?limit=51`)).status).toBe(400);
    expect((await tenant.get(`/search/products/${id}/similar?min_score=1.5`)).status).toBe(400);
  });

  test("needs products:read or VIEW_CATALOG", async () => {
    const { tenant, id } = await embedded();
    const without = await tenant.withScopes("prices:read");

    expect((await without.get(`/search/products/${id}/similar`)).status).toBe(403);
    expect((await (await tenant.as("viewer")).get(`/search/products/${id}/similar`)).status).toBe(200);
  });
});

describe("search.embed", () => {
  test("makes vectors of changed texts only, with the stored key, and all again for another model", async () => {
    const { tenant, ids } = await embedded();
    expect(server.state.authorization).toBe("Bearer sk-words");
    const before = server.state.texts;
    await tenant.put(`/products/${ids[2]}`, { price: 5 });
    await embed();
    expect(server.state.texts).toBe(before);
    await tenant.put(`/products/${ids[2]}`, { name: "drill screw" });
    await embed();
    expect(server.state.texts).toBe(before + 1);
    const { body } = await tenant.get(`/search/products/${ids[0]}/similar?limit=1`);
    expect(body.items[0].id).toBe(ids[2]);
    await configure(tenant, { model: "other" });
    expect((await tenant.get(`/search/products/${ids[0]}/similar`)).body.items).toEqual([]);
    await embed();
    expect((await tenant.get(`/search/products/${ids[0]}/similar`)).body.items.length).toBe(3);
  });

  test("goes on after its turns where it was", async () => {
    const { tenant, id } = await given(...Array.from({ length: 150 }, (_, index) => ({ title: `drill ${index}` })));
    await configure(tenant);
    await queueEmbeddings(services);
    const before = server.state.texts;
    // 64 texts a turn.
    expect((await runJobsInTurns())["search.embed"]).toBe(4);
    expect(server.state.texts).toBe(before + 150);
    expect((await tenant.get(`/search/products/${id}/similar?limit=50`)).body.items.length).toBe(50);
  });

  test("a server that is down is tried again, and the rest goes on", async () => {
    const { tenant, id } = await given(...CATALOG);
    await configure(tenant);
    server.state.isDown = true;
    await embed();
    expect((await tenant.get(`/search/products/${id}/similar`)).body.items).toEqual([]);
    expect((await tenant.get("/search/products?q=drill")).body.meta.total).toBe(3);
    server.state.isDown = false;
    clock.nowMs += 3_600_000;
    await embed();
    expect((await tenant.get(`/search/products/${id}/similar`)).body.items.length).toBe(3);
  });

  test("a server that makes vectors of another length than before has all of them rebuilt", async () => {
    const { tenant, ids } = await embedded();
    server.state.length = 3;
    await tenant.put(`/products/${ids[2]}`, { name: "drill cake" });
    await embed();
    expect((await tenant.get(`/search/products/${ids[0]}/similar`)).body.items).toEqual([]);
    clock.nowMs += 3_600_000;
    await embed();
    const { body } = await tenant.get(`/search/products/${ids[0]}/similar`);
    expect(scoresOf(body)).toEqual(["1.00", "0.71", "0.71"]);
  });
});
