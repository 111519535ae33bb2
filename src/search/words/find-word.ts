import { countBits, editDistance, letterBits } from "../../../search/edit-distance.ts";
import type { QueryWord, SearchQuery } from "../../../search/port.ts";
import { nameKey } from "../../text/name-key.ts";
import { partsOfMeasure } from "./words.ts";

const STARTS_WITH_DIGIT = /^\p{N}/u;
/** Where ASCII ends, and where its letters begin: below those are its digits. */
const [ASCII_END, LETTERS] = [0x80, 0x41];
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** What a word of a text means. */
interface Meaning {
  /** The word as it is compared. */
  key: string;
  /** The query's word, and by how many typos. */
  word: QueryWord;
  distance: number;
}

/** A word of a text that matches one of a query. */
export interface FoundWord extends Meaning {
  from: number;
  to: number;
}

/**
 * Finds where the words of a query are in texts. Texts of one catalog have the same words again and again, so each is
 * compared once.
 */
export function wordFinder(query: SearchQuery): (text: string) => FoundWord[] {
  const known = new Map<string, Meaning | undefined>();
  const meaningOf = meaningsFor(query);
  return (text) => {
    const found: FoundWord[] = [];
    const look = (written: string, from: number): void => {
      let meaning = known.get(written);
      if (meaning === undefined && !known.has(written)) {
        meaning = meaningOf(written);
        known.set(written, meaning);
      }
      if (meaning) found.push({ ...meaning, from, to: from + written.length });
    };
    // A match by its place: an iterator of matches costs as much as all else here.
    WORD.lastIndex = 0;
    for (let match = WORD.exec(text); match; match = WORD.exec(text)) lookAtParts(match[0], match.index, look);
    return found;
  };
}

/** Looks at a word as it is written, a number separate from its unit. */
function lookAtParts(whole: string, from: number, look: (written: string, from: number) => void): void {
  const code = whole.charCodeAt(0);
  // Nearly every word begins with a letter of ASCII.
  if (code >= LETTERS && code < ASCII_END) {
    look(whole, from);
    return;
  }
  const parts = STARTS_WITH_DIGIT.test(whole) ? partsOfMeasure(nameKey(whole)) : [whole];
  let at = 0;
  for (const { length } of parts.join("").length === whole.length ? parts : [whole]) {
    look(whole.slice(at, at + length), from + at);
    at += length;
  }
}

/** Finds by how many typos a text's word matches one of a query; `undefined`: it does not. */
function comparing(word: QueryWord, codes: readonly string[]): (key: string) => number | undefined {
  const { text, isPrefix, synonyms, forms, typosMax } = word;
  const bits = letterBits(text);
  return (key) => {
    const isExact = isPrefix ? key.startsWith(text) : key === text;
    if (isExact || [synonyms, forms, codes].some((alike) => alike.includes(key))) return 0;
    // Each typo takes at most one letter from the word: most words are distinguished by their letters alone.
    if (typosMax === 0 || countBits(bits & ~letterBits(key)) > typosMax) return undefined;
    return editDistance(text, key, typosMax, isPrefix);
  };
}

/** Finds which word of a query a written one matches best, the first of those alike; `undefined`: none. */
function meaningsFor({ words, codes }: SearchQuery): (written: string) => Meaning | undefined {
  const wanted = words.map((word) => ({ word, compare: comparing(word, codes) }));
  return (written) => {
    const key = nameKey(written);
    let best: Meaning | undefined;
    for (const { word, compare } of wanted) {
      const distance = compare(key);
      if (distance === 0) return { key, word, distance };
      if (distance !== undefined && distance < (best?.distance ?? 99)) best = { key, word, distance };
    }
    return best;
  };
}
