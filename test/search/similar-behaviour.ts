import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { queueEmbeddings } from "../../workers/search/follow-vectors.ts";
import { type newTenant, runJobs, services } from "../harness.ts";
import { given } from "../products/given.ts";
import { startEmbeddingModel } from "../servers/embedding-model.ts";
import { startEmbeddingServer } from "./embedding-server.ts";
import type { SearchApp } from "./search-app.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** An engine that finds similar products. */
export interface SimilarEngine {
  app: () => SearchApp;
  /** Brings what compares vectors up to date with those of a tenant. */
  compare: (tenantId: string) => Promise<void>;
}

/** Has a tenant's vectors made by a server. */
export const configure = (tenant: Tenant, url: string, more: Record<string, unknown> = {}) =>
  tenant.admin.put("/settings/search-vector", {
    enabled: true,
    base_url: url,
    model: "words",
    dimensions: 7,
    api_key: "sk-words",
    ...more,
  });

/** The scores of an answer, to two decimals. */
export const scoresOf = ({ items }: { items: { score: number }[] }) => items.map(({ score }) => score.toFixed(2));

/** Has the vectors made that are missing. */
export async function embed() {
  await queueEmbeddings(services);
  await runJobs();
}

const WORDS = [
  { title: "drill screw", brand: "Bosch", priceCents: 1_999, imageUrl: "https://example.com/a.jpg" },
  { title: "drill screw battery" },
  { title: "cake with sugar" },
  { title: "drill drill" },
  { title: "drill screw old", status: "inactive" as const },
  { title: "drill screw gone" },
];

const MEANINGS = [
  "Running shoes for men",
  "White leather sneakers",
  "Chocolate birthday cake",
  "Cordless drill with two batteries",
  "Battery powered screwdriver",
  "Vanilla ice cream",
];

/** A busy machine takes its time for a model. */
const MODEL_MS = 60_000;

