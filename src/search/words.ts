import { nameKey } from "../text/name-key.ts";

const WORD = /[\p{L}\p{N}]+/gu;
// The same where there are no other signs, three times as fast.
const PLAIN_WORD = /[a-z0-9]+/g;
const PLAIN = /^[\0-\x7f]*$/;
const NOT_IN_CODES = /[^\p{L}\p{N}]+/gu;
const TAG = /<[^>]*>/g;
/** Longer ones are no words; of a longer text only the beginning is searched. */
const WORD_LENGTH_MAX = 40;
const TEXT_LENGTH_MAX = 20_000;

/** The words of a text as they are compared: lower case, without accents and marks. */
export const wordsOf = (text: string): string[] => wordsOfKey(nameKey(text.slice(0, TEXT_LENGTH_MAX)));

/** The words of a name in the form that names are compared in. */
export function wordsOfKey(key: string): string[] {
  const words: string[] = key.match(PLAIN.test(key) ? PLAIN_WORD : WORD) ?? [];
  return words.some(isLong) ? words.map((word) => word.slice(0, WORD_LENGTH_MAX)) : words;
}

const isLong = (word: string): boolean => word.length > WORD_LENGTH_MAX;

/** The words of a text that may hold HTML. */
export const wordsOfHtml = (html: string): string[] => wordsOf(html.includes("<") ? html.replace(TAG, " ") : html);

/** An EAN, reference or SKU as it is compared: letters and digits alone; an EAN also without leading zeros. */
export function codesOf(code: string): string[] {
  const plain = nameKey(code).replace(NOT_IN_CODES, "").slice(0, WORD_LENGTH_MAX);
  if (plain === "") return [];
  const short = /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, "") : plain;
  return short === plain ? [plain] : [plain, short];
}
