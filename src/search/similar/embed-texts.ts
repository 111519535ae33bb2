import { createHash } from "node:crypto";
import type { ProductSource } from "../../../search/product-sources.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import { replaceTags } from "../../text/plain-text.ts";
import type { EmbeddingSettings } from "./embedding-settings.ts";

const TIMEOUT_MS = 60_000;
/** 64 vectors of 4,096 numbers are about 5 MiB. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

/** The embedding server did not return the expected result. */
class EmbeddingFailed extends Error {
  override readonly name = "EmbeddingFailed";
}

interface EmbeddingAnswer {
  data?: { index?: number; embedding?: unknown }[];
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "number" && Number.isFinite(each));

/** The answer as JSON; what is in it is checked piece by piece. */
function parse(body: string): EmbeddingAnswer {
  try {
    return JSON.parse(body) as EmbeddingAnswer;
  } catch {
    throw new EmbeddingFailed("The embedding server answered no JSON");
  }
}

/**
 * Makes a vector of each text, in their order, by an OpenAI-compatible server. Throws `EmbeddingFailed` and
 * `OutboundError`. Source: https://platform.openai.com/docs/api-reference/embeddings/create
 */
export async function embedTexts(
  outbound: Pick<Outbound, "request">,
  { baseUrl, model, dimensions, apiKey }: EmbeddingSettings,
  texts: readonly string[],
  timeoutMs: number = TIMEOUT_MS,
): Promise<number[][]> {
  const { status, body } = await outbound.request(`${baseUrl.replace(/\/+$/, "")}/embeddings`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model, input: texts, encoding_format: "float", ...(dimensions !== null && { dimensions }) }),
    schemes: ["https:", "http:"],
    timeoutMs,
    bytesMax: ANSWER_BYTES_MAX,
  });
  if (status !== 200) throw new EmbeddingFailed(`The embedding server answered ${status}`);
  const { data = [] } = parse(body.toString());
  const vectors = data
    .toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))
    .map(({ embedding }) => embedding);
  const lengths = new Set(vectors.map((vector) => (isVector(vector) ? vector.length : 0)));
  if (vectors.length !== texts.length || lengths.size > 1 || !vectors.every(isVector)) {
    throw new EmbeddingFailed("The embedding server answered other vectors than were asked for");
  }
  return vectors;
}

const TEXT_LENGTH_MAX = 4_000;

/** The text that a product's vector is made of, and its hash. */
export function embeddedText({ title, brandName, categoryPath, shortDescription, description }: ProductSource) {
  const whole = [title, brandName, categoryPath, shortDescription, description]
    .filter((each) => each !== null && each !== "")
    .join("\n");
  const text = replaceTags(whole, " ").slice(0, TEXT_LENGTH_MAX);
  return { text, textHash: createHash("sha256").update(text).digest("hex") };
}
