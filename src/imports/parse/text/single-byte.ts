import { Buffer } from "node:buffer";
import { decoderOf } from "./code-pages.ts";

/** Letters of a language beyond ASCII, in lower case: those that are frequent, then the rest. */
type Letters = readonly [frequent: string, rare: string];

const WESTERN: readonly Letters[] = [
  ["éèàêç", "âôîûùëïüœÿæ"],
  ["äöüß", "é"],
  ["áéíóñ", "úüç"],
  ["àèéìòù", "î"],
  ["ãçáéíóõê", "âôúàü"],
  ["äöåøæ", "éü"],
  ["ëéïöü", "èêáó"],
];
const CENTRAL: readonly Letters[] = [
  ["ąćęłńóśżź", ""],
  ["áéíýčěřšžů", "ďňóťúäľĺôŕ"],
  ["áéíóöőüű", "ú"],
  ["ăâîşţșț", ""],
  ["čćđšž", ""],
  ["äöüß", "é"],
];
const CYRILLIC: readonly Letters[] = [["оеаинтсрвлкмдпу", "бгёжзйфхцчшщъыьэюяіїєґ"]];
const GREEK: readonly Letters[] = [["αοιετσνρηπκλμυςάέήίόύώ", "βγδζθξφχψωϊϋΐΰ"]];
const TURKISH: readonly Letters[] = [["çğıöşüi̇", "âîû"]];

/** The encodings with one byte a character that files come in, the likeliest first, each with the languages written in it. */
const CANDIDATES: readonly (readonly [string, readonly Letters[]])[] = [
  ["windows-1252", WESTERN],
  ["windows-1250", CENTRAL],
  ["windows-1251", CYRILLIC],
  ["windows-1253", GREEK],
  ["iso-8859-2", CENTRAL],
  ["cp850", WESTERN],
  ["koi8-r", CYRILLIC],
  ["windows-1254", TURKISH],
  ["ibm866", CYRILLIC],
  ["iso-8859-5", CYRILLIC],
];

export interface SingleByteGuess {
  /** A label of the Encoding Standard, or cp850. */
  encoding: string;
  /** 0 to 1. */
  confidence: number;
}

const RUNS_MAX = 1000;
const RUN_BYTES_MAX = 64;
const LINE_FEED = 10;
const HIGH = 0x80;

const isWordByte = (byte: number) =>
  byte >= HIGH || (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || (byte >= 48 && byte <= 57);

/** The different words of a text that have other characters than ASCII's, one on each line. */
function wordsOf(sample: Uint8Array): Uint8Array {
  const words = new Set<string>();
  let start = 0;
  let isHigh = false;
  for (let at = 0; at <= sample.length && words.size < RUNS_MAX; at++) {
    const byte = sample[at] ?? LINE_FEED;
    if (isWordByte(byte)) {
      isHigh ||= byte >= HIGH;
      continue;
    }
    if (isHigh) words.add(Buffer.from(sample.subarray(start, Math.min(at, start + RUN_BYTES_MAX))).toString("latin1"));
    start = at + 1;
    isHigh = false;
  }
  return Buffer.from([...words].join("\n"), "latin1");
}

/** Of each letter, what it says for a language: nothing against it, little, or much for it. */
const weightsOf = ([frequent, rare]: Letters): ReadonlyMap<string, number> =>
  new Map([
    ...[...rare].map((letter) => [letter, 0.5] as const),
    ...[...frequent].map((letter) => [letter, 1] as const),
  ]);

const SIGNS = new Set("€£°®™©«»“”„‘’‚–—…²³½¼¾µμ×±§•·¿¡ªº\u00a0\u00ad№");
/** Of them, those that Unicode counts among the letters. */
const LETTER_SIGNS = new Set("µμªº");
/** Signs that stand inside of words. */
const WITHIN = new Set("’‘'·–—-\u00ad®™\u00a0");
const LETTER = /\p{L}/u;
const UNWRITTEN = /[\u0080-\u009f\ufffd]/;
const LATIN = /[a-z]/i;
const MARKED_RUN = 3;

/** What is wrong with a sign where it stands: inside of a word, or behind a letter. */
function faultOfSign(before: string, sign: string, behind: string): number {
  const isBehindLetter = LETTER.test(before);
  if (isBehindLetter && LETTER.test(behind)) return WITHIN.has(sign) ? 0 : 3;
  // `m²` is a unit; no word ends in a raised digit.
  if (/[¹²³]/.test(sign) && isBehindLetter) return before === "m" ? 0 : 3;
  return SIGNS.has(sign) && !(/[¿¡]/.test(sign) && isBehindLetter) ? 0 : 3;
}

/** What is wrong with a character in any language: signs inside words, capitals behind small letters, two scripts. */
function faultOf(before: string, character: string, behind: string, isLatin: boolean): number {
  if (UNWRITTEN.test(character)) return 4;
  if (LETTER_SIGNS.has(character)) return LETTER.test(before) && LETTER.test(behind) ? 1 : 0;
  if (!LETTER.test(character)) return faultOfSign(before, character, behind);
  if (!isLatin && LATIN.test(before + behind)) return 3;
  if (/^\d\d?$/.test(before + behind) && before !== "") return 2;
  return /\p{Ll}/u.test(before) && /\p{Lu}/u.test(character) ? 3 : 0;
}

/** What a sign counts for that no language has for its own. */
const OF_SIGN = 0.8;
const isLetterAlone = (character: string) => LETTER.test(character) && !LETTER_SIGNS.has(character);

/** The faults of a word, and the characters in it that are not ASCII's. */
function judge(word: string, isLatin: boolean): { faults: number; marked: string[] } {
  const characters = [...word];
  const marked: string[] = [];
  let faults = 0;
  let run = 0;
  for (const [at, character] of characters.entries()) {
    run = character >= "\u0080" && isLetterAlone(character) ? run + 1 : 0;
    if (character < "\u0080") continue;
    marked.push(character);
    faults += faultOf(characters[at - 1] ?? "", character, characters[at + 1] ?? "", isLatin);
    // Languages in Latin letters have no three marked ones in a row.
    if (isLatin && run >= MARKED_RUN) faults += 2;
  }
  return { faults, marked };
}

/** How much the characters of a word are those of a language: 1 for each that is frequent in it. */
function scoreOf(marked: readonly string[], weights: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const character of marked) {
    score += isLetterAlone(character) ? (weights.get(character.toLowerCase()) ?? -1) : OF_SIGN;
  }
  return score;
}

