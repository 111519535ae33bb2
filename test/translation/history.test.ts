import { expect, test } from "bun:test";
import { openTranslator } from "../doubles/translator.ts";
import { givenModel } from "../enrichment/given-provider.ts";
import { runJobs } from "../harness.ts";

const TITLE = "Chaise Nordlys";
const DESCRIPTION = "Chaise en chêne de 3 kg pour la salle à manger";
const KEPT = { title: "Silla Nordlys", description: "Silla de roble de 3 kg para el comedor de su casa" };

async function givenTexts() {
  const made = await givenModel({}, { title: TITLE, description: DESCRIPTION });
  const { tenant, path } = made;
  await tenant.admin.put("/settings/languages", { enabled: ["fr", "es"] });
  const run = async (body: object) => {
    const { body: batch } = await tenant.post("/enrichment/translate/batch", { languages: ["es"], ...body });
    await runJobs();
    expect((await tenant.get(`/enrichment/translate/batch/${batch.id}`)).body).toMatchObject({ done: 1, failed: 0 });
  };
  return { ...made, runBatch: run, history: async () => (await tenant.get(`${path}/history`)).body };
}

const SOURCES = [
  { language: "fr", field: "title", text: TITLE },
  { language: "fr", field: "description", text: DESCRIPTION },
];

test("the history names the model, the prompts and the texts that a batch has translated", async () => {
  const { provider, runBatch, history } = await givenTexts();
  provider.says(() => JSON.stringify(KEPT));
  await runBatch({ provider: "llm", fields: ["title", "description"] });
  const [entry, ...others] = await history();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    enrichment_type: "translate",
    previous_value: null,
    new_value: { es: KEPT },
    provider: "openai_compatible",
    model: "test-model",
    prompt_slug: "builtin-translate-fr",
    prompt_version: "builtin-3, names-1",
    sources: [],
    applied: true,
    entity_id: null,
  });
  expect(entry.source_texts.toSorted(byField)).toEqual(SOURCES.toSorted(byField));
  expect(entry.cost_usd).toBeGreaterThan(0);
});

test("and those of a single run; what waits is in it as well", async () => {
  const { provider, run, history } = await givenTexts();
  provider.says(() => JSON.stringify(KEPT));
  await run("?types=translate&auto_apply=false");
  const [entry] = await history();
  expect(entry).toMatchObject({ new_value: { es: KEPT }, applied: false });
  expect(entry.source_texts.toSorted(byField)).toEqual(SOURCES.toSorted(byField));
});

test("of a translator there is no prompt; what stood there before is kept", async () => {
  const { tenant, runBatch, history } = await givenTexts();
  const translator = await openTranslator();
  const setting = { enabled: true, provider: "libretranslate", api_key: "key-0123456789abcdef" };
  await tenant.admin.put("/settings/translator", { ...setting, base_url: translator.baseUrl });
  await runBatch({ fields: ["title"] });
  translator.translates((html) => `${html} otra vez`);
  await runBatch({ fields: ["title"], overwrite_automatic: true });
  expect(await history()).toMatchObject([
    {
      provider: "libretranslate",
      prompt_slug: null,
      prompt_version: null,
      previous_value: { es: { title: `${TITLE} [es]` } },
      new_value: { es: { title: `${TITLE} otra vez` } },
      source_texts: [SOURCES[0]],
    },
    { previous_value: null, new_value: { es: { title: `${TITLE} [es]` } } },
  ]);
});

function byField(one: { field: string }, other: { field: string }): number {
  return one.field.localeCompare(other.field);
}
