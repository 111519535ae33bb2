import type { Reader } from "../../db/ports.ts";
import type { QueryWord, SearchQuery } from "../../search/port.ts";
import { findSynonyms } from "../../search/synonyms.ts";
import { nameKey } from "../text/name-key.ts";
import { codesOf, wordsOf } from "./words/words.ts";

/** Each further word costs a look at the index, and hardly anybody writes more. */
const WORDS_MAX = 12;
/** Each is looked for in all titles. */
const PHRASES_MAX = 16;
/** Of other forms of the words; most of them are no words, and are not looked for. */
const FORM_PHRASES_MAX = 64;
const ONE_TYPO_LENGTH = 4;
const TWO_TYPOS_LENGTH = 8;

/** How many letters of a word may be wrong. Source: decisions S20.7. */
function typosOf(word: string): number {
  if (/^\d+$/.test(word) || word.length < ONE_TYPO_LENGTH) return 0;
  return word.length < TWO_TYPOS_LENGTH ? 1 : 2;
}

/** The words in their order, and with synonyms in the places of some of them, as long as that does not make too many. */
function phrasesOf(found: readonly string[], synonyms: ReadonlyMap<string, readonly string[]>): string[][] {
  if (found.length === 0) return [];
  let phrases: string[][] = [[]];
  for (const word of found) {
    const alike = [word, ...(synonyms.get(word) ?? [])];
    const isFew = phrases.length * alike.length <= PHRASES_MAX;
    phrases = phrases.flatMap((phrase) => (isFew ? alike : [word]).map((each) => [...phrase, each]));
  }
  return phrases;
}

/** The words in their order with other forms of some of them, as long as that does not make too many. */
function formPhrasesOf(words: readonly QueryWord[], found: readonly string[]): string[][] {
  const byText = new Map(words.map((word) => [word.text, word]));
  let phrases: { texts: string[]; isOther: boolean }[] = [{ texts: [], isOther: false }];
  for (const text of found) {
    const { synonyms = [], forms = [] } = byText.get(text) ?? {};
    const alike = [text, ...forms, ...synonyms];
    const taken = [alike, alike.slice(0, 2)].find(({ length }) => phrases.length * length <= FORM_PHRASES_MAX) ?? [
      text,
    ];
    phrases = phrases.flatMap(({ texts, isOther }) =>
      taken.map((each) => ({ texts: [...texts, each], isOther: isOther || forms.includes(each) })),
    );
  }
  return phrases.filter(({ isOther }) => isOther).map(({ texts }) => texts);
}

/** Of shorter words a letter more or less makes others. */
const LENGTH_MIN = 4;
const IS_WORD = /^[a-z]+$/;

/** How words end, and what may stand there instead; the first that fits. */
type Endings = readonly [ending: RegExp, instead: readonly string[]][];

/** Of plurals in the singular: English, French, German, Spanish. */
const SINGULARS: Endings = [
  [/ss$/, []],
  [/ies$/, ["ie", "y"]],
  [/(?<=eau)x$/, [""]],
  [/aux$/, ["al", "au"]],
  [/(?<=[eo]u)x$/, [""]],
  [/(?<=[sxz]|[cs]h)es$/, ["", "e"]],
  [/es$/, ["e", ""]],
  [/s$/, [""]],
  [/en$/, ["e", ""]],
];

/** Of singulars in the plural. */
const PLURALS: Endings = [
  [/(?<=[sxz]|[cs]h)$/, ["es"]],
  [/(?<=[^aeiou])y$/, ["ies"]],
  [/al$/, ["aux", "als"]],
  [/(?<=eau|eu)$/, ["x"]],
  [/(?<=e)$/, ["s", "n"]],
  [/(?<=[dlnr])$/, ["s", "es"]],
  [/$/, ["s"]],
];
const IS_PLURAL = /[^s]s$|ux$/;

function withOther(word: string, endings: Endings): string[] {
  const [ending = /$/, instead = []] = endings.find(([each]) => each.test(word)) ?? [];
  return instead.map((each) => word.replace(ending, each)).filter(({ length }) => length >= LENGTH_MIN - 1);
}

const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

/** A text whose umlauts are written in two letters, as who has no such keys types them. */
export const inTwoLetters = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);

/** A word that may have an umlaut in two letters, as texts that have the umlaut are compared. */
const inOneLetter = (word: string): string => word.replace(/(?<=[ao])e|(?<=(?<![aeoq])u)e/g, "");

/**
 * A word, as words are compared, in its other number and with umlauts written otherwise, by how it ends and not by what it
 * means: most of these forms are no words, and are found nowhere. `typed` is the word with its umlauts in two letters.
 */
export function formsOf(word: string, typed = word): string[] {
  if (word.length < LENGTH_MIN || !IS_WORD.test(word)) return [];
  const numbers = IS_PLURAL.test(word)
    ? withOther(word, SINGULARS)
    : [...withOther(word, SINGULARS), ...withOther(word, PLURALS)];
  const forms = new Set([...numbers, inOneLetter(word), typed]);
  forms.delete(word);
  return [...forms];
}

/** The words with their umlauts in two letters, where each stands; as they are where those make other words. */
function typedInTwoLetters(typed: string, found: readonly string[]): readonly string[] {
  const words = wordsOf(inTwoLetters(typed));
  return words.length === found.length ? words : found;
}

/** Reads what was typed into a search box: all words count, or their synonyms, and the last one may not be finished. */
export async function readQuery(db: Reader, typed: string): Promise<SearchQuery> {
  const found = wordsOf(typed);
  const last = found.at(-1);
  const distinct = [...new Set(found)].slice(0, WORDS_MAX);
  const synonyms = await findSynonyms(db, distinct);
  const written = typedInTwoLetters(typed, found);
  const words = distinct.map(
    (text): QueryWord => ({
      text,
      isPrefix: text === last,
      typosMax: typosOf(text),
      synonyms: synonyms.get(text) ?? [],
      forms: formsOf(text, written[found.indexOf(text)]),
    }),
  );
  const inOrder = found.slice(0, WORDS_MAX);
  const phrases = phrasesOf(inOrder, synonyms);
  return {
    text: nameKey(typed),
    words,
    phrases,
    formPhrases: formPhrasesOf(words, inOrder),
    isPhraseBegun: found.length <= WORDS_MAX,
    codes: codesOf(typed),
  };
}
