import { json } from "node:stream/consumers";
import { answer, type Client, pick, say } from "./client.ts";
import { serveOnLoopback } from "./loopback.ts";

const MODEL = "canned-answers";
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

/** Has texts of a product made, looks at them, takes them over, and shows what they have cost. */
export async function enrich(client: Client, { admin, baseUrl, productId }: EnrichStart): Promise<void> {
  say(
    `   There is no AI here either: the demo has a small server that knows two answers by heart. With a key of OpenAI,`,
  );
  say(`   Anthropic, Mistral or Gemini, or a model of your own, the same calls make real texts.`);
  const provider = { enabled: true, provider: "openai_compatible", model: MODEL, base_url: baseUrl, prices: PRICES };
  await admin.call("PUT", "/settings/ai-provider", provider);
  const path = `/enrichment/products/${productId}`;
  const made = await answer(await client.call("POST", `${path}?types=descriptions,seo&auto_apply=false`));
  say(`     ${pick(made, "descriptions")}`);
  await client.call("POST", `${path}/apply`);
  const product = await answer(await client.call("GET", `/products/${productId}`));
  say(`     ${pick(product, "title", "seo_title")}`);
  const costs = await answer(await client.call("GET", "/enrichment/web/costs/summary"));
  say(`     ${pick(costs, "total_cost_usd")}`);
}

interface EnrichStart {
  /** Settings are for people. */
  admin: Client;
  baseUrl: string;
  productId: string;
}
