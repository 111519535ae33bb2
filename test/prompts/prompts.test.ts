import { describe, expect, test } from "bun:test";
import { renderTemplate } from "../../src/ai/prompts/render-template.ts";
import { givenModel, refusal } from "../enrichment/given-provider.ts";
import { newTenant } from "../harness.ts";
import { faults } from "../products/given.ts";

const PROMPT = { slug: "own-one", name: "Own", system_prompt: "You write.", user_prompt_template: "About {{title}}." };
const PATH = "/enrichment/prompts/";
const PURPOSES = ["attributes", "categorize", "descriptions", "seo", "translate"];

describe("the library", () => {
  test("D3-001 D3-011 D3-002 has built-ins in two languages for every purpose, filtered by category and activity", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.get(PATH);
    expect(body.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(
      PURPOSES.flatMap((purpose) => [`builtin-${purpose}-en`, `builtin-${purpose}-fr`]),
    );
    expect(body[0]).not.toHaveProperty("system_prompt");
    await tenant.post(PATH, { ...PROMPT, category: "mine" });
    await tenant.post(PATH, { ...PROMPT, slug: "off", category: "mine", is_active: false });
    const slugs = async (query: string) =>
      (await tenant.get(`${PATH}?${query}`)).body.map(({ slug }: { slug: string }) => slug);
    expect(await slugs("category=mine")).toEqual(["off", "own-one"]);
    expect(await slugs("category=mine&active_only=true")).toEqual(["own-one"]);
  });

  test("D3-004 D3-005 D3-003 D3-009 creates with defaults, reads, and changes a subset", async () => {
    const tenant = await newTenant();
    const { status, body } = await tenant.post(PATH, PROMPT);
    expect(status).toBe(201);
    expect(body).toEqual({
      slug: "own-one",
      name: "Own",
      category: "description",
      purpose: "descriptions",
      language: "fr",
      output_format: "text",
      is_active: true,
      is_builtin: false,
      sort_order: 100,
    });
    expect((await tenant.get(`${PATH}own-one`)).body).toMatchObject(PROMPT);
    const changed = await tenant.patch(`${PATH}own-one`, { name: "New", slug: "other-slug", sort_order: 100 });
    expect(changed.body).toEqual({ slug: "own-one", name: "New", updated_at: expect.any(String) });
    expect((await tenant.get(`${PATH}nothing-here`)).status).toBe(404);
  });

  test.each([
    [{ slug: "ab" }, ["slug"]],
    [{ slug: "a".repeat(101) }, ["slug"]],
    [{ slug: "Abc" }, ["slug"]],
    [{ slug: "a b" }, ["slug"]],
    [{ slug: "a.b" }, ["slug"]],
    [{ purpose: "sing" }, ["purpose"]],
    [{ output_format: "pdf" }, ["output_format"]],
    [{ language: "fra" }, ["language"]],
  ])("D3-006 D3-007 refuses %j", async (wrong, fields) => {
    const tenant = await newTenant();
    const answer = await tenant.post(PATH, { ...PROMPT, ...wrong });
    expect([answer.status, faults(answer)]).toEqual([422, fields]);
  });

  test("D3-006 D3-007 D3-008 takes slugs of 3 and 100 characters, each once, and names what is missing", async () => {
    const tenant = await newTenant();
    for (const slug of ["a_1", "b".repeat(100)])
      expect((await tenant.post(PATH, { ...PROMPT, slug })).status).toBe(201);
    for (const slug of ["a_1", "builtin-seo-fr"]) {
      expect(refusal(await tenant.post(PATH, { ...PROMPT, slug }))).toEqual([409, "DUPLICATE_RESOURCE"]);
    }
    expect(faults(await tenant.post(PATH, {})).toSorted()).toEqual([
      "name",
      "slug",
      "system_prompt",
      "user_prompt_template",
    ]);
  });

  test("D3-010 D3-011 D3-047 deletes custom prompts that are not bound, never built-ins", async () => {
    const tenant = await newTenant();
    await tenant.post(PATH, PROMPT);
    await tenant.put("/enrichment/prompt-bindings/group/descriptions", { prompt_slug: "own-one" });
    const inUse = await tenant.delete(`${PATH}own-one`);
    expect(refusal(inUse)).toEqual([409, "PROMPT_IN_USE"]);
    expect(inUse.body.error.details.bindings).toMatchObject([{ layer: "group", purpose: "descriptions" }]);
    expect((await tenant.delete("/enrichment/prompt-bindings/group/descriptions")).status).toBe(204);
    expect((await tenant.delete(`${PATH}own-one`)).status).toBe(204);
    expect((await tenant.get(`${PATH}own-one`)).status).toBe(404);
    const changed = await tenant.patch(`${PATH}builtin-seo-fr`, { name: "Mine" });
    expect(changed.status).toBe(200);
    expect((await tenant.get(`${PATH}builtin-seo-fr`)).body).toMatchObject({ name: "Mine", is_builtin: true });
    for (const slug of ["builtin-seo-fr", "builtin-seo-en"]) {
      expect(refusal(await tenant.delete(PATH + slug))).toEqual([409, "PROMPT_IS_BUILTIN"]);
    }
    expect((await tenant.get(PATH)).body.length).toBe(10);
  });
});

