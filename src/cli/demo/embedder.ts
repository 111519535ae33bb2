import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { serveOnLoopback } from "./loopback.ts";

/** Enough that the words of a small catalog seldom share a place. */
export const DIMENSIONS = 512;
/** Shorter ones are mostly articles and units. */
const WORD_LENGTH_MIN = 4;
/** "couteau" and "couteaux" are one word. */
const STEM_LENGTH = 6;

/** How often each word of a text occurs, at the place that its hash says: no meaning is in it, only shared words. */
function vectorOf(text: string): number[] {
  const vector: number[] = Array.from({ length: DIMENSIONS }, () => 0);
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  for (const word of plain.match(/\p{L}+/gu) ?? []) {
    if (word.length < WORD_LENGTH_MIN) continue;
    const place = createHash("sha256").update(word.slice(0, STEM_LENGTH)).digest().readUInt32BE(0) % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  // A text without words has a direction of its own: nothing is like it.
  if (!vector.some((count) => count > 0)) vector[0] = 1;
  return vector;
}

async function readInput(request: IncomingMessage): Promise<string[]> {
  const chunks = await Array.fromAsync(request as AsyncIterable<Uint8Array>);
  const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string | string[] };
  return [input].flat();
}

/**
 * Starts a server of OpenAI's protocol for embeddings on loopback, so that the demo needs no internet. Returns its base
 * URL. It ends with the process. Source: https://platform.openai.com/docs/api-reference/embeddings/create
 */
export async function startEmbedder(): Promise<string> {
  const url = await serveOnLoopback((request, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.method !== "POST" || request.url !== "/v1/embeddings") {
      reply(404, { error: { message: "There is only POST /v1/embeddings" } });
      return;
    }
    readInput(request)
      .then((texts) => texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })))
      .then((data) => reply(200, { object: "list", data, model: "shared-words" }))
      .catch((error: unknown) => reply(400, { error: { message: String(error) } }));
  });
  return `${url}/v1`;
}
