import { json } from "node:stream/consumers";
import { serveOnLoopback } from "../../src/cli/demo/loopback.ts";
import { answerOf } from "../enrichment/given-provider.ts";

const SPANISH = "Una silla de roble macizo para el comedor de su casa, cómoda y sólida.";

/** What a model says that writes French and translates all into the same Spanish. */
function sayTo(requests: { messages: { content: string }[] }): string {
  const source = requests.messages
    .map(({ content }) => /<data>(\{"[\s\S]*?\})<\/data>/.exec(content)?.[1])
    .find(Boolean);
  if (source === undefined) return answerOf(JSON.stringify(requests));
  return JSON.stringify(Object.fromEntries(Object.keys(JSON.parse(source)).map((field) => [field, SPANISH])));
}

/** A model on this machine for the commands of the guide. Returns its base URL. */
export async function startGuideModel(): Promise<string> {
  const url = await serveOnLoopback(async (request, response) => {
    const content = sayTo((await json(request)) as Parameters<typeof sayTo>[0]); // our own service asks
    const usage = { prompt_tokens: 900, completion_tokens: 120 };
    const body = { choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }], usage };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return `${url}/v1`;
}