/** What both engines must do alike with vectors. */
export function describeSimilar(name: string, { app, compare }: SimilarEngine): void {
  const server = startEmbeddingServer();
  let model: Awaited<ReturnType<typeof startEmbeddingModel>>;
  beforeAll(async () => {
    model = await startEmbeddingModel();
  });
  afterAll(() => {
    server.stop();
    model.stop();
  });
  const similar = async (tenant: Tenant, id: string | undefined, more = "") =>
    (await app().get(tenant, `/search/products/${id}/similar${more}`)).body;
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
  const settle = async (tenant: Tenant) => {
    await embed();
    await compare(tenant.id);
  };

  /** A catalog whose last product is deleted, with vectors. */
  async function embedded() {
    const made = await given(...WORDS);
    await made.tenant.delete(`/products/${made.ids[5]}`);
    await configure(made.tenant, server.url);
    await settle(made.tenant);
    return made;
  }

  describe(`GET /search/products/{product_id}/similar with ${name}`, () => {
    test(
      "S20.9 finds what is alike in meaning, by a real model",
      async () => {
        const { tenant, ids } = await given(...MEANINGS.map((title) => ({ title })));
        await configure(tenant, model.url, { model: "all-MiniLM-L6-v2", dimensions: model.dimensions });
        await settle(tenant);
        const [shoes, sneakers, cake, drill, screwdriver, iceCream] = ids;

        const nearest = async (id: string | undefined) => (await similar(tenant, id, "?limit=1")).items[0]?.id;

        expect([await nearest(shoes), await nearest(sneakers)]).toEqual([sneakers, shoes]);
        expect([await nearest(drill), await nearest(screwdriver)]).toEqual([screwdriver, drill]);
        expect([await nearest(cake), await nearest(iceCream)]).toEqual([iceCream, cake]);
        const { items } = await similar(tenant, shoes);
        // No word of the one is in the other.
        expect(items[0].score).toBeGreaterThan(0.4);
        expect(items[1].score).toBeLessThan(0.25);
      },
      MODEL_MS,
    );

    test("S8.12 409 as long as nothing is configured, 404 for no product", async () => {
      const { tenant, id } = await given({});
      const answers = [
        await app().get(tenant, `/search/products/${services.newId()}/similar`),
        await app().get(tenant, `/search/products/${id}/similar`),
      ];
      expect(answers.map(({ status, body }) => [status, body.error.error_code])).toEqual([
        [404, "PRODUCT_NOT_FOUND"],
        [409, "SEARCH_VECTOR_NOT_CONFIGURED"],
      ]);
      await configure(tenant, server.url);
      expect((await similar(tenant, id)).items).toEqual([]);
    });

    test("S20.9 answers the most alike first, without itself, inactive and deleted ones", async () => {
      const { tenant, ids, id } = await embedded();
      const body = await similar(tenant, id);

      expect([body.product_id, body.total]).toEqual([id, 3]);
      expect(idsOf(body)).toEqual([ids[1], ids[3], ids[2]] as string[]);
      // The cosines of what the server makes of the texts.
      expect(scoresOf(body)).toEqual(["0.82", "0.71", "0.00"]);
      const [back] = (await similar(tenant, ids[1], "?limit=1")).items;
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

      expect(idsOf(await similar(tenant, id, "?limit=1"))).toEqual([ids[1]] as string[]);
      expect(idsOf(await similar(tenant, id, "?min_score=0.5"))).toEqual([ids[1], ids[3]] as string[]);
      expect(idsOf(await similar(tenant, id, "?min_score=0.8165"))).toEqual([ids[1]] as string[]);
    });

    test("a product of another tenant is not there, nor among the similar ones", async () => {
      const { id } = await embedded();
      const other = await given({ title: "drill screw" });
      await configure(other.tenant, server.url);
      await settle(other.tenant);

      expect((await app().get(other.tenant, `/search/products/${id}/similar`)).status).toBe(404);
      expect((await similar(other.tenant, other.id)).items).toEqual([]);
    });

    test("follows texts, prices, what is taken off sale, deleted, restored and erased", async () => {
      const { tenant, ids, id } = await embedded();
      const steps: [() => Promise<unknown>, (string | undefined)[]][] = [
        [() => tenant.put(`/products/${ids[2]}`, { name: "drill screw" }), [ids[2], ids[1], ids[3]]],
        [() => tenant.put(`/products/${ids[3]}`, { price: 7 }), [ids[2], ids[1], ids[3]]],
        [() => tenant.put(`/products/${ids[1]}`, { status: "inactive" }), [ids[2], ids[3]]],
        [() => tenant.delete(`/products/${ids[2]}`), [ids[3]]],
        [() => tenant.put(`/products/${ids[1]}`, { status: "active" }), [ids[1], ids[3]]],
        [() => tenant.post(`/products/${ids[2]}/restore`), [ids[2], ids[1], ids[3]]],
        [() => tenant.delete(`/products/${ids[1]}?permanent=true`), [ids[2], ids[3]]],
      ];
      for (const [change, expected] of steps) {
        await change();
        await settle(tenant);
        expect(idsOf(await similar(tenant, id))).toEqual(expected as string[]);
      }
      // What is off sale is not shown even before anything has followed.
      await tenant.put(`/products/${ids[2]}`, { status: "archived" });
      expect(idsOf(await similar(tenant, id))).toEqual([ids[3]] as string[]);
    });

    test("another model, and another length of vectors, rebuild all of them", async () => {
      const { tenant, ids, id } = await embedded();
      for (const dimensions of [7, 5]) {
        await configure(tenant, server.url, { model: "other", dimensions });
        await settle(tenant);
        expect(idsOf(await similar(tenant, id))).toEqual([ids[1], ids[3], ids[2]] as string[]);
      }
      await configure(tenant, server.url, { enabled: false });
      expect((await app().get(tenant, `/search/products/${id}/similar`)).status).toBe(409);
    });
  });
}
