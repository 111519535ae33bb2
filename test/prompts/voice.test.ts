import { expect, test } from "bun:test";
import { givenModel } from "../enrichment/given-provider.ts";
import { faults } from "../products/given.ts";

const SETTING = "/settings/ai-voice";

test("the voice of a tenant, a category and an entity reaches prompts, the nearest first", async () => {
  const { tenant, id, provider, run, entity } = await givenModel({}, { description: null });
  const { body: category } = await tenant.post("/categories", { name: "Jardin" });
  await tenant.patch(`/products/${id}`, { category_id: category.id });
  const shop = await entity();
  const voices = {
    tone: "Sobre",
    forbidden_words: ["cheap"],
    min_words: 10,
    max_words: 15,
    examples: ["Un banc simple."],
    categories: { [category.id]: { tone: "Champêtre" } },
    entities: { [shop]: { tone: "Direct" } },
  };
  expect((await tenant.admin.put(SETTING, voices)).body).toEqual(voices);
  expect((await tenant.admin.get(SETTING)).body).toEqual(voices);
  await run("?types=descriptions");
  const told = provider.told();
  for (const words of ["Ton : Champêtre", "N'employez jamais ces mots : cheap.", "10 à 15 mots", "Un banc simple."]) {
    expect(told).toContain(words);
  }
  expect(told).not.toContain("Sobre");
  const binding = { prompt_slug: "builtin-descriptions-fr" };
  await tenant.put(`/enrichment/prompt-bindings/entities/${shop}/descriptions`, binding);
  await run(`?types=descriptions&entity_id=${shop}`);
  expect(provider.told()).toContain("Ton : Direct");
});

test("a text with a forbidden word waits", async () => {
  const { tenant, provider, run } = await givenModel({}, { description: null });
  await tenant.admin.put(SETTING, { forbidden_words: ["solide"] });
  provider.says(() => "<p>Une chaise solide pour la maison et pour le jardin.</p>");
  const { body } = await run("?types=descriptions");
  expect(body.held).toMatchObject([{ field: "description", reason: "unsure" }]);
  expect(body.ai_metadata.descriptions.grounding.description.flags).toEqual([
    { kind: "term", text: "solide", confidence: 0.9 },
  ]);
});

test("a least length above the greatest is refused", async () => {
  const { tenant } = await givenModel();
  const wrong = await tenant.admin.put(SETTING, { min_words: 100, max_words: 50 });
  expect([wrong.status, faults(wrong)]).toEqual([422, ["max_words"]]);
});
