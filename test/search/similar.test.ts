import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { queueEmbeddings } from "../../workers/search/follow-vectors.ts";
import { clock, type newTenant, runJobs, services } from "../harness.ts";
import { given } from "../products/given.ts";
import { startEmbeddingServer } from "./embedding-server.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const server = startEmbeddingServer();
afterAll(() => server.stop());
beforeEach(() => {
  server.state.isDown = false;
});

const configure = (tenant: Tenant, more: Record<string, unknown> = {}) =>
  tenant.admin.put("/settings/search-vector", {
    enabled: true,
    base_url: server.url,
    model: "words",
    dimensions: 7,
    api_key: "sk-words",
    ...more,
  });
const embed = async () => {
  await queueEmbeddings(services);
  await runJobs();
};
const CATALOG = [
  { title: "drill screw", brand: "Bosch", priceCents: 1_999, imageUrl: "https://example.com/a.jpg" },
  { title: "drill screw battery" },
  { title: "cake with sugar" },
  { title: "drill drill" },
  { title: "drill screw old", status: "inactive" as const },
  { title: "drill screw gone" },
];

/** A catalog whose last product is deleted, with vectors. */
async function embedded() {
  const made = await given(...CATALOG);
  await made.tenant.delete(`/products/${made.ids[5]}`);
  await configure(made.tenant);
  await embed();
  return made;
}

describe("GET /search/products/{product_id}/similar", () => {
  test("D1-156 S8.12 answers 404 for no product, then 409 as long as nothing is configured", async () => {
    const { tenant, id } = await given({});
    const unknown = await tenant.get(`/search/products/${services.newId()}/similar`);
    const { status, body } = await tenant.get(`/search/products/${id}/similar`);

    expect([unknown.status, unknown.body.error.error_code]).toEqual([404, "PRODUCT_NOT_FOUND"]);
    expect([status, body.error.error_code]).toEqual([409, "SEARCH_VECTOR_NOT_CONFIGURED"]);
    expect(body.error.details).toMatchObject({ dependency: "search_vector" });
    expect(body.error.details.how_to_fix).toBeString();
    await configure(tenant);
    expect((await tenant.get(`/search/products/${id}/similar`)).status).toBe(200);
    await configure(tenant, { enabled: false });
    expect((await tenant.get(`/search/products/${id}/similar`)).status).toBe(409);
  });

  test("S20.9 answers the most alike first, without itself, inactive and deleted ones", async () => {
    const { tenant, ids, id } = await embedded();

    const { body } = await tenant.get(`/search/products/${id}/similar`);

    expect(body.product_id).toBe(id);
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([ids[1], ids[3], ids[2]]);
    expect(body.total).toBe(3);
    expect(body.items[0].score).toBeGreaterThan(0.8);
    expect(body.items[2].score).toBeLessThan(0.01);
    const [back] = (await tenant.get(`/search/products/${ids[1]}/similar?limit=1`)).body.items;
    expect(back).toEqual({
      id,
      ean: null,
      title: "drill screw",
      brand_name: "Bosch",
      price: 19.99,
      primary_image_url: "https://example.com/a.jpg",
      score: body.items[0].score,
    });
  });

  test("S20.9 limit and min_score", async () => {
    const { tenant, ids, id } = await embedded();
    const idsOf = async (more: string) =>
      (await tenant.get(`/search/products/${id}/similar?${more}`)).body.items.map((item: { id: string }) => item.id);

    expect(await idsOf("limit=1")).toEqual([ids[1]]);
    expect(await idsOf("min_score=0.5")).toEqual([ids[1], ids[3]]);
    expect((await tenant.get(`/search/products/${id}/similar?limit=51`)).status).toBe(400);
    expect((await tenant.get(`/search/products/${id}/similar?min_score=1.5`)).status).toBe(400);
  });

  test("a product of another tenant is not there, nor among the similar ones", async () => {
    const { id } = await embedded();
    const other = await given({ title: "drill screw" });
    await configure(other.tenant);
    await embed();

    expect((await other.tenant.get(`/search/products/${id}/similar`)).status).toBe(404);
    expect((await other.tenant.get(`/search/products/${other.id}/similar`)).body.items).toEqual([]);
  });

  test("needs products:read or VIEW_CATALOG", async () => {
    const { tenant, id } = await embedded();
    const without = await tenant.withScopes("prices:read");

    expect((await without.get(`/search/products/${id}/similar`)).status).toBe(403);
    expect((await (await tenant.as("viewer")).get(`/search/products/${id}/similar`)).status).toBe(200);
  });
});

describe("search.embed", () => {
  test("makes vectors of changed texts only, with the stored key, and all anew for another model", async () => {
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

  test("a server that is down is tried again, and the rest goes on", async () => {
    const { tenant, id } = await given(...CATALOG);
    await configure(tenant);
    server.state.isDown = true;
    await embed();
    expect((await tenant.get(`/search/products/${id}/similar`)).body.items).toEqual([]);
    expect((await tenant.get("/search/products?q=drill")).body.meta.total).toBe(5);
    server.state.isDown = false;
    clock.nowMs += 3_600_000;
    await embed();
    expect((await tenant.get(`/search/products/${id}/similar`)).body.items.length).toBe(4);
  });
});
