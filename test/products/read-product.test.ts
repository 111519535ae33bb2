import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { faults, given } from "./given.ts";

describe("GET /products/{product_id}", () => {
  const french = { title: "Chaise", description: "Une chaise", extra: { seo_title: "Chaise en chêne" } };
  const translated = () => given({ ...french, texts: { en: { title: "Chair", bullet_points: ["Oak"] } } });
  const read = async ({ tenant, id }: Awaited<ReturnType<typeof given>>, language?: string) =>
    tenant.get(`/products/${id}`, language === undefined ? {} : { "accept-language": language });

  test("D2-047 D2-048 serves each text in the language requested, else in the pivot", async () => {
    const { body, headers } = await read(await translated(), "en");
    expect(body).toMatchObject({
      title: "Chair",
      description: "Une chaise",
      seo_title: "Chaise en chêne",
      bullet_points: ["Oak"],
      resolved: {
        language: "en",
        pivot_language: "fr",
        entity_id: null,
        configuration_id: null,
        sources: {
          title: { language: "en", layer: "group" },
          description: { language: "fr", layer: "group" },
          seo_title: { language: "fr", layer: "group" },
          bullet_points: { language: "en", layer: "group" },
        },
      },
    });
    expect(headers.get("content-language")).toBe("en");
    expect(headers.get("vary")).toContain("Accept-Language");
  });

  test.each([
    ["D2-047", "de", "Chaise"],
    ["D2-049", "de;q=1, en;q=0.5", "Chair"],
    ["D2-049", "en-GB", "Chair"],
    ["D2-049", "fr;q=0.5, en;q=0.9", "Chair"],
    ["D2-049", "fr, en;q=0.9", "Chaise"],
    ["D2-049", "en;q=0", "Chaise"],
    ["S16.6", "*", "Chaise"],
    ["S16.6", "nonsense;;q=x", "Chaise"],
    ["D2-053", undefined, "Chaise"],
  ])("%s Accept-Language %p gives %s", async (_, language, title) => {
    expect((await read(await translated(), language)).body.title).toBe(title);
  });

  test("D2-051 D2-052 there are no entities and configurations yet: 404, and 400 for an id that is none", async () => {
    const { tenant, id } = await given({});
    for (const name of ["entity_id", "configuration_id"]) {
      expect((await tenant.get(`/products/${id}?${name}=${crypto.randomUUID()}`)).status).toBe(404);
      const malformed = await tenant.get(`/products/${id}?${name}=none`);
      expect([malformed.status, faults(malformed)]).toEqual([400, [name]]);
    }
  });

  test("D0.12 answers 304 to a caller who has this version in this language", async () => {
    const { tenant, id } = await translated();
    const etag = (await tenant.get(`/products/${id}`)).headers.get("etag");
    expect((await tenant.get(`/products/${id}`, { "if-none-match": etag })).status).toBe(304);
    expect((await tenant.get(`/products/${id}`, { "if-none-match": etag, "accept-language": "en" })).status).toBe(200);
    await tenant.put(`/products/${id}`, { price: 1 });
    expect((await tenant.get(`/products/${id}`, { "if-none-match": etag })).status).toBe(200);
  });

  test("D2-020 an unknown product is 404, as is another tenant's; an id that is none is 422", async () => {
    const other = await given({});
    const tenant = await newTenant();
    expect((await tenant.get(`/products/${crypto.randomUUID()}`)).body.error.error_code).toBe("PRODUCT_NOT_FOUND");
    expect((await tenant.get(`/products/${other.id}`)).status).toBe(404);
    expect((await tenant.get("/products/none")).status).toBe(422);
    expect((await other.tenant.get(`/products/${other.id.toUpperCase()}`)).status).toBe(200);
  });

  test("D2-025 wants a credential that may read", async () => {
    const { tenant, id } = await given({});
    expect((await (await tenant.withScopes("prices:read")).get(`/products/${id}`)).status).toBe(403);
    expect((await (await tenant.as("viewer")).get(`/products/${id}`)).status).toBe(200);
  });
});

describe("GET /products/{product_id}/completeness", () => {
  test("S15.1 S15.4 says what counts and what is missing, also by language", async () => {
    const { tenant, id } = await given({
      title: "Chaise",
      description: "<p>&nbsp;</p>",
      extra: { seo_title: "x" },
      priceCents: 1,
      texts: { en: { title: "Chair", description: "<p>Oak</p>" } },
    });
    const { status, body } = await tenant.get(`/products/${id}/completeness`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      product_id: id,
      score: 25,
      grade: "D",
      missing: ["description", "ean", "short_description", "brand", "category", "images", "supplier", "weight"],
      by_language: {
        fr: { score: 40, missing: ["short_description", "description", "seo_meta_description"] },
        en: { score: 40, missing: ["short_description", "seo_title", "seo_meta_description"] },
      },
    });
    expect(body.criteria.reduce((sum: number, { weight }: { weight: number }) => sum + weight, 0)).toBe(100);
  });

  test("hides another tenant's product", async () => {
    const other = await given({});
    expect((await (await newTenant()).get(`/products/${other.id}/completeness`)).status).toBe(404);
  });
});
