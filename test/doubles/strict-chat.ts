import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { RECEIVER } from "../outbound/certificates.ts";
import { faultsOf } from "./published-requests.ts";

type Kind = "openai" | "mistral" | "gemini";
type Body = Record<string, unknown>;

const KEY = "Bearer the-key";
/** How each refuses a key. */
const WRONG_KEY: Record<Kind, [status: number, body: unknown]> = {
  openai: [
    401,
    { error: { message: "Incorrect API key provided", type: "invalid_request_error", code: "invalid_api_key" } },
  ],
  mistral: [401, { detail: "Unauthorized" }],
  gemini: [
    400,
    [
      {
        error: {
          code: 400,
          message: "API key not valid. Please pass a valid API key.",
          status: "INVALID_ARGUMENT",
          details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }],
        },
      },
    ],
  ],
};

const USAGE = { prompt_tokens: 900, completion_tokens: 120 };

/** How each answers. */
function answerOf(kind: Kind) {
  const thought = { type: "thinking", thinking: [{ type: "text", text: "Not for readers." }] };
  const content = kind === "mistral" ? [thought, { type: "text", text: "Bonjour" }] : "Bonjour";
  const total = kind === "gemini" ? 1420 : 1020;
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  return { id: "1", object: "chat.completion", choices, usage: { ...USAGE, total_tokens: total } };
}

/** How each refuses a request, for all that is wrong with it. */
function refusalOf(kind: Kind, body: Body): [status: number, body: unknown] | undefined {
  const faults = faultsOf(kind, body);
  const [first] = faults;
  if (!first) return undefined;
  const detail = faults.map(({ param, message }) => ({ loc: ["body", param], msg: message }));
  if (kind === "mistral") return [422, { object: "error", message: { detail } }];
  const message = faults.map(({ param, message: why }) => `${param}: ${why}`).join("; ");
  return [400, { error: { code: "unsupported_parameter", param: first.param, message } }];
}

/**
 * A provider on this machine that speaks OpenAI's protocol as one of three does: it refuses what the real one refuses, and
 * answers and counts like it. Sources: platform.openai.com/docs/api-reference/chat, docs.mistral.ai/api,
 * ai.google.dev/gemini-api/docs/openai
 */
export async function openStrictChat(kind: Kind, { isPlain = false } = {}) {
  let requests = 0;
  const listen: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests++;
      const isKnown = request.headers.authorization === KEY;
      const body: Body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const refused = isKnown ? refusalOf(kind, body) : WRONG_KEY[kind];
      const [status, answer] = refused ?? [200, answerOf(kind)];
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  };
  const server = isPlain ? http.createServer(listen) : https.createServer(RECEIVER, listen);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    port,
    baseUrl: `https://receiver.test:${port}/v1`,
    asked: () => requests,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
