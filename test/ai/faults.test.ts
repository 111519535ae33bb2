import { expect, test } from "bun:test";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { untilAnswered } from "../../src/ai/provider/call-provider.ts";
import { completeChat } from "../../src/ai/provider/complete-chat.ts";
import { callTranslator } from "../../src/ai/translation/call-translator.ts";
import { RECEIVER } from "../outbound/certificates.ts";
import { testOutbound } from "../outbound/names.ts";

type Fault = "429" | "500" | "hang" | "cut" | "broken" | "empty";

/** What each protocol answers when all is well. */
const ANSWERS = {
  openai: (text: string) => ({
    choices: [{ message: { content: text } }],
    usage: { prompt_tokens: 5, completion_tokens: 2 },
  }),
  anthropic: (text: string) => ({ content: [{ type: "text", text }], usage: { input_tokens: 5, output_tokens: 2 } }),
  deepl: (text: string) => ({ translations: [{ text }] }),
  google: (text: string) => ({ data: { translations: [{ translatedText: text }] } }),
  libretranslate: (text: string) => ({ translatedText: [text] }),
};
type Protocol = keyof typeof ANSWERS;

/** A provider before which a proxy stands that answers so at first. */
async function openFaulty(protocol: Protocol, faults: Fault[]) {
  let requests = 0;
  const server = https.createServer(RECEIVER, (request, response) => {
    requests++;
    const fault = faults.shift();
    const good = JSON.stringify(ANSWERS[protocol](fault === "empty" ? "" : "Bonjour"));
    request.resume();
    if (fault === "hang") return;
    if (fault === "429") return response.writeHead(429, { "retry-after": "7" }).end();
    if (fault === "500") return response.writeHead(500).end("<html>Oops</html>");
    response.writeHead(200, { "content-type": "application/json", "content-length": good.length });
    if (fault === "cut") return response.write(good.slice(0, 20), () => request.socket.destroy());
    return response.end(fault === "broken" ? good.replaceAll('"', "'") : good);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It does not keep the process from ending.
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { baseUrl: `https://receiver.test:${port}`, asked: () => requests };
}

/** Asks through the faults; says what came of it, how often it was called, and the pauses. */
async function send(protocol: Protocol, faults: Fault[]) {
  const isModel = protocol === "openai" || protocol === "anthropic";
  const { baseUrl, asked } = await openFaulty(protocol, faults);
  const value = { provider: protocol, base_url: baseUrl, timeout_seconds: faults.includes("hang") ? 0.05 : 10 };
  const ready = { value, secret: "key" };
  const waited: number[] = [];
  const options = { wait: (ms: number) => Promise.resolve(waited.push(ms)) };
  const messages = [{ role: "user" as const, content: "Bonjour" }];
  const outcome = await untilAnswered<{ text: string } | { texts: string[] }>(
    () =>
      isModel
        ? completeChat(testOutbound(), ready, { provider: protocol, model: "m", messages })
        : callTranslator(testOutbound(), ready, { texts: ["Bonjour"], source: "fr", target: "es" }),
    options,
  );
  const said = "failure" in outcome ? outcome.failure.kind : "texts" in outcome ? outcome.texts[0] : outcome.text;
  return [said, asked(), waited];
}

const BOTH: Protocol[] = ["openai", "anthropic"];
const ALL = Object.keys(ANSWERS) as Protocol[]; // Object.keys forgets them

test.each(ALL)("S32.7 %s: 429 with Retry-After, then 500, then its answer", async (protocol) => {
  expect(await send(protocol, ["429", "500"])).toEqual(["Bonjour", 3, [7000, 2000]]);
});

test.each(ALL)("S32.7 %s: an answer that is cut off is requested again, three times at most", async (protocol) => {
  expect(await send(protocol, ["cut"])).toEqual(["Bonjour", 2, [1000]]);
  expect(await send(protocol, ["cut", "cut", "cut"])).toEqual(["busy", 3, [1000, 2000]]);
});

test.each(ALL)("%s: broken JSON is a failure at once: it is paid for", async (protocol) => {
  expect(await send(protocol, ["broken"])).toEqual([
    protocol === "openai" || protocol === "anthropic" ? "unusable" : "rejected",
    1,
    [],
  ]);
});

test.each(BOTH)("S32.7 %s: one that hangs is called three times", async (protocol) => {
  // On a busy machine a connection alone may take longer than it is waited for.
  expect(await send(protocol, ["hang", "hang", "hang"])).toEqual(["busy", expect.any(Number), [1000, 2000]]);
});

test.each(ALL)("%s: an empty answer is passed on as it is", async (protocol) => {
  expect(await send(protocol, ["empty"])).toEqual(["", 1, []]);
});