/** How well a decoded text reads in the best of the languages: 1 when all its letters are frequent ones of it. */
function plausibility(text: string, languages: readonly Letters[]): number {
  const weights = languages.map(weightsOf);
  const isLatin = languages !== CYRILLIC && languages !== GREEK;
  const words = text.split("\n").map((word) => judge(word, isLatin));
  const count = words.reduce((sum, { marked }) => sum + marked.length, 0);
  if (count === 0) return 0;
  const scores = words.map(({ marked }) => weights.map((known) => scoreOf(marked, known)));
  const totals = weights.map((_, index) => scores.reduce((sum, score) => sum + (score[index] ?? 0), 0));
  const best = scores.reduce((sum, score) => sum + Math.max(...score), 0);
  const faults = words.reduce((sum, word) => sum + word.faults, 0);
  // A file is mostly of one language; others come beside it.
  return ((Math.max(...totals) + best) / 2 - faults) / count;
}

/** A reading that is this much worse is no rival. */
const NEAR = 0.5;
/** A lead over rivals that is as sure as any. */
const MARGIN = 0.15;
/** How much likelier than others windows-1252 is before anything is read. */
const PRIOR = 0.15;
const priorOf = (encoding: string) => (encoding === "windows-1252" ? PRIOR : 0);

/**
 * Finds the encoding of a text with one byte a character by what it makes of its words: letters of one language, no signs
 * inside words, no capitals behind small letters. `hints` add to what an encoding scores. The confidence is low when two
 * encodings give different texts that read as well.
 */
export function guessSingleByte(sample: Uint8Array, hints: ReadonlyMap<string, number>): SingleByteGuess {
  const words = wordsOf(sample);
  const readings = CANDIDATES.map(([encoding, languages]): Reading => {
    const text = decoderOf(encoding, { strict: false }).decode(words);
    return {
      encoding,
      languages,
      text,
      score: plausibility(text, languages) + (hints.get(encoding) ?? 0) + priorOf(encoding),
    };
  });
  const best = readings.reduce((one, other) => (other.score > one.score + 1e-9 ? other : one));
  const rivals = readings.filter(({ text, score }) => text !== best.text && score > best.score - NEAR);
  const lead = Math.min(MARGIN, ...rivals.map((rival) => leadOver(best, rival) + priorOf(best.encoding)));
  const confidence = Math.max(0, Math.min(1, best.score)) * (0.4 + (0.6 * Math.max(0, lead)) / MARGIN);
  return { encoding: best.encoding, confidence: Math.round(confidence * 100) / 100 };
}

interface Reading {
  encoding: string;
  languages: readonly Letters[];
  text: string;
  score: number;
}

/** How much better one reading is than another in the words that they read differently. */
function leadOver(best: Reading, rival: Reading): number {
  const others = rival.text.split("\n");
  const places = best.text
    .split("\n")
    .flatMap((word, at) => (word === others[at] ? [] : [[word, others[at] ?? ""] as const]));
  const textOf = (side: 0 | 1) => places.map((pair) => pair[side]).join("\n");
  return plausibility(textOf(0), best.languages) - plausibility(textOf(1), rival.languages);
}
