import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { formWith } from "../documents/files.ts";
import { openChatProvider, providerSetting } from "../doubles/chat-provider.ts";
import { runJobs } from "../harness.ts";
import { given } from "../products/given.ts";

/**
 * The whole way in small: 200 real products (medicines of the French public database, Licence Ouverte) are described from the
 * catalog's facts and data sheets, and what no source says is rejected, within a budget that is held against what the provider
 * bills by itself.
 */
const COUNT = 200;
const SHEET_EVERY = 10;
const INVENTED_EVERY = 8;
const BUDGET = 2;
const MICROS = 1_000_000;
const LIMIT_MS = 600_000;

type Story = Awaited<ReturnType<typeof givenMedicines>>;
let story: Story;
// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
type Json = any;

/** Real products with a brand, in French. */
async function medicines(): Promise<Record<string, string>[]> {
  const packed = await Bun.file(join(import.meta.dir, "../data/catalog_1k.csv.gz")).bytes();
  const rows: Record<string, string>[] = parse(Bun.gunzipSync(packed) as unknown as string, { columns: true });
  return rows.filter(({ source, brand }) => source === "BDPM" && brand).slice(0, COUNT);
}

/** A model that writes what it is given, and invents a measure now and then. */
async function openBillingModel() {
  const provider = await openChatProvider();
  let [billed, described] = [0, 0];
  const say = (user: string): string => {
    const fact = (label: string) => new RegExp(`${label}: (.*)`).exec(user)?.[1] ?? "";
    const title = fact("Titre").replace("</data>", "");
    const sheet = /À conserver à moins de \d+ °C/.exec(user)?.[0];
    const invention = described++ % INVENTED_EVERY === 0 ? "<p>Il pèse 99 kg et il est certifié ISO 9001.</p>" : "";
    return `<p>${title} est un médicament de ${fact("Marque")}.</p>${sheet ? `<p>${sheet}.</p>` : ""}${invention}`;
  };
  provider.says((text) => {
    const { messages } = JSON.parse(text);
    const user = String(messages[1].content);
    const content = say(user);
    const prompt_tokens = Math.ceil(Buffer.byteLength(JSON.stringify(messages)) / 4);
    const completion_tokens = Math.ceil(Buffer.byteLength(content) / 4);
    billed += prompt_tokens + completion_tokens * 2;
    const choices = [{ message: { role: "assistant", content }, finish_reason: "stop" }];
    return { raw: JSON.stringify({ choices, usage: { prompt_tokens, completion_tokens } }) };
  });
  return { provider, billed: () => billed };
}

async function givenMedicines() {
  const rows = await medicines();
  const products = rows.map(({ name = "", brand = "" }) => ({ title: name, brand, description: null }));
  const made = await given(...products);
  const { tenant, ids } = made;
  const model = await openBillingModel();
  const { baseUrl } = model.provider;
  await tenant.admin.put("/settings/ai-provider", providerSetting(baseUrl, { concurrency: 8 }));
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

beforeAll(async () => {
  story = await givenMedicines();
}, LIMIT_MS);

test(
  "200 real products are described from facts and data sheets, and each stored sentence names its source",
  async () => {
    const { tenant, ids, model } = story;
    const request = { name: "All", enrichmentTypes: ["descriptions"], maxBudget: BUDGET };
    const { body: batch } = await tenant.post("/enrichment/batch", request);
    await tenant.post(`/enrichment/batch/${batch.id}/start`);
    await runJobs();
    const done = (await tenant.get(`/enrichment/batch/${batch.id}`)).body;
    expect(done).toMatchObject({ status: "completed", processed: COUNT, failed: 0 });
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
    expect(await ledgerMicros(story)).toBe(model.billed());
  },
  LIMIT_MS,
);

test(
  "what no source says waits, is rejected in bulk, and the budget holds",
  async () => {
    const { tenant, model } = story;
    const queue = (await tenant.get("/enrichment/review?kind=text&max_confidence=0.2")).body;
    expect(queue.total).toBe(COUNT / INVENTED_EVERY);
    const filter = { kind: "text", max_confidence: 0.2 };
    const decided = await tenant.post("/enrichment/review/decide", { action: "reject", filter });
    expect(decided.body).toMatchObject({ done: COUNT / INVENTED_EVERY, conflicts: [], waiting: 0 });
    expect(await ledgerMicros(story)).toBe(model.billed());
    expect(model.billed()).toBeLessThan(BUDGET * MICROS);
  },
  LIMIT_MS,
);
