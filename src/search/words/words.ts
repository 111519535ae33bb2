import { nameKey } from "../../text/name-key.ts";
import { replaceTags } from "../../text/without-tags.ts";
import { cutWords, WORD_LENGTH_MAX } from "./cut-words.ts";
import { withMeasures } from "./measure-words.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const NOT_IN_CODES = /[^\p{L}\p{N}]+/gu;
const DIGITS = /^\d+$/;
/** Of a longer text only the beginning is searched. */
const TEXT_LENGTH_MAX = 20_000;

/** The words of a text as they are compared: lower case, without accents and marks, numbers separate from their units. */
export function wordsOf(text: string): string[] {
  const searched = text.length > TEXT_LENGTH_MAX ? text.slice(0, TEXT_LENGTH_MAX) : text;
  return withMeasures(cutWords(searched) ?? wordsOfAnyKey(nameKey(searched)));
}

/** The words of a name in the form that names are compared in. */
export const wordsOfKey = (key: string): string[] => withMeasures(cutWords(key) ?? wordsOfAnyKey(key));

const wordsOfAnyKey = (key: string): string[] =>
  Array.from(key.matchAll(WORD), ([word]) => (word.length > WORD_LENGTH_MAX ? word.slice(0, WORD_LENGTH_MAX) : word));

/** The words of a text that may hold HTML. */
export const wordsOfHtml = (html: string): string[] => wordsOf(replaceTags(html, " "));

/** An EAN, reference or SKU as it is compared: letters and digits alone; an EAN also without leading zeros. */
export function codesOf(code: string): string[] {
  const plain = DIGITS.test(code) ? code.slice(0, WORD_LENGTH_MAX) : plainCode(code);
  if (plain === "") return [];
  const short = plain.startsWith("0") && DIGITS.test(plain) ? plain.replace(/^0+(?=\d)/, "") : plain;
  return short === plain ? [plain] : [plain, short];
}

const plainCode = (code: string) => nameKey(code).replace(NOT_IN_CODES, "").slice(0, WORD_LENGTH_MAX);
