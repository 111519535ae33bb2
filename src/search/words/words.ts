import { nameKey } from "../../text/name-key.ts";
import { replaceTags } from "../../text/plain-text.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const NOT_IN_CODES = /[^\p{L}\p{N}]+/gu;
const DIGITS = /^\d+$/;
/** Of a longer text only the beginning is searched. */
const TEXT_LENGTH_MAX = 20_000;

/** Of a longer word only the beginning is looked for. */
const WORD_LENGTH_MAX = 40;
/** Signs from this code on are left to others. */
const SIGNS = 0x2100;

/** What a sign is in a word, besides the code of its letter or digit. */
const BREAK = 0;
const NOT_LOOKED_AT = 1;
/** A mark, or what is compared as something else than one letter or digit of ASCII. */
const OTHER = 2;

const letters = new Uint8Array(SIGNS).fill(NOT_LOOKED_AT);

function letterOf(code: number): number {
  const sign = String.fromCharCode(code);
  const key = nameKey(sign);
  if (/^[a-z0-9]$/.test(key)) return key.charCodeAt(0);
  const isBreak = key === "" ? /\s/.test(sign) : !/[\p{L}\p{N}]/u.test(key);
  return isBreak ? BREAK : OTHER;
}

const CACHED_MAX = 2 ** 14;
// Texts of products are made of the same words. The words that were cut last are cached, each at a place made of its
// letters: otherwise a new string for each would have to be made, hashed and collected.
const cached = new Array<string>(CACHED_MAX).fill("");
const word = new Uint8Array(WORD_LENGTH_MAX);

function isWord(known: string, length: number): boolean {
  if (known.length !== length) return false;
  for (let at = 0; at < length; at++) if (known.charCodeAt(at) !== word[at]) return false;
  return true;
}

function cachedWord(hash: number, length: number): string {
  const place = (hash ^ (hash >>> 15)) & (CACHED_MAX - 1);
  const known = cached[place] ?? "";
  if (isWord(known, length)) return known;
  const made = String.fromCharCode(...word.subarray(0, length));
  cached[place] = made;
  return made;
}

/** What a sign of a text is in a word. */
function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const letter = letters[code] ?? OTHER;
  if (letter !== NOT_LOOKED_AT) return letter;
  letters[code] = letterOf(code);
  return letters[code];
}

/**
 * Cuts a text into words as they are compared: lower case, without accents and marks. `undefined` when it has signs that are
 * not compared as one of ASCII.
 */
function cutWords(text: string): string[] | undefined {
  const words: string[] = [];
  let length = 0;
  let hash = 0;
  for (let at = 0; at <= text.length; at++) {
    const letter = at < text.length ? letterAt(text, at) : BREAK;
    if (letter === OTHER) return undefined;
    if (letter === BREAK) {
      if (length > 0) words.push(cachedWord(hash, length));
      length = 0;
      hash = 0;
    } else if (length < WORD_LENGTH_MAX) {
      word[length++] = letter;
      hash = Math.imul(hash ^ letter, 0x01000193);
    }
  }
  return words;
}

/** What follows a number, in the form that words are compared in. */
const UNITS = [
  // Weight and volume.
  ..."ug μg mcg mg g gr kg t lb lbs oz ul μl ml cl dl l hl cc gal".split(" "),
  // Length, area, space.
  ..."nm um μm mm cm dm m km in inch ft mm2 cm2 dm2 m2 cm3 dm3 m3".split(" "),
  // Electricity, light, sound, data, frequency.
  ..."mv v kv ma a ah mah mw w kw kwp wh kwh va kva lm lx cd db kb mb gb tb hz khz mhz ghz dpi".split(" "),
  // Time, pressure, energy, doses.
  ..."ms min h bar mbar pa hpa kpa mpa psi nm j kj kcal cal ui iu mol mmol meq ppm rpm".split(" "),
  // Pieces.
  ..."x pc pcs pce pz szt st stk".split(" "),
  // The same in Cyrillic.
  ..."мкг мг г кг мл л мм см м шт вт в".split(" "),
];
const MEASURE = new RegExp(`^((?:\\d{1,7}x)*\\d{1,7})(${[...new Set(UNITS)].join("|")})?$`);

const FIRST = "0".charCodeAt(0);
const LAST = "9".charCodeAt(0);

/** Whether a word may have parts: it begins with a digit and has something else. */
function isMixed(word: string): boolean {
  const first = word.charCodeAt(0);
  if (first < FIRST || first > LAST) return false;
  for (let at = 1; at < word.length; at++) {
    const code = word.charCodeAt(at);
    if (code < FIRST || code > LAST) return true;
  }
  return false;
}

/** The parts of a word that is a measure: `500mg` and `500 mg` are the same, as are `6x33cl` and `6 x 33 cl`. */
export function partsOfMeasure(word: string): string[] {
  const measure = isMixed(word) ? MEASURE.exec(word) : null;
  if (!measure) return [word];
  const [, numbers = "", unit] = measure;
  const parts = numbers.split(/(x)/);
  return unit === undefined ? parts : [...parts, unit];
}

/** Words with their measures in parts. */
const withMeasures = (words: string[]): string[] => (words.some(isMixed) ? words.flatMap(partsOfMeasure) : words);

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
