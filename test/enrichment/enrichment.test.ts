import { describe, expect, test } from "bun:test";
import { clock } from "../harness.ts";
import { faults, references } from "../products/given.ts";
import { DESCRIPTION, givenModel, refusal } from "./given-provider.ts";

const BIND = "/enrichment/prompt-bindings";
type Preview = { purpose: string; prompt_slug: string; source: string; rank: number; binding_missing: boolean };

describe("prompt-preview", () => {
  test("D3-015 D3-016 D3-018 D3-019 D3-021 names prompts, ranks and targets without asking anybody", async () => {
    const { tenant, id, path, provider } = await givenModel();
    await tenant.admin.delete("/settings/ai-provider");
    const preview = async (query = "") => (await tenant.get(`${path}/prompt-preview${query}`)).body;
    expect(await preview("?types=descriptions&types=seo")).toEqual({
      facts: [{ name: "title", label: "Titre", value: "Chaise" }],
      length: { min: 10, max: 20, is_short: true },
      product_id: id,
      target: { layer: "group", entity_id: null, language: "fr", pivot_language: "fr" },
      strict: false,
      written_to: "reference_sheet",
      prompts: ["descriptions", "seo"].map((purpose) => ({
        purpose,
        prompt_slug: `builtin-${purpose}-fr`,
        source: "library",
        rank: 3,
        origin: "builtin",
        binding_missing: true,
        version: "builtin-3",
        messages: [
          { role: "system", content: expect.stringContaining("Répondez") },
          { role: "user", content: expect.stringContaining("<data>Titre: Chaise</data>") },
        ],
      })),
    });
    expect((await preview()).prompts.length).toBe(5);
    await tenant.put(`${BIND}/group/seo`, { prompt_slug: "builtin-seo-en" });
    const seo = async () => (await preview("?types=seo")).prompts[0] as Preview;
    expect(await seo()).toMatchObject({
      prompt_slug: "builtin-seo-en",
      source: "group",
      rank: 2,
      binding_missing: false,
    });
    for (const slug of ["builtin-seo-en", "builtin-seo-fr"]) {
      await tenant.patch(`/enrichment/prompts/${slug}`, { is_active: false });
    }
    expect(await seo()).toMatchObject({ prompt_slug: null, source: "constant", rank: 4, origin: "constant" });
    expect(provider.asked.length).toBe(0);
  });

  test("D3-017 D3-020 S32.14 an entity is strict: unbound shows what a run would refuse", async () => {
    const { tenant, path, entity } = await givenModel();
    const shop = await entity();
    const preview = async () => (await tenant.get(`${path}/prompt-preview?entity_id=${shop}`)).body;
    expect(await preview()).toMatchObject({ strict: true, written_to: "entity_content_variant" });
    await tenant.put(`${BIND}/entities/${shop}/seo`, { prompt_slug: "builtin-seo-fr" });
    const prompts = (await preview()).prompts as Preview[];
    expect(prompts.map(({ purpose, rank, binding_missing }) => [purpose, rank, binding_missing])).toEqual([
      ["descriptions", 3, true],
      ["seo", 1, false],
    ]);
    const unknown = await tenant.get(`${path}/prompt-preview?entity_id=019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01`);
    expect(unknown.status).toBe(404);
  });
});