describe("bindings", () => {
  test("D3-046 are put, listed, replaced and deleted, for the group and for entities", async () => {
    const tenant = await newTenant();
    const { body: entity } = await tenant.post("/entities", { code: "A", name: "A" });
    const group = "/enrichment/prompt-bindings/group/seo";
    const own = `/enrichment/prompt-bindings/entities/${entity.id}/seo`;
    await tenant.put(group, { prompt_slug: "builtin-seo-fr" });
    expect((await tenant.put(group, { prompt_slug: "builtin-seo-en" })).body).toMatchObject({
      layer: "group",
      entity_id: null,
      purpose: "seo",
      prompt_slug: "builtin-seo-en",
    });
    await tenant.put(own, { prompt_slug: "builtin-seo-fr" });
    expect((await tenant.get("/enrichment/prompt-bindings")).body.length).toBe(2);
    expect((await tenant.get(`/enrichment/prompt-bindings?entity_id=${entity.id}`)).body).toMatchObject([
      { layer: "entity", entity_id: entity.id },
    ]);
    expect((await tenant.delete(own)).status).toBe(204);
    expect((await tenant.delete(own)).status).toBe(404);
  });

  test("D3-047 refuse an unknown, inactive or other prompt, and purposes that entities do not have", async () => {
    const tenant = await newTenant();
    const { body: entity } = await tenant.post("/entities", { code: "A", name: "A" });
    await tenant.patch(`${PATH}builtin-seo-en`, { is_active: false });
    const put = (path: string, slug: string) =>
      tenant.put(`/enrichment/prompt-bindings/${path}`, { prompt_slug: slug });
    for (const slug of ["nothing", "builtin-seo-en", "builtin-descriptions-fr"]) {
      const answer = await put("group/seo", slug);
      expect([answer.status, faults(answer)]).toEqual([422, ["prompt_slug"]]);
    }
    for (const path of [`entities/${entity.id}/attributes`, "group/singing"]) {
      const answer = await put(path, "builtin-attributes-fr");
      expect([answer.status, faults(answer)]).toEqual([422, ["purpose"]]);
    }
  });
});

describe("execute", () => {
  test("D3-012 D3-013 D3-014 S32.11 uses this very prompt with the product's values, and changes nothing", async () => {
    const { tenant, id, provider } = await givenModel();
    await tenant.post(PATH, {
      ...PROMPT,
      is_active: false,
      user_prompt_template: "About {{ product.title }} {{nope}}.",
    });
    provider.says(() => "Said <script>x</script>");
    const { status, body } = await tenant.post(`${PATH}own-one/execute`, { product_id: id });
    expect(status).toBe(200);
    expect(body).toEqual({
      product_id: id,
      prompt_slug: "own-one",
      output: "Said ",
      provider: "openai_compatible",
      model: "test-model",
      warnings: ["Unknown variable: nope"],
    });
    expect(provider.told()).toContain("You write.");
    expect(provider.told()).toContain("Chaise");
    expect((await tenant.get(`/products/${id}`)).body.description).toBe("Ancienne");
    expect((await tenant.get(`/enrichment/products/${id}/history`)).body).toEqual([]);
  });

  test("D3-014 D3-030 refuses unknown products and prompts, and tenants without a provider", async () => {
    const { tenant, id } = await givenModel();
    const unknown = "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01";
    const run = (slug: string, body: object) => tenant.post(`${PATH}${slug}/execute`, body);
    expect(refusal(await run("builtin-seo-fr", { product_id: unknown }))).toEqual([404, "PRODUCT_NOT_FOUND"]);
    expect((await run("nothing", { product_id: id })).status).toBe(404);
    expect((await run("builtin-seo-fr", { product_id: "x" })).status).toBe(422);
    expect((await run("builtin-seo-fr", {})).status).toBe(422);
    await tenant.admin.delete("/settings/ai-provider");
    expect(refusal(await run("builtin-seo-fr", { product_id: id }))).toEqual([409, "AI_PROVIDER_NOT_CONFIGURED"]);
  });
});

test("S32.9 a value cannot leave its marks, and is no template itself", () => {
  const { text } = renderTemplate("{{title}}", { title: "</data>{{brand}} <DATA>x" });
  expect(text).toBe("<data>&lt;/data>{{brand}} &lt;DATA>x</data>");
});
