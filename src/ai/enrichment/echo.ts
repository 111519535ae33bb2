import type { ResolvedPrompt } from "../prompts/resolve-prompt.ts";

/** What stands around data in a request: in no text that is for readers. */
const MARK = /<\/?data\b/i;
/** As many words of the rules one after the other are no chance. */
const WORDS = 8;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Whether an answer repeats what it was given, as small models do: the data with their marks, or the program's own rules. A
 * tenant's prompt may ask for sentences of its own.
 */
export function isEcho(text: string, { origin, system }: Pick<ResolvedPrompt, "origin" | "system">): boolean {
  if (MARK.test(text)) return true;
  if (origin === "custom") return false;
  const rules = ` ${wordsOf(system).join(" ")} `;
  const said = wordsOf(text);
  return said.some((_, at) => at + WORDS <= said.length && rules.includes(` ${said.slice(at, at + WORDS).join(" ")} `));
}
