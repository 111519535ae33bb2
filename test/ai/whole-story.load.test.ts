import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { formWith } from "../documents/files.ts";
import { providerSetting } from "../doubles/chat-provider.ts";
import { runJobs } from "../harness.ts";
import { given } from "../products/given.ts";
import { openMedicineModel } from "./medicine-model.ts";

/**
 * The whole way in small: 200 real products (medicines of the French public database, Licence Ouverte) are described from the
 * catalog's facts and data sheets, what no source says is read by a person, and all of it is translated, within budgets that
 * are held against what the provider bills by itself.
 */
const COUNT = 200;
const SHEET_EVERY = 10;
const INVENTED_EVERY = 8;
const FORGETS_EVERY = 10;
const FORGETS_ALWAYS_EVERY = 20;
const MICROS = 1_000_000;
const CENT = 10_000;
const LIMIT_MS = 600_000;
/** What a person needs for a text that waits, and has for all of them. */
const READING_MINUTES = 1;
const HOUR_MINUTES = 60;
const MODEL = "gpt-4o-mini";

type Story = Awaited<ReturnType<typeof givenMedicines>>;
let story: Story;
// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
type Json = any;

/** Real products with a brand, in French, each with another name. */
async function medicines(): Promise<Record<string, string>[]> {
  const packed = await Bun.file(join(import.meta.dir, "../data/catalog_1k.csv.gz")).bytes();
  const rows: Record<string, string>[] = parse(Bun.gunzipSync(packed) as unknown as string, { columns: true });
  const kept = rows.filter(({ source, brand }) => source === "BDPM" && brand);
  return [...new Map(kept.map((row) => [row["name"], row])).values()].slice(0, COUNT);
}

async function givenMedicines() {
  const rows = await medicines();
  const products = rows.map(({ name = "", brand = "" }) => ({ title: name, brand, description: null }));
  const made = await given(...products);
  const { tenant, ids } = made;
  const places = new Map(rows.map(({ name = "" }, index) => [name, index]));
  const isEach = (title: string, every: number) => (places.get(title) ?? 1) % every === 0;
  const model = await openMedicineModel({
    invents: (title) => isEach(title, INVENTED_EVERY),
    forgets: (title) =>
      isEach(title, FORGETS_ALWAYS_EVERY) ? "always" : isEach(title, FORGETS_EVERY) ? "once" : "never",
  });
  const prices = { [MODEL]: { input: 1, output: 2 } };
  const setting = { provider: "openai", model: MODEL, prices, concurrency: 8, max_output_tokens: 500 };
  await tenant.admin.put("/settings/ai-provider", providerSetting(model.baseUrl, setting));
  for (const [index, id] of ids.entries()) {
    if (index % SHEET_EVERY > 0) continue;
    const text = `${rows[index]?.["name"]} : À conserver à moins de ${20 + index / SHEET_EVERY} °C.`;
    expect((await tenant.post("/enrichment/documents", formWith("fiche.txt", text, { product_id: id }))).status).toBe(
      202,
    );
  }
  await runJobs();
  return { ...made, model, rows };
}

async function ledgerMicros({ tenant }: Story): Promise<number> {
  const { body } = await tenant.get("/enrichment/web/costs/summary");
  return Math.round(body.total_cost_usd * MICROS);
}

/** Runs a batch within a budget; answers it at its end, with what the provider has billed for it. */
async function runBatch(path: string, request: object): Promise<Json> {
  const { tenant, model } = story;
  const before = model.billed();
  const { body: batch } = await tenant.post(path, request);
  if (batch.status === "pending") await tenant.post(`${path}/${batch.id}/start`);
  await runJobs();
  return { ...(await tenant.get(`${path}/${batch.id}`)).body, billed: model.billed() - before };
}

/** What a budget in dollars means against what was billed: not passed, and used up to a cent. */
function expectHeld(billed: number, budget: number): void {
  expect(billed).toBeLessThanOrEqual(budget * MICROS);
  expect(billed).toBeGreaterThan(budget * MICROS - CENT);
}

beforeAll(async () => {
  story = await givenMedicines();
}, LIMIT_MS);