describe("a run", () => {
  test("D3-022 D3-023 D3-024 D3-025 S33.2 makes all types and stores them with the product", async () => {
    const { tenant, id, db, provider, run } = await givenModel();
    await tenant.post("/categories", { name: "Meubles" });
    const { body: parent } = await tenant.get("/categories");
    await tenant.post("/categories", { name: "Chaises", parent_id: parent.items[0].id });
    await tenant.patch(`/products/${id}`, { attributes: { Hauteur: "82 cm" } });
    const { status, body } = await run("?overwrite=true");
    expect(status).toBe(200);
    const { category_id: category } = await references(db).catch(() => ({ category_id: undefined }));
    expect(body).toMatchObject({
      product_id: id,
      entity_id: null,
      descriptions: DESCRIPTION,
      seo: { title: "Chaise en chêne", meta_description: "Une chaise solide." },
      attributes: { Matière: "Chêne", Hauteur: "80 cm" },
      categorize: { path: "Meubles > Chaises", confidence: 0.9 },
      applied: true,
    });
    expect(Object.keys(body.ai_metadata)).toEqual(["descriptions", "seo", "attributes", "categorize"]);
    expect(body.ai_metadata.seo).toEqual({
      prompt_slug: "builtin-seo-fr",
      rank: 3,
      source: "library",
      prompt_version: "builtin-3",
      provider: "openai_compatible",
      model: "test-model",
      input_tokens: 1000,
      output_tokens: 100,
      cost_usd: 0.0012,
      confidence: expect.any(Number),
      grounding: expect.objectContaining({ seo_title: expect.objectContaining({ flags: [] }) }),
    });
    const { body: product } = await tenant.get(`/products/${id}`);
    expect(product).toMatchObject({
      description: DESCRIPTION,
      seo_title: "Chaise en chêne",
      attributes: { Matière: "Chêne", Hauteur: "82 cm" },
      category_id: body.categorize.category_id,
    });
    expect(category === undefined || typeof category === "string").toBe(true);
    expect(provider.asked.length).toBe(4);
  });

  test("D3-025 D3-033 D3-034 S33.8 auto_apply=false leaves the product until chosen fields are applied", async () => {
    const { tenant, id, path, run } = await givenModel();
    expect(refusal(await tenant.post(`${path}/apply`))).toEqual([409, "NOTHING_TO_APPLY"]);
    expect((await run("?auto_apply=false&types=descriptions,seo")).body).toMatchObject({
      applied: false,
      applied_fields: [],
    });
    const shown = async () => (await tenant.get(`/products/${id}`)).body;
    expect((await shown()).description).toBe("Ancienne");
    const applied = await tenant.post(`${path}/apply?fields=seo_title&fields=attributes`);
    expect(applied.body).toEqual({
      product_id: id,
      applied_fields: ["seo_title"],
      skipped_fields: ["attributes"],
      written_to: "reference_sheet",
    });
    expect(await shown()).toMatchObject({ description: "Ancienne", seo_title: "Chaise en chêne" });
    expect((await tenant.post(`${path}/apply?fields=wings`)).status).toBe(400);
    await tenant.post(`${path}/apply`);
    expect((await shown()).description).toBe(DESCRIPTION);
  });

  test("D3-031 D3-035 D3-036 S33.6 S33.9 keeps the last values and the history", async () => {
    const { tenant, path, provider, run } = await givenModel();
    expect((await tenant.get(path)).body).toMatchObject({ ai_metadata: {}, generated_at: null, applied: false });
    await run("?types=descriptions&overwrite=true");
    provider.says(() => "<p>Deux</p>");
    clock.nowMs += 1000;
    await run("?types=descriptions");
    expect((await tenant.get(path)).body).toMatchObject({ descriptions: "<p>Deux</p>", applied: true });
    const { body } = await tenant.get(`${path}/history`);
    expect(body).toMatchObject([
      { enrichment_type: "descriptions", previous_value: DESCRIPTION, new_value: "<p>Deux</p>", model: "test-model" },
      { previous_value: "Ancienne", new_value: DESCRIPTION, applied: true, cost_usd: 0.0012 },
    ]);
    expect((await tenant.get(`${path}/history?limit=1`)).body.length).toBe(1);
    const changes = (await tenant.get(`${path.replace("/enrichment", "")}/history`)).body;
    expect(changes.items.length).toBeGreaterThan(1);
  });

  test("D3-029 D3-028 D3-027 S33.4 for an entity writes its own texts only, and only by its own prompts", async () => {
    const { tenant, id, path, provider, run, entity } = await givenModel();
    const shop = await entity();
    const missing = await run(`?entity_id=${shop}`);
    expect([...refusal(missing), faults(missing).length]).toEqual([422, "PROMPT_BINDING_MISSING", 2]);
    const typed = await run(`?entity_id=${shop}&types=attributes`);
    expect([...refusal(typed), ...faults(typed)]).toEqual([422, "VALIDATION_FAILED", "types"]);
    expect(provider.asked.length).toBe(0);
    await tenant.put(`${BIND}/entities/${shop}/descriptions`, { prompt_slug: "builtin-descriptions-fr" });
    const before = (await tenant.get(`/products/${id}/content-variants/fr`)).body;
    expect((await run(`?entity_id=${shop}`)).body).toMatchObject({ entity_id: shop, descriptions: DESCRIPTION });
    expect(await tenant.get(`/products/${id}/content-variants/fr`)).toMatchObject({
      body: { description: before.description },
    });
    const own = await tenant.get(`/products/${id}/content-variants/fr?entity_id=${shop}`);
    expect(own.body).toMatchObject({ description: DESCRIPTION, reviewed: false });
    expect((await tenant.get(`${path}?entity_id=${shop}`)).body.ai_metadata.descriptions.rank).toBe(1);
    expect((await tenant.get(path)).body.ai_metadata).toEqual({});
  });

  test("D3-026 D3-030 refuses unknown types, products and tenants without a provider", async () => {
    const { tenant, run } = await givenModel();
    expect((await run("?types=poems")).status).toBe(400);
    await tenant.admin.delete("/settings/ai-provider");
    const answer = await run();
    expect(refusal(answer)).toEqual([409, "AI_PROVIDER_NOT_CONFIGURED"]);
    expect(answer.body.error.details).toMatchObject({ dependency: "ai_provider", how_to_fix: expect.any(String) });
    const unknown = await tenant.post("/enrichment/products/019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01");
    expect(refusal(unknown)).toEqual([404, "PRODUCT_NOT_FOUND"]);
  });

  test("D3-032 S33.7 one run a product at a time, and its progress is shown", async () => {
    const { tenant, path, provider, run } = await givenModel();
    const held = Promise.withResolvers<string>();
    const began = Promise.withResolvers<void>();
    provider.says(() => {
      began.resolve();
      return held.promise;
    });
    const progress = async () => (await tenant.get(`${path}/progress`)).body;
    expect(await progress()).toEqual({ in_progress: false, current_type: null, started_at: null });
    const first = run("?types=descriptions");
    await began.promise;
    expect(await progress()).toMatchObject({ in_progress: true, current_type: "descriptions" });
    const second = await run();
    expect(refusal(second)).toEqual([409, "ENRICHMENT_IN_PROGRESS"]);
    expect(second.body.error.details.started_at).toEqual(expect.any(String));
    held.resolve(DESCRIPTION);
    expect((await first).status).toBe(200);
    expect((await progress()).in_progress).toBe(false);
  });

  test("S33.1 translates into the languages without texts on request", async () => {
    const { tenant, id, provider, run } = await givenModel();
    await tenant.admin.put("/settings/languages", { enabled: ["fr", "en", "es"] });
    await tenant.put(`/products/${id}/content-variants/en`, { title: "Chair" });
    provider.says(() => JSON.stringify({ title: "Silla", description: "Antigua" }));
    const { body } = await run("?types=translate");
    expect(body.translate).toEqual({ es: { title: "Silla", description: "Antigua" } });
    expect((await tenant.get(`/products/${id}/content-variants/es`)).body).toMatchObject({
      title: "Silla",
      reviewed: false,
    });
    expect((await tenant.get(`/products/${id}/content-variants/en`)).body.title).toBe("Chair");
  });
});
