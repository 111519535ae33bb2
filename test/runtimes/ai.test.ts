import { afterAll, beforeAll, expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { formWith, pdfOf } from "../documents/files.ts";
import { startEmbeddingModel } from "../servers/embedding-model.ts";
import { ADMIN, newApiKey, type StartedService, startService } from "../servers/service.ts";
import { sized } from "../sized.ts";
import { startTranslator } from "./models/apertium.ts";
import { startModel } from "./models/model-proxy.ts";

/**
 * The engine on real parts: TinyLlama writes, MiniLM compares, Apertium translates. The texts are as good as such small
 * parts make them; what counts is that each is made, stored, scored and paid for. A product takes some twenty seconds of a core.
 */
const PRODUCTS = sized(1, 30);
const SHEETS = [
  { name: "Table Fjord", lines: ["Hauteur : 75 cm. Longueur : 180 cm.", "Plateau en bois massif pour six personnes."] },
  { name: "Chaise Nordlys", lines: ["Hauteur : 80 cm. Largeur : 45 cm.", "Assise en bois massif, pieds en acier."] },
  { name: "Banc Skog", lines: ["Hauteur : 46 cm. Longueur : 120 cm.", "Banc de jardin en bois de pin."] },
];
/** The same three again and again: under another name so small a model may answer in English, which is rightly refused. */
const STORY = Array.from({ length: PRODUCTS }, (_, at) => SHEETS[at % SHEETS.length] ?? { name: "", lines: [] });
const KEY = "a-key-of-the-test:fx";
const PRICES = { tinyllama: { input: 1000, output: 2000 } };
const DEEPL_PER_MILLION = 25;
/** One text on a busy machine. */
const TEXT_MS = 120_000;

let service: StartedService;
let model: Awaited<ReturnType<typeof startModel>>;
let translator: Awaited<ReturnType<typeof startTranslator>>;
let embedder: Awaited<ReturnType<typeof startEmbeddingModel>>;
let ids: string[] = [];
let credentials: { admin: Record<string, string>; key: Record<string, string> };

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
type Json = any;

async function send(method: string, path: string, body?: unknown, by: "admin" | "key" = "key"): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { ...credentials[by], ...(!isForm && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
}

async function call(method: string, path: string, body?: unknown, by: "admin" | "key" = "key"): Promise<Json> {
  const answer = await send(method, path, body, by);
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function until(path: string, willDo: (answer: Json) => boolean): Promise<Json> {
  for (;;) {
    const answer = await call("GET", path);
    if (willDo(answer)) return answer;
    await Bun.sleep(100);
  }
}

const ended = ({ status }: Json) => !/^(?:pending|indexing|running|processing)$/.test(status);

const configureModel = (timeoutSeconds: number) =>
  call(
    "PUT",
    "/settings/ai-provider",
    {
      enabled: true,
      // Its protocol, which asks for an answer in JSON.
      provider: "openai",
      model: "tinyllama",
      api_key: "sk-0123456789",
      base_url: model.url,
      temperature: 0,
      // An answer that is longer is refused as cut.
      max_output_tokens: 300,
      timeout_seconds: timeoutSeconds,
      concurrency: 1,
      prices: PRICES,
    },
    "admin",
  );

/** Short ones: the model reads some ten words a second. */
async function bindPrompts() {
  const template = "Produit : {{title}}\nFiche : {{documents}}";
  const prompts = {
    descriptions: { output_format: "text", system_prompt: "Vous décrivez des produits en français, en une phrase." },
    attributes: {
      output_format: "json",
      system_prompt: "Vous lisez la hauteur et la matière d'un produit, en français.",
    },
  };
  for (const [purpose, prompt] of Object.entries(prompts)) {
    const slug = `short-${purpose}`;
    await call("POST", "/enrichment/prompts", { slug, name: slug, purpose, user_prompt_template: template, ...prompt });
    await call("PUT", `/enrichment/prompt-bindings/group/${purpose}`, { prompt_slug: slug });
  }
}

/** Again after a long story: it takes longer than a session. */
async function logIn() {
  const { access_token: token } = await call("POST", "/auth/login/json", ADMIN);
  credentials.admin = { authorization: `Bearer ${token}` };
}

beforeAll(
  async () => {
    [model, translator, embedder] = await Promise.all([startModel(), startTranslator(KEY), startEmbeddingModel()]);
    service = await startService({ folder: temporaryFolder(), env: { CATALOGD_OUTBOUND_ALLOW: "127.0.0.1" } });
    credentials = { admin: {}, key: { "x-api-key": await newApiKey(service.url) } };
    await logIn();
    const set = (name: string, value: object) => call("PUT", `/settings/${name}`, value, "admin");
    await set("languages", { pivot: "fr", enabled: ["fr", "es", "it"] });
    await set("search-vector", { enabled: true, base_url: embedder.localUrl, model: "minilm", dimensions: 384 });
    await set("translator", { enabled: true, provider: "deepl", api_key: KEY, base_url: translator.url });
    await configureModel(600);
    await bindPrompts();
    for (const { name, lines } of STORY) {
      const { id } = await call("POST", "/products", { name });
      ids.push(id);
      const sheet = await call(
        "POST",
        "/enrichment/documents",
        formWith("fiche.pdf", pdfOf(lines), { product_id: id }),
      );
      const path = `/enrichment/documents/${sheet.id}`;
      expect(await until(path, ended)).toMatchObject({ status: "indexed", chunk_count: 1 });
    }
  },
  120_000 + PRODUCTS * 1000,
);

afterAll(async () => {
  await service?.kill("SIGTERM");
  model?.stop();
  translator?.stop();
  embedder?.stop();
  ids = [];
});

const runBatch = async (body: object): Promise<Json> => {
  const { id } = await call("POST", "/enrichment/batch", { name: "Real", ...body });
  await call("POST", `/enrichment/batch/${id}/start`);
  return until(`/enrichment/batch/${id}`, ended);
};

test(
  "descriptions and attributes come from data sheets, stop at the budget, are translated and scored, and every cent is in the ledger",
  async () => {
    const types = ["descriptions", "attributes"];
    const stopped = await runBatch({ enrichmentTypes: types, maxBudget: 0.000001 });
    // It is less than the first call is taken to cost.
    expect(stopped).toMatchObject({
      status: "completed",
      stop_reason: "budget_reached",
      processed: 0,
      total_products: PRODUCTS,
    });
    // A product costs some 0.65.
    const enough = { maxBudget: 10 * PRODUCTS, filters: { not_enriched: true }, auto_apply: "always" };
    const rest = await runBatch({ enrichmentTypes: types, ...enough });
    expect(rest).toMatchObject({ status: "completed", stop_reason: null, processed: PRODUCTS, failed: 0 });
    for (const id of ids) {
      const product = await call("GET", `/products/${id}`);
      expect(product.description?.length).toBeGreaterThan(20);
      expect(Object.keys(product.attributes ?? {})).toContain("Hauteur");
    }

    const languages = ["es", "it"];
    const { id } = await call("POST", "/enrichment/translate/batch", { languages, provider: "translator" });
    const path = `/enrichment/translate/batch/${id}`;
    expect(await until(path, ended)).toMatchObject({ status: "completed", done: 2 * PRODUCTS, failed: 0, skipped: 0 });
    const items: Json[] = [];
    // A title and a description of each product in each language.
    for (let page = 1; page <= Math.ceil((4 * PRODUCTS) / 100); page++) {
      items.push(...(await call("GET", `${path}/items?per_page=100&page=${page}`)).items);
    }
    const scores = items.map(({ quality_score: score }: Json) => score);
    expect(scores.length).toBe(4 * PRODUCTS);
    expect(scores).toEqual(scores.toSorted((one: number, other: number) => one - other));
    expect(Math.min(...scores)).toBeGreaterThan(0);
    const spanish = await call("GET", `/products/${ids[0]}/content-variants/es`);
    expect(JSON.stringify(spanish)).toContain("Mesa");

    const { inputTokens, outputTokens } = model.state;
    const { input, output } = PRICES.tinyllama;
    const dollars =
      (inputTokens * input + outputTokens * output + translator.state.characters * DEEPL_PER_MILLION) / 1e6;
    await logIn();
    const costs = await call("GET", "/enrichment/web/costs/summary");
    expect(costs.total_cost_usd).toBeCloseTo(dollars, 6);
    expect(stopped.cost_usd + rest.cost_usd).toBeLessThan(dollars);
  },
  7 * PRODUCTS * TEXT_MS,
);

test(
  "a provider that is busy and broken is called three times; the third answer is the model's",
  async () => {
    const before = model.state.calls;
    model.state.faults.push("429", "500");
    const answer = await call("POST", `/enrichment/products/${ids[0]}?types=descriptions&auto_apply=false`);
    expect(answer.descriptions.length).toBeGreaterThan(20);
    expect(model.state.calls - before).toBe(3);
  },
  4 * TEXT_MS,
);

test.each([
  ["hangs", ["hang", "hang", "hang"], 3],
  ["is cut off", ["cut", "cut", "cut"], 3],
  ["is broken JSON", ["broken"], 1],
  ["is in the wrong language", ["english", "english"], 2],
  ["is empty", ["empty", "empty"], 2],
] as const)(
  "an answer that %s is a clear error, and stores nothing",
  async (_, faults, calls) => {
    await configureModel(1);
    const before = model.state.calls;
    const { description } = await call("GET", `/products/${ids[0]}`);
    model.state.faults.push(...faults);
    const answer = await send("POST", `/enrichment/products/${ids[0]}?types=descriptions`);
    expect([answer.status, ((await answer.json()) as Json).error.error_code]).toEqual([
      503,
      "SYSTEM_SERVICE_UNAVAILABLE",
    ]);
    expect(model.state.calls - before).toBe(calls);
    expect((await call("GET", `/products/${ids[0]}`)).description).toBe(description);
  },
  60_000,
);

test("Apertium behind LibreTranslate's protocol, after faults", async () => {
  const setting = { enabled: true, provider: "libretranslate", api_key: KEY, base_url: translator.url };
  await call("PUT", "/settings/translator", setting, "admin");
  const { id: product } = await call("POST", "/products", {
    name: "La maison rouge",
    description: "<p>La <b>maison</b> est grande.</p>",
  });
  const translate = async (languages: string[]) => {
    const request = { languages, provider: "translator", filter: { product_ids: [product] } };
    const { id } = await call("POST", "/enrichment/translate/batch", request);
    return until(`/enrichment/translate/batch/${id}`, ended);
  };
  translator.state.faults.push(429, 503);
  expect(await translate(["es"])).toMatchObject({ status: "completed", done: 1 });
  const spanish = JSON.stringify(await call("GET", `/products/${product}/content-variants/es`));
  expect(spanish).toContain("La casa roja");
  expect(spanish).toContain("<b>casa</b>");
  translator.state.faults.push(456);
  expect(await translate(["it"])).toMatchObject({ failed: 1 });
}, 60_000);