test(
  "200 real products are described from facts and data sheets, and each stored sentence names its source",
  async () => {
    const { tenant, ids, model } = story;
    const request = { name: "All", enrichmentTypes: ["descriptions"], filters: { without_description: true } };
    const first = await runBatch("/enrichment/batch", { ...request, maxBudget: 0.05 });
    expect(first).toMatchObject({ status: "completed", stop_reason: "budget_reached", failed: 0 });
    expectHeld(first.billed, 0.05);
    const rest = await runBatch("/enrichment/batch", { ...request, maxBudget: 2 });
    expect(rest).toMatchObject({ status: "completed", stop_reason: null, failed: 0, budget_used_usd: rest.cost_usd });
    let [stored, cited] = [0, 0];
    for (const id of ids) {
      const { body } = await tenant.get(`/enrichment/products/${id}`);
      const { sentences }: Json = body.ai_metadata.descriptions.grounding.description;
      if (!body.applied) continue;
      stored++;
      expect(sentences.filter((each: Json) => each.sources.length === 0)).toEqual([]);
      if (sentences.some((each: Json) => each.sources.some(({ kind }: Json) => kind === "passage"))) cited++;
    }
    expect(stored).toBe(COUNT - COUNT / INVENTED_EVERY);
    expect(cited).toBeGreaterThan(0);
    expect([model.refused, await ledgerMicros(story)]).toEqual([[], model.billed()]);
  },
  LIMIT_MS,
);

test(
  "what no source says waits, each claim named, few enough for an hour; a person takes it out",
  async () => {
    const { tenant, ids } = story;
    const queue = async () => (await tenant.get("/enrichment/review?kind=text&max_confidence=0.2&per_page=100")).body;
    const { total, items } = await queue();
    expect(total).toBe(COUNT / INVENTED_EVERY);
    expect(total * READING_MINUTES).toBeLessThan(HOUR_MINUTES);
    for (const { id, value, flags } of items) {
      expect(flags.map(({ text }: Json) => text)).toEqual(expect.arrayContaining(["99 kg", "ISO 9001"]));
      const read = value.replace(/<p>Il pèse 99 kg.*$/, "");
      expect((await tenant.post(`/enrichment/review/${id}/accept`, { value: read })).body.state).toBe("edited");
    }
    expect((await queue()).total).toBe(0);
    const described = await Promise.all(ids.map(async (id) => (await tenant.get(`/products/${id}`)).body.description));
    expect(described.filter((text) => /^<p>.* est un médicament de .*\.<\/p>/.test(text)).length).toBe(COUNT);
    expect(described.filter((text) => text.includes("99 kg"))).toEqual([]);
  },
  LIMIT_MS,
);

const numbersOf = (text: string) => (text.match(/\d+(?:[.,]\d+)?/g) ?? []).toSorted();

test(
  "all of it is translated: brands, the glossary and numbers are kept, or the text waits; budgets hold to the cent",
  async () => {
    const { tenant, ids, model, rows } = story;
    await tenant.admin.put("/settings/languages", { enabled: ["fr", "es"] });
    const terms = { do_not_translate: ["Mediwin"], glossary: { es: { médicament: "medicamento" } } };
    expect((await tenant.admin.put("/settings/translation-terms", terms)).status).toBe(200);
    const request = { languages: ["es"], provider: "llm", fields: ["title", "description"] };
    const first = await runBatch("/enrichment/translate/batch", { ...request, max_budget: 0.1 });
    expect(first).toMatchObject({ status: "paused", error_message: "AI_BUDGET_REACHED", failed: 0 });
    expectHeld(first.billed, 0.1);
    const rest = await runBatch("/enrichment/translate/batch", { ...request, max_budget: 2 });
    expect(rest).toMatchObject({ status: "completed", failed: 0 });
    const waiting = (await tenant.get("/enrichment/review?kind=translation&per_page=100")).body;
    expect(waiting.total).toBe(COUNT / FORGETS_ALWAYS_EVERY);
    for (const { field, flags, previous } of waiting.items) {
      expect([field, previous]).toEqual(["description", null]);
      expect(flags.map(({ kind }: Json) => kind)).toEqual(expect.arrayContaining(["term"]));
    }
    let whole = 0;
    for (const [index, id] of ids.entries()) {
      const { name = "", brand = "" } = rows[index] ?? {};
      const pivot = (await tenant.get(`/products/${id}`)).body;
      const { body } = await tenant.get(`/products/${id}/content-variants/es`);
      expect(numbersOf(body.title)).toEqual(numbersOf(name));
      if (body.description === null) continue;
      whole++;
      expect(body.description.replaceAll("&amp;", "&")).toContain(`es un medicamento de ${brand}.`);
      expect(numbersOf(body.description)).toEqual(numbersOf(pivot.description));
      const [entry] = (await tenant.get(`/enrichment/products/${id}/history?limit=1`)).body;
      expect(entry).toMatchObject({ enrichment_type: "translate", model: MODEL });
      expect(entry.source_texts).toContainEqual({ language: "fr", field: "description", text: pivot.description });
    }
    expect(whole).toBe(COUNT - COUNT / FORGETS_ALWAYS_EVERY);
    expect([model.refused, await ledgerMicros(story)]).toEqual([[], model.billed()]);
  },
  LIMIT_MS,
);
