import type { EmbeddingSettings } from "./embedding-settings.ts";

const TIMEOUT_MS = 60_000;

/** The embedding server did not give what was asked for. */
class EmbeddingFailed extends Error {
  override readonly name = "EmbeddingFailed";
}

interface EmbeddingAnswer {
  data?: { index?: number; embedding?: unknown }[];
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "number" && Number.isFinite(each));

/**
 * Makes a vector of each text, in their order, by an OpenAI-compatible server. Throws `EmbeddingFailed`.
 * Source: https://platform.openai.com/docs/api-reference/embeddings/create
 */
export async function embedTexts(
  { baseUrl, model, dimensions, apiKey }: EmbeddingSettings,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<number[][]> {
  const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/embeddings`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model, input: texts, encoding_format: "float", ...(dimensions !== null && { dimensions }) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!response.ok) throw new EmbeddingFailed(`The embedding server answered ${response.status}`);
  // Checked below, piece by piece.
  const { data = [] } = (await response.json()) as EmbeddingAnswer;
  const vectors = data
    .toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))
    .map(({ embedding }) => embedding);
  const lengths = new Set(vectors.map((vector) => (isVector(vector) ? vector.length : 0)));
  if (vectors.length !== texts.length || lengths.size > 1 || !vectors.every(isVector)) {
    throw new EmbeddingFailed("The embedding server answered other vectors than were asked for");
  }
  return vectors;
}
