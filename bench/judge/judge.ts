import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { startModel } from "../../test/runtimes/models/model-proxy.ts";
import { newApiKey, startService } from "../../test/servers/service.ts";
import { openClient } from "../client.ts";
import { ENV } from "../place.ts";
import { putSetting } from "../put-setting.ts";
import { judgeText, summarise, type Verdict } from "./judge-text.ts";
import { judgeVectors } from "./judge-vectors.ts";
import { KEPT_PRODUCTS, type KeptProduct } from "./kept-products.ts";

/**
 * `npm run judge -- --provider openai_compatible --url … --model …`: has a model describe forty kept products in a service of its
 * own, by the built-in prompts, and holds each text against all that is known of its product. `--key` is that of the provider,
 * `--products 10` takes the first ten, `--timeout` is in seconds a text, `--json FILE` writes every text with its verdict.
 * `--with tinyllama` takes the small model that `npm run models` installs in the place of a provider, and `--minutes 60` stops
 * after the text that is being made then; `--with minilm` judges the small model of vectors.
 */
const { values: options } = parseArgs({
  args: argv.slice(2),
  options: {
    provider: { type: "string", default: "openai_compatible" },
    url: { type: "string" },
    model: { type: "string" },
    key: { type: "string" },
    products: { type: "string", default: String(KEPT_PRODUCTS.length) },
    timeout: { type: "string", default: "60" },
    minutes: { type: "string", default: "1440" },
    with: { type: "string" },
    json: { type: "string" },
  },
});
if (options.with === "minilm") {
  await judgeVectors();
  exit();
}
if (options.with !== undefined && options.with !== "tinyllama") throw new Error("Here run: --with tinyllama, minilm");
const local = options.with === "tinyllama" ? await startModel("whole") : undefined;
const modelName = options.with ?? options.model;
if (modelName === undefined) throw new Error("Say which model: --model NAME, or --with tinyllama");
const baseUrl = local?.url ?? options.url;
const POLL_MS = 100;
const MINUTE_MS = 60_000;
const LOCAL_TOKENS_MAX = 300;
const LANGUAGE = "fr";
const NAMING = new Set(["title", "brand", "category", "ean", "sku"]);

const folder = mkdtempSync(join(tmpdir(), "catalogd-judge-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const host = baseUrl === undefined ? "" : new URL(baseUrl).hostname;
const service = await startService({ folder, env: { ...ENV, CATALOGD_OUTBOUND_ALLOW: host } });
const key = await newApiKey(service.url);
const { call } = openClient(service.url, key);

async function setProvider(): Promise<void> {
  const { provider, key: api_key } = options;
  const timeout_seconds = Number(options.timeout);
  await putSetting(service.url, "/settings/ai-provider", {
    enabled: true,
    provider,
    model: modelName,
    base_url: baseUrl,
    api_key,
    timeout_seconds,
    // A small model goes on until its tokens are used up.
    ...(local && { max_output_tokens: LOCAL_TOKENS_MAX, temperature: 0 }),
  });
}

const ids = new Map<string, string>();
/** The brand or category of this name, once. */
async function named(path: "/brands" | "/categories", name: string): Promise<string> {
  const known = ids.get(path + name) ?? String((await call("POST", path, { name })).id);
  ids.set(path + name, known);
  return known;
}

async function addProduct({ title, brand, category, fields, attributes, sheet }: KeptProduct): Promise<string> {
  const places = { brand_id: await named("/brands", brand), category_id: await named("/categories", category) };
  const { id } = await call("POST", "/products", { title, attributes, ...fields, ...places });
  if (sheet.length === 0) return id;
  const form = new FormData();
  form.set("file", new File([[title, ...sheet].join("\n")], "fiche.txt", { type: "text/plain" }));
  form.set("product_id", id);
  await call("POST", "/enrichment/documents", form as object);
  const isRead = async () =>
    (await call("GET", `/enrichment/documents?product_id=${id}`)).items[0].status === "indexed";
  while (!(await isRead())) await Bun.sleep(POLL_MS);
  return id;
}

interface Judged {
  title: string;
  text: string | null;
  error: string | null;
  verdict: Verdict | null;
  seconds: number;
}

/** Has a product described, and judges the text; nothing is stored. */
async function judge(product: KeptProduct): Promise<Judged> {
  const id = await addProduct(product);
  const path = `/enrichment/products/${id}`;
  const { facts, length } = await call("GET", `${path}/prompt-preview?types=descriptions`);
  const lines = facts.map((fact: Record<string, string>) => ({ ...fact, line: `${fact["label"]}: ${fact["value"]}` }));
  const isNaming = ({ name }: { name: string }) => NAMING.has(name);
  const given = {
    naming: lines.filter(isNaming).map(({ line }: { line: string }) => line),
    facts: [
      ...lines.filter((each: { name: string }) => !isNaming(each)).map(({ line }: { line: string }) => line),
      ...product.sheet,
    ],
    length,
    language: LANGUAGE,
  };
  const startedAtMs = performance.now();
  const { descriptions: text = null, ...rest } = await call(
    "POST",
    `${path}?types=descriptions&auto_apply=false`,
  ).catch((error: Error) => ({ error: error.message }));
  const seconds = Math.round((performance.now() - startedAtMs) / 100) / 10;
  const verdict = text === null ? null : judgeText(text, given);
  return { title: product.title, text, error: rest.error ?? rest.errors?.descriptions ?? null, verdict, seconds };
}

await setProvider();
const judged: Judged[] = [];
const endsAtMs = performance.now() + Number(options.minutes) * MINUTE_MS;
for (const product of KEPT_PRODUCTS.slice(0, Number(options.products))) {
  if (performance.now() > endsAtMs) break;
  const result = await judge(product);
  judged.push(result);
  const { verdict, error } = result;
  stderr.write(
    `${product.title}: ${verdict ? `${verdict.words} words, ${verdict.invented.join(", ") || "nothing"} invented` : error}\n`,
  );
}
const summary = summarise(judged.map(({ verdict }) => verdict));
const of = (count: number) => `${count} of ${summary.texts}`;
stdout.write(
  [
    `${modelName} (${local ? "here" : options.provider}), load ${loadavg()[0]?.toFixed(1)}`,
    `| texts | without anything invented | invented a text | facts said | words (median) | in the length asked for | in French | seconds a text |`,
    `|--:|--:|--:|--:|--:|--:|--:|--:|`,
    `| ${summary.texts} of ${summary.products} | ${of(summary.clean)} | ${summary.inventedPerText.toFixed(2)} | ${Math.round(summary.coverage * 100)} % | ${summary.medianWords} | ${of(summary.inLength)} | ${of(summary.inLanguage)} | ${(judged.reduce((sum, { seconds }) => sum + seconds, 0) / Math.max(1, judged.length)).toFixed(1)} |`,
    "",
  ].join("\n"),
);
if (options.json) writeFileSync(options.json, `${JSON.stringify({ model: modelName, summary, judged }, null, 2)}\n`);
await service.kill("SIGTERM");
local?.stop();
