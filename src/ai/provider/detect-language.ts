import { replaceTags } from "../../text/plain-text.ts";

/** Fewer words than this do not show a language. */
const WORDS_MIN = 6;
/** How much nearer a text must be to another language: relatives share most of their words. */
const LEAD_MIN = 0.1;
const LOOKED_AT_MAX = 5000;

/** Whether a text is, beyond doubt, in another language than this (ISO 639-1). A text that is short or mixed is not. */
export async function isOtherLanguage(html: string, language: string): Promise<boolean> {
  const text = replaceTags(html.slice(0, LOOKED_AT_MAX), " ");
  if ((text.match(/\p{L}{2,}/gu)?.length ?? 0) < WORDS_MIN) return false;
  // Half a megabyte of word parts: only the threads that need them hold them.
  const { default: eld } = await import("eld/extrasmall");
  const found = eld.detect(text);
  if (found.language === "" || found.language === language || !found.isReliable()) return false;
  const scores = found.getScores();
  return (scores[found.language] ?? 0) - (scores[language] ?? 0) > LEAD_MIN;
}
