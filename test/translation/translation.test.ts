import { describe, expect, test } from "bun:test";
import type { StatedProduct } from "../add-products.ts";
import { openChatProvider, providerSetting } from "../doubles/chat-provider.ts";
import { openTranslator } from "../doubles/translator.ts";
import { refusal } from "../enrichment/given-provider.ts";
import { clock, runJobs, runJobsInTurns } from "../harness.ts";
import { faults, given } from "../products/given.ts";

const PATH = "/enrichment/translate/batch";
const CHAIR = { title: "Chaise", description: "<p>Hauteur 80 cm, réf. {{sku}}</p>" };

/** A tenant with products, a translator and a model. */
async function givenTexts(products: StatedProduct[] = [CHAIR], setting: object = { provider: "libretranslate" }) {
  const { tenant, ids, id } = await given(...products);
  const translator = await openTranslator();
  const provider = await openChatProvider();
  provider.says((requests) => {
    const [, source = "{}"] = /<data>(\{\\".*?\})<\/data>/.exec(requests) ?? [];
    const texts = JSON.parse(JSON.parse(`"${source}"`));
    return JSON.stringify(Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, `LLM ${text}`])));
  });
  const key = { enabled: true, base_url: translator.baseUrl, api_key: "key-0123456789abcdef" };
  await tenant.admin.put("/settings/translator", { ...key, ...setting });
  await tenant.admin.put("/settings/ai-provider", providerSetting(provider.baseUrl));
  return {
    tenant,
    ids,
    id,
    translator,
    provider,
    create: (body: object = {}) => tenant.post(PATH, { languages: ["es"], ...body }),
    /** Creates it and runs it to its end. */
    run: async (body: object = {}) => {
      const { body: made } = await tenant.post(PATH, { languages: ["es"], ...body });
      await runJobs();
      return (await tenant.get(`${PATH}/${made.id}`)).body;
    },
    text: async (language: string, query = "", productId = id) =>
      (await tenant.get(`/products/${productId}/content-variants/${language}${query}`)).body,
  };
}

