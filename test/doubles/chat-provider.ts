import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { RECEIVER } from "../outbound/certificates.ts";

/** What a model says, a status with which the provider refuses, or the raw answer. */
export type Said = string | number | { raw: string };

/** What each answer is counted as. */
const USAGE = { prompt_tokens: 1000, completion_tokens: 100 };

interface Received {
  path: string;
  authorization: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
}

/**
 * A provider of chats on this machine, in the form of OpenAI's API, over TLS; `isPlain`: without it, for a service of its own
 * process. It answers each request by `say`.
 */
export async function openChatProvider({ isPlain = false } = {}) {
  const requests: Received[] = [];
  let say: (body: string) => Said | Promise<Said> = () => 500;
  const listen: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const { url: path = "", headers } = request;
      requests.push({ path, authorization: headers.authorization, headers, body: JSON.parse(text) });
      const said = await say(text);
      // No one waits for a test.
      if (typeof said === "number") return response.writeHead(said, { "retry-after": "0" }).end();
      const answer = { choices: [{ message: { role: "assistant", content: said } }], usage: USAGE };
      const body = typeof said === "object" ? said.raw : JSON.stringify(answer);
      return response.writeHead(200, { "content-type": "application/json" }).end(body);
    });
  };
  const server = isPlain ? http.createServer(listen) : https.createServer(RECEIVER, listen);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It does not keep the process from ending.
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    baseUrl: isPlain ? `http://127.0.0.1:${port}/v1` : `https://receiver.test:${port}/v1`,
    asked: requests,
    /** What the messages of the last request say. */
    told: () => JSON.stringify(requests.at(-1)?.body["messages"] ?? null),
    /** From now on it answers so. */
    says: (answer: typeof say) => {
      say = answer;
    },
  };
}

/** The setting that leads to such a provider. */
export const providerSetting = (baseUrl: string, more: object = {}) => ({
  enabled: true,
  provider: "openai_compatible",
  model: "test-model",
  base_url: baseUrl,
  api_key: "sk-0123456789",
  prices: { "test-model": { input: 1, output: 2 }, small: { input: 0.1, output: 0.2 } },
  ...more,
});
