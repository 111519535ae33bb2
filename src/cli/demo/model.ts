import { json } from "node:stream/consumers";
import { answer, type Client, type Json, pick, say } from "./client.ts";
import type { LocalModel } from "./local-model.ts";
import { serveOnLoopback } from "./loopback.ts";

interface Cited {
  kind: string;
  label?: string;
  value?: string;
  title?: string;
}

/** What a sentence is taken from, as somebody reads it. */
const sourceOf = ({ kind, label, value, title }: Cited) => (kind === "fact" ? `${label}: ${value}` : `${title}`);

/** Shows each sentence of a description with what it is taken from, and what no source says. */
function sayGrounded(made: Json): void {
  // Documented as such.
  const { descriptions } = made["ai_metadata"] as Record<string, { grounding?: Record<string, unknown> }>;
  const grounding = descriptions?.grounding?.["description"] as
    | { confidence: number; sentences: { text: string; sources: Cited[] }[]; flags: { kind: string; text: string }[] }
    | undefined;
  if (!grounding) return;
  say("   Each sentence, and what of the catalog it is taken from:");
  for (const { text, sources } of grounding.sentences) {
    const from = sources.map(sourceOf).join("; ");
    say(`     "${text}" ← ${from || "no source"}`);
  }
  const flags = grounding.flags.map(({ kind, text }) => `${kind} ${text}`).join(", ");
  const flagged = flags ? `; no source says: ${flags}` : "";
  say(`     confidence ${grounding.confidence}${flagged}. What is below 0.6 is not stored by itself.`);
}

const MODEL = "canned-answers";
const NO_MODEL = [
  "There is no AI here either: the demo has a small server that knows two answers by heart. To see a model write, start the",
  'demo beside Ollama ("ollama run llama3.2") or LM Studio, or name any server of OpenAI\'s protocol:',
  "catalogd demo --model http://127.0.0.1:8080/v1. With a key of OpenAI, Anthropic, Mistral or Gemini the calls are the same.",
];
/** A model on a processor alone is slow, and a small one may go on and on. */
const LOCAL_SECONDS = 300;
const LOCAL_TOKENS = 600;
/** What a provider would ask for a million tokens, in US dollars. */
const PRICES = { [MODEL]: { input: 1, output: 4 } };
const USAGE = { prompt_tokens: 900, completion_tokens: 120 };

const DESCRIPTION =
  "<p>A chef's knife for every day: the long blade chops herbs, slices meat and cuts vegetables with the same ease, and " +
  "the handle stays firm in the hand.</p>";
const SEO = {
  seo_title: "Chef's knife for every kitchen",
  seo_meta_description: "A chef's knife with a long, sharp blade and a firm handle, for herbs, meat and vegetables.",
};

/** The prompts differ in the answer they ask for. */
function answerTo({ messages }: { messages: { content: string }[] }): string {
  const prompt = messages.map(({ content }) => content).join("\n");
  return prompt.includes("seo_title") ? JSON.stringify(SEO) : DESCRIPTION;
}

/**
 * Starts a server of OpenAI's protocol for chats on loopback that knows two answers by heart. Returns its base URL.
 * Source: https://platform.openai.com/docs/api-reference/chat/create
 */
export async function startModel(): Promise<string> {
  const url = await serveOnLoopback(async (request, response) => {
    const content = answerTo((await json(request)) as Parameters<typeof answerTo>[0]); // our own service asks
    const body = { model: MODEL, choices: [{ message: { role: "assistant", content } }], usage: USAGE };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return `${url}/v1`;
}

/** Connects the demo's own server of answers. */
async function useCanned({ admin, baseUrl, local }: EnrichStart): Promise<void> {
  if (local) say("   So the demo's own small server answers, which knows two texts by heart.");
  else for (const line of NO_MODEL) say(`   ${line}`);
  const provider = { enabled: true, provider: "openai_compatible", model: MODEL, base_url: baseUrl, prices: PRICES };
  await admin.call("PUT", "/settings/ai-provider", provider);
}

/** Shows whether a text was stored by itself, or waits. */
async function sayWaiting(client: Client, made: Json, productId: string): Promise<void> {
  if (made["applied"] === true) return say("     It was sure enough: it is stored.");
  const path = `/enrichment/review?product_id=${productId}`;
  const { total } = await answer(await client.call("GET", path));
  say(
    `     ${total} waits for somebody: POST /api/v1/enrichment/review/{id}/accept, with a "value" to edit it, or …/reject.`,
  );
}

/** Lets the model of this machine write a description, and shows what of it is from where. Answers whether it did. */
async function writeLocally(client: Client, { admin, productId }: EnrichStart, local: LocalModel): Promise<boolean> {
  const { model, baseUrl: base_url } = local;
  say(`   ${model} at ${base_url} writes this one; without a graphics card that takes a minute or some.`);
  const limits = { timeout_seconds: LOCAL_SECONDS, max_output_tokens: LOCAL_TOKENS, concurrency: 1 };
  const provider = { enabled: true, provider: "openai_compatible", model, base_url, ...limits };
  await admin.call("PUT", "/settings/ai-provider", provider);
  const path = `/enrichment/products/${productId}?types=descriptions&overwrite=true`;
  try {
    const made = await answer(await client.call("POST", path));
    say(`     ${pick(made, "descriptions")}`);
    sayGrounded(made);
    await sayWaiting(client, made, productId);
    return true;
  } catch (error) {
    const said = /"reason":"([^"]*)"/.exec(error instanceof Error ? error.message : "")?.[1] ?? String(error);
    say(`   It made nothing that can be used: ${said}.`);
    return false;
  }
}

/**
 * Has texts of a product made, looks at them, takes them over, and shows what they have cost: by the model of this machine,
 * and by answers known by heart where there is none or it made nothing.
 */
export async function enrich(client: Client, start: EnrichStart): Promise<void> {
  const { local, productId } = start;
  const path = `/enrichment/products/${productId}`;
  const isReal = local !== undefined && (await writeLocally(client, start, local));
  if (!isReal) {
    await useCanned(start);
    const made = await answer(await client.call("POST", `${path}?types=descriptions,seo&auto_apply=false`));
    say(`     ${pick(made, "descriptions")}`);
    sayGrounded(made);
    await client.call("POST", `${path}/apply`);
  }
  const product = await answer(await client.call("GET", `/products/${productId}`));
  say(`     ${pick(product, "title", isReal ? "description" : "seo_title")}`);
  const costs = await answer(await client.call("GET", "/enrichment/web/costs/summary"));
  say(`     ${pick(costs, "total_cost_usd")}`);
}

interface EnrichStart {
  /** Settings are for people. */
  admin: Client;
  baseUrl: string;
  /** The model that runs on this machine, or is named. */
  local: LocalModel | undefined;
  productId: string;
}
