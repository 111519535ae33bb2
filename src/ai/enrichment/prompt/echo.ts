import type { ResolvedPrompt } from "../../prompts/resolve-prompt.ts";
import type { Grounds } from "../grounding/ground-text.ts";

/** What stands around data in a request: in no text that is for readers. */
const MARK = /<\/?data\b/i;
/** As many words of the rules one after the other are no chance. */
const WORDS = 8;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const joined = (text: string): string => wordsOf(text).join(" ");

/** Whether a text has nothing but lines of the data, each with its label: `Description: a lamp`. */
function isData(text: string, { facts, written }: Pick<Grounds, "facts" | "written">): boolean {
  const lines = text.split(/<[^>]*>|\n/).map(joined);
  const given = new Set([
    ...facts.map(({ label, value }) => joined(`${label} ${value}`)),
    ...Object.entries(written).map(([name, value]) => joined(`${name} ${value}`)),
  ]);
  return lines.every((line) => line === "" || given.has(line));
}

/**
 * Whether an answer repeats what it was given, as small models do: the data with their marks or labels, or the program's own rules. A
 * tenant's prompt may ask for sentences of its own.
 */
export function isEcho(
  text: string,
  { origin, system }: Pick<ResolvedPrompt, "origin" | "system">,
  given: Pick<Grounds, "facts" | "written">,
): boolean {
  if (MARK.test(text)) return true;
  if (origin === "custom") return false;
  if (isData(text, given)) return true;
  const rules = ` ${wordsOf(system).join(" ")} `;
  const said = wordsOf(text);
  return said.some((_, at) => at + WORDS <= said.length && rules.includes(` ${said.slice(at, at + WORDS).join(" ")} `));
}
