import { editDistance } from "../../search/edit-distance.ts";
import type { QueryWord, SearchQuery } from "../../search/port.ts";
import { nameKey } from "../text/name-key.ts";

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A word of a text and how it meets a query. */
export interface FoundWord {
  from: number;
  to: number;
  /** As it is compared. */
  key: string;
  /** The query's word that it stands for, and by how many typos; `undefined`: none. */
  match: { word: QueryWord; distance: number } | undefined;
}

/** Every word of a text, and which of the query's it stands for. */
export function findWords(text: string, query: SearchQuery): FoundWord[] {
  return Array.from(text.matchAll(WORD), ({ 0: written, index }) => {
    const key = nameKey(written);
    return { from: index, to: index + written.length, key, match: matchOf(key, query) };
  });
}

function matchOf(key: string, { words, codes }: SearchQuery): FoundWord["match"] {
  let best: FoundWord["match"];
  for (const word of words) {
    const isExact = word.isPrefix ? key.startsWith(word.text) : key === word.text;
    if (isExact || word.synonyms.includes(key) || codes.includes(key)) return { word, distance: 0 };
    const distance = word.typosMax > 0 ? editDistance(word.text, key, word.typosMax, word.isPrefix) : undefined;
    if (distance !== undefined && distance < (best?.distance ?? 99)) best = { word, distance };
  }
  return best;
}
