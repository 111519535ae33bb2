import { describe, expect, test } from "bun:test";
import { faults } from "../../products/given.ts";
import { givenContent, refusal } from "./given-content.ts";

const TEXTS = {
  title: "Chair",
  short_description: "<b>short</b>",
  description: "<p>long</p>",
  marketing_description: "buy",
  seo_title: "chair",
  seo_meta_description: "a chair",
  url_slug: "oak-chair-2",
  promotional_text: "now",
  seo_keywords: ["oak"],
  bullet_points: ["solid", "light"],
  key_features: ["stacks"],
  attributes: { wood: { kind: ["oak", null] } },
};

describe("PUT /products/{product_id}/content-variants/{language}", () => {
  test("D2-054 keeps every field, cleaned", async () => {
    const { tenant, id, path, put } = await givenContent();
    const { status, body, headers } = await put("en", { ...TEXTS, description: "<p>long</p><script>x</script>" });

    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      product_id: id,
      language: "en",
      entity_id: null,
      configuration_id: null,
      ...TEXTS,
      reviewed: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const read = await tenant.get(path("en"));
    expect([read.body, read.headers.get("etag")]).toEqual([body, headers.get("etag")]);
  });

  test("D2-056 D2-057 each target has a record of its own, which a second PUT merges into", async () => {
    const { put, list, scopes, entity, configuration } = await givenContent();
    const { all, ofEntity, ofConfiguration } = scopes;
    const ids: string[] = [];
    for (const scope of [all, ofEntity, ofConfiguration]) {
      ids.push((await put("en", { title: "T", seo_title: "S", attributes: { a: 1, b: 2 } }, scope)).body.id);
    }
    expect(new Set(ids).size).toBe(3);

    const { body } = await put("en", { seo_title: null, promotional_text: "", attributes: { c: 3 } }, ofConfiguration);

    expect(body).toMatchObject({
      id: ids[2],
      entity_id: entity,
      configuration_id: configuration,
      title: "T",
      seo_title: null,
      attributes: { c: 3 },
    });
    const { variants, total } = await list();
    expect(total).toBe(3);
    expect(variants.map((each: { id: string }) => each.id)).toEqual(ids);
    expect(variants[1]).toMatchObject({ entity_id: entity, configuration_id: null, seo_title: "S" });
  });

  test("D2-062 attributes of any key come back, in a text and in the product", async () => {
    const { tenant, id, put, path } = await givenContent();
    const attributes = JSON.parse('{"__proto__":{"a":1},"constructor":"x","in":{"__proto__":[1]}}');
    const text = JSON.stringify(attributes);

    expect(JSON.stringify((await put("en", { title: "T", attributes })).body.attributes)).toBe(text);
    await tenant.patch(`/products/${id}`, { attributes });

    expect(JSON.stringify((await tenant.get(path("en"))).body.attributes)).toBe(text);
    expect(JSON.stringify((await tenant.get(`/products/${id}`)).body.attributes)).toBe(text);
    expect(JSON.stringify((await tenant.get(`/products/${id}/history`)).body)).toContain(text);
    const other = JSON.parse('{"__proto__":{"a":2}}');
    await tenant.patch(`/products/${id}`, { attributes: other });
    expect(JSON.stringify((await tenant.get(`/products/${id}`)).body.attributes)).toBe(JSON.stringify(other));
  });

  test("D2-055 S16.4 without a target the pivot language is the product itself", async () => {
    const { tenant, id, put, path } = await givenContent();
    const { status, body } = await put("fr", { title: " Chaise ", seo_keywords: ["bois"], description: null });

    expect([status, body.id, body.title]).toEqual([200, id, "Chaise"]);
    const { body: product } = await tenant.get(`/products/${id}`);
    expect(product).toMatchObject({ title: "Chaise", seo_keywords: ["bois"], description: null });
    expect(product.updated_at).toBe(body.updated_at);
    await tenant.patch(`/products/${id}`, { name: "Autre" });
    expect((await tenant.get(path("fr"))).body.title).toBe("Autre");
    for (const title of [null, "", " "]) {
      const refused = await put("fr", { title });
      expect([refused.status, faults(refused)]).toEqual([422, ["title"]]);
    }
  });

  test.each(["eng", "xx", "EN-us", "EN", "e"])("D2-061 S16.3 %s is no language", async (language) => {
    const { put } = await givenContent();
    const answer = await put(language, { title: "T" });
    expect([answer.status, faults(answer)]).toEqual([422, ["language"]]);
  });

  test.each([
    [{ attributes: [] }, "attributes"],
    [{ attributes: "x" }, "attributes"],
    [{ seo_keywords: "x" }, "seo_keywords"],
    [{ bullet_points: [1] }, "bullet_points"],
    [{ key_features: Array.from({ length: 51 }, () => "x") }, "key_features"],
    [{ title: "x".repeat(501) }, "title"],
    [{ seo_title: "x".repeat(256) }, "seo_title"],
    [{ seo_meta_description: "x".repeat(501) }, "seo_meta_description"],
    [{ url_slug: "Oak Chair" }, "url_slug"],
    [{ description: 5 }, "description"],
  ])("D2-062 S16.10 refuses %j", async (body, field) => {
    const { put, list } = await givenContent();
    const answer = await put("en", body);
    expect([answer.status, faults(answer)[0]?.split(".")[0]]).toEqual([422, field]);
    expect((await list()).total).toBe(0);
  });

  test("D2-063 D2-052 answers 404 for unknown targets, 400 for malformed ones and another entity's configuration", async () => {
    const { tenant, put, configuration } = await givenContent();
    const unknown = crypto.randomUUID();
    const { body: other } = await tenant.post("/entities", { code: "other", name: "Other" });
    const stranger = await givenContent();
    for (const scope of [
      { entity_id: unknown },
      { configuration_id: unknown },
      { entity_id: stranger.entity },
      { configuration_id: stranger.configuration },
    ]) {
      expect(refusal(await put("en", { title: "T" }, scope))).toEqual([404, "NOT_FOUND"]);
    }
    expect(refusal(await put("en", {}, { entity_id: "x" }))).toEqual([400, "INVALID_PARAMETER"]);
    const mixed = { entity_id: other.id, configuration_id: configuration };
    expect(refusal(await put("en", {}, mixed))).toEqual([400, "INVALID_PARAMETER"]);
  });

  test("S16.5 S11.6 the same again changes nothing, unless it was reviewed", async () => {
    const { tenant, id, put, review } = await givenContent();
    const { body } = await put("en", TEXTS);
    const { body: product } = await tenant.get(`/products/${id}`);

    expect((await put("en", TEXTS)).body).toEqual(body);
    expect((await tenant.get(`/products/${id}`)).body.updated_at).toBe(product.updated_at);
    await review("en");
    expect((await put("en", TEXTS)).body).toEqual({ ...body, updated_at: expect.any(String) });
    expect((await tenant.get(`/products/${id}`)).body.updated_at > product.updated_at).toBe(true);
  });

  test("D0.12 writes only over the version that If-Match names", async () => {
    const { put } = await givenContent();
    const { headers } = await put("en", { title: "1" });
    const old = { "if-match": headers.get("etag") ?? "" };
    expect((await put("en", { title: "2" }, {}, old)).status).toBe(200);
    expect((await put("en", { title: "3" }, {}, old)).status).toBe(412);
    expect((await put("de", { title: "3" }, {}, old)).status).toBe(412);
  });
});

