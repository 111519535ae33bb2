import type { Language } from "../output/messages.ts";

const LANGUAGES: readonly string[] = ["en", "fr"] satisfies Language[];
const isLanguage = (tag: string): tag is Language => LANGUAGES.includes(tag);

interface Preference {
  language: string;
  quality: number;
}

/** One member of the header: `fr-CA;q=0.8` is French at 0.8. A malformed weight counts as 0. */
function readPreference(member: string): Preference {
  const [range = "", ...parameters] = member.split(";");
  const weight = parameters.map((each) => each.trim().toLowerCase()).find((each) => each.startsWith("q="));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  const language = range.trim().toLowerCase().split("-")[0] ?? "";
  return { language, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/**
 * Picks the language of messages: the best of French and English by weight, the first named on a tie, `fallback` when
 * the caller names neither.
 * Source: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function negotiateLanguage(header: string | null, fallback: Language): Language {
  if (header === null) return fallback;
  let best: { language: Language; quality: number } | undefined;
  for (const { language, quality } of header.slice(0, 500).split(",").map(readPreference)) {
    if (isLanguage(language) && quality > (best?.quality ?? 0)) best = { language, quality };
  }
  return best?.language ?? fallback;
}