describe("a translation", () => {
  test("S34.4 goes on after its turns where it was", async () => {
    const { tenant, create, translator } = await givenTexts([
      CHAIR,
      { ...CHAIR, title: "Table" },
      { ...CHAIR, title: "Banc" },
    ]);
    const { body } = await create({ languages: ["es", "it"] });
    expect((await runJobsInTurns())["translation.batch"]).toBeGreaterThan(1);
    expect((await tenant.get(`${PATH}/${body.id}`)).body).toMatchObject({ status: "completed", done: 6, failed: 0 });
    expect(translator.asked.length).toBe(6);
  });

  test("D3-066 D3-078 D3-080 writes the texts of each language, with items to review", async () => {
    const { tenant, id, create, text } = await givenTexts();
    const created = await create({ languages: ["es", "it"] });
    expect(created.status).toBe(202);
    expect(created.body).toMatchObject({
      languages: ["es", "it"],
      provider: "auto",
      status: "running",
      products: 1,
      total: 2,
      done: 0,
      cursor: null,
      estimate: { products: 1, variants: 2, characters: 80, estimated_cost: 0, currency: "USD", provider: "auto" },
    });
    await runJobs();
    const { body } = await tenant.get(`${PATH}/${created.body.id}`);
    expect(body).toMatchObject({ status: "completed", done: 2, failed: 0, skipped: 0, cursor: expect.any(String) });
    expect(await text("es")).toMatchObject({
      title: "Chaise [es]",
      description: "<p>Hauteur 80 cm, réf. {{sku}}</p> [es]",
      reviewed: false,
    });
    const items = (await tenant.get(`${PATH}/${body.id}/items?language=it`)).body;
    expect(items).toMatchObject({ total: 2, page: 1, per_page: 20 });
    expect(items.items[0]).toMatchObject({
      product_id: id,
      product_name: "Chaise",
      language: "it",
      pivot_language: "fr",
      pivot_text: expect.any(String),
      variant_text: expect.any(String),
      quality_score: expect.any(Number),
      reviewed: false,
      provider: "translator",
    });
  });

  test.each([
    [{ languages: undefined }, ["languages"]],
    [{ languages: [] }, ["languages"]],
    [{ languages: ["fr"] }, ["languages.0"]],
    [{ languages: ["es", "es"] }, ["languages.1"]],
    [{ languages: ["ja"] }, ["languages.0"]],
    [{ fields: ["colour"] }, ["fields.0"]],
    [{ provider: "me" }, ["provider"]],
    [{ filter: { colour: 1 } }, ["filter.colour"]],
    [{ filter: { product_ids: Array.from({ length: 10_001 }, () => crypto.randomUUID()) } }, ["filter.product_ids"]],
  ])("D3-067 D3-068 D3-069 refuses %.60j", async (wrong, fields) => {
    const { create } = await givenTexts();
    const answer = await create(wrong);
    expect([answer.status, faults(answer)]).toEqual([422, fields]);
  });

  test("D3-070 a dry run counts what would be written, and asks and stores nothing", async () => {
    const { tenant, create, translator } = await givenTexts([CHAIR, { title: "Table" }], {
      provider: "deepl",
      price_per_million: 25,
    });
    const { status, body } = await create({ dry_run: true, filter: { active: true } });
    expect(status).toBe(200);
    expect(body).toEqual({
      products: 2,
      variants: 2,
      characters: 45,
      estimated_cost: 0.001125,
      currency: "USD",
      provider: "auto",
    });
    expect((await tenant.get(PATH)).body).toEqual([]);
    expect(translator.asked.length).toBe(0);
  });

  test("D3-071 S34.14 auto lets the model do a variant while the translator is busy, and no other", async () => {
    const { tenant, translator, provider, run } = await givenTexts([{ title: "Un" }, { title: "Deux" }]);
    translator.translates((text, target) => (text === "Un" ? 503 : `${text} ${target}`));
    const { id, done } = await run();
    expect(done).toBe(2);
    const { items } = (await tenant.get(`${PATH}/${id}/items`)).body;
    expect(
      Object.fromEntries(items.map((each: Record<string, string>) => [each["variant_text"], each["provider"]])),
    ).toEqual({
      "LLM Un": "llm",
      "Deux es": "translator",
    });
    expect([translator.asked.length, provider.asked.length]).toEqual([2, 1]);
    translator.translates(() => 400);
    expect(await run({ languages: ["it"] })).toMatchObject({ failed: 2, done: 0 });
  });

  test("D3-072 the translator alone, the model alone, and neither", async () => {
    const { tenant, translator, provider, run, create } = await givenTexts([{ title: "Chaise" }]);
    translator.translates(() => 503);
    expect(await run({ provider: "translator" })).toMatchObject({ failed: 1 });
    expect(provider.asked.length).toBe(0);
    const before = translator.asked.length;
    expect(await run({ provider: "llm" })).toMatchObject({ done: 1 });
    expect(translator.asked.length).toBe(before);
    await tenant.admin.delete("/settings/translator");
    expect(refusal(await create({ provider: "translator" }))).toEqual([409, "TRANSLATOR_NOT_CONFIGURED"]);
    await tenant.admin.delete("/settings/ai-provider");
    expect(refusal(await create())).toEqual([409, "AI_PROVIDER_NOT_CONFIGURED"]);
  });

  test("D3-073 D3-074 S34.13 keeps what people wrote and reviewed, and a machine's own unless it may be replaced", async () => {
    const { tenant, ids, translator, run, text } = await givenTexts([
      { title: "Un", description: "Texte" },
      { title: "Deux" },
    ]);
    const [one = "", two = ""] = ids;
    await tenant.put(`/products/${one}/content-variants/es`, { title: "Mío" });
    expect(await run()).toMatchObject({ done: 2 });
    expect(await text("es", "", one)).toMatchObject({ title: "Mío", description: "Texte [es]" });
    expect(await run()).toMatchObject({ done: 0, skipped: 2 });
    translator.translates((html) => `${html} otra vez`);
    await tenant.patch(`/products/${two}/content-variants/es/review`, { reviewed: true });
    expect(await run({ overwrite_automatic: true })).toMatchObject({ done: 1, skipped: 1 });
    expect(await text("es", "", one)).toMatchObject({ title: "Mío", description: "Texte otra vez" });
    expect(await text("es", "", two)).toMatchObject({ title: "Deux [es]", reviewed: true });
  });

  test("D3-075 an entity gets texts of its own, from its own", async () => {
    const { tenant, id, run, text } = await givenTexts();
    const { body: entity } = await tenant.post("/entities", { code: "S", name: "Shop" });
    await tenant.put(`/products/${id}/content-variants/fr?entity_id=${entity.id}`, { title: "Siège" });
    expect(await run({ entity_id: entity.id })).toMatchObject({ done: 1, entity_id: entity.id });
    expect((await text("es", `?entity_id=${entity.id}`)).title).toBe("Siège [es]");
    expect((await tenant.get(`/products/${id}/content-variants/es`)).status).toBe(404);
    const unknown = await tenant.post(PATH, { languages: ["es"], entity_id: crypto.randomUUID() });
    expect(unknown.status).toBe(404);
  });

  test("D3-076 D3-077 pauses with its cursor and goes on without asking again", async () => {
    const products = Array.from({ length: 5 }, (_, index): StatedProduct => ({ title: `Chaise ${index}` }));
    const { tenant, translator, provider, create } = await givenTexts(products);
    await tenant.admin.put("/settings/ai-provider", providerSetting(provider.baseUrl, { concurrency: 1 }));
    const { body } = await create();
    const move = (verb: string) => tenant.post(`${PATH}/${body.id}/${verb}`);
    const paused = Promise.withResolvers<unknown>();
    translator.translates((html) => {
      if (html.endsWith("1")) move("pause").then(paused.resolve);
      return `${html} es`;
    });
    const jobs = runJobs();
    await paused.promise;
    await jobs;
    const shown = (await tenant.get(`${PATH}/${body.id}`)).body;
    expect(shown.status).toBe("paused");
    expect(shown.done).toBeLessThan(5);
    expect(refusal(await move("pause"))).toEqual([409, "INVALID_STATE"]);
    await move("resume");
    await runJobs();
    expect((await tenant.get(`${PATH}/${body.id}`)).body).toMatchObject({ status: "completed", done: 5 });
    expect(translator.asked.length).toBe(5);
    expect(refusal(await move("resume"))).toEqual([409, "INVALID_STATE"]);
  });

  test("D3-079 D3-081 lists newest first, items by language, review and score, the worst first", async () => {
    const { tenant, id, translator, run } = await givenTexts();
    translator.translates((html) => (html === "Chaise" ? "" : `${html} es`));
    const first = await run();
    clock.nowMs += 10;
    const second = await run({ languages: ["it"] });
    expect((await tenant.get(`${PATH}?limit=1`)).body).toMatchObject([{ id: second.id }]);
    const items = async (query: string) => (await tenant.get(`${PATH}/${first.id}/items?${query}`)).body;
    const scores = (await items("")).items.map((each: { quality_score: number }) => each.quality_score);
    expect(scores).toEqual(scores.toSorted((one: number, other: number) => one - other));
    expect((await items("max_score=0")).items).toMatchObject([{ field: "title", quality_score: 0 }]);
    expect((await items("reviewed=true")).total).toBe(0);
    await tenant.patch(`/products/${id}/content-variants/es/review`, { reviewed: true });
    expect((await items("reviewed=true")).total).toBe(2);
    expect((await tenant.get(`${PATH}/${first.id}/items?max_score=101`)).status).toBe(400);
  });
});