test("D2-058 S16.8 GET lists by language, then group, entity, configuration, with the pivot", async () => {
  const { tenant, id, put, list, scopes } = await givenContent();
  const { all, ofEntity, ofConfiguration } = scopes;
  expect(await list()).toMatchObject({ product_id: id, pivot_language: "fr", variants: [], total: 0 });
  for (const [language, scope] of [
    ["it", all],
    ["fr", ofConfiguration],
    ["en", ofConfiguration],
    ["en", all],
    ["en", ofEntity],
    ["de", ofEntity],
  ] as const) {
    await put(language, { title: "T" }, scope);
  }
  const layersOf = (body: { variants: { language: string; entity_id?: string; configuration_id?: string }[] }) =>
    body.variants.map((each) => `${each.language}${each.entity_id ? "+E" : ""}${each.configuration_id ? "C" : ""}`);

  expect(layersOf(await list())).toEqual(["de+E", "en", "en+E", "en+EC", "fr+EC", "it"]);
  await put("fr", { title: "Pivot" });
  const body = await list();
  expect(layersOf(body)).toEqual(["de+E", "en", "en+E", "en+EC", "fr", "fr+EC", "it"]);
  const { body: product } = await tenant.get(`/products/${id}`);
  const { language, ...texts } = body.pivot;
  expect([language, texts.title]).toEqual(["fr", "Pivot"]);
  expect(product).toMatchObject(texts);
});
