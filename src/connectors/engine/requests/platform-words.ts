const SAID = ["message", "error_description", "detail", "errorMessage"] as const;
const LISTS = ["errors", "error"] as const;

/** The sentences of an answer that refuses something, wherever the platform has them. */
function sentencesIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(sentencesIn);
  if (typeof body !== "object" || body === null) return [];
  const fields = new Map<string, unknown>(Object.entries(body));
  const below = LISTS.flatMap((name) => sentencesIn(fields.get(name)));
  if (below.length > 0) return below;
  const own = SAID.map((name) => fields.get(name)).find((text) => typeof text === "string" && text.trim() !== "");
  return typeof own === "string" ? [own.trim()] : [];
}

/** What a platform says in an answer of JSON, as a person reads it; the answer itself where it has no sentence. */
function wordsIn(text: string): string {
  try {
    const sentences = [...new Set(sentencesIn(JSON.parse(text)))];
    return sentences.length === 0 ? text : sentences.join("; ");
  } catch {
    return text;
  }
}

/** A message that ends with what a platform answered, in the platform's words. */
export function inWords(message: string): string {
  const at = message.search(/: [[{]/);
  return at < 0 ? message : message.slice(0, at + 2) + wordsIn(message.slice(at + 2));
}
