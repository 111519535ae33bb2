import { countBits, editDistance, letterBits } from "./edit-distance.ts";
import { FIELDS, type QueryWord, type SearchDocument, type SearchField, type SearchQuery, type Tier } from "./port.ts";

type Words = NonNullable<SearchDocument["words"]>;
type Likeness = "exact" | "near" | "none";

const TIER_OF: Record<SearchField, Tier> = {
  head: "title",
  title: "title",
  brand: "brand",
  category: "category",
  code: "text",
  text: "text",
};
/** Codes are met whole or not at all: one letter makes another of them. */
const TYPED = FIELDS.filter((field) => field !== "code");
const ORDER: readonly Tier[] = ["title", "brand", "category", "text", "typo"];

function likenessOf({ text, typosMax, isPrefix, synonyms }: QueryWord, bits: number, found: string): Likeness {
  if (isPrefix ? found.startsWith(text) : found === text) return "exact";
  if (synonyms.includes(found)) return "exact";
  // Each typo takes at most one letter from the word: most words are told apart by their letters alone.
  if (typosMax === 0 || countBits(bits & ~letterBits(found)) > typosMax) return "none";
  return editDistance(text, found, typosMax, isPrefix) === undefined ? "none" : "near";
}

/** Compares words of documents with one of a query; the same words come again and again. */
function comparing(word: QueryWord): (found: string) => Likeness {
  const known = new Map<string, Likeness>();
  const bits = letterBits(word.text);
  return (found) => {
    const likeness = known.get(found) ?? likenessOf(word, bits, found);
    known.set(found, likeness);
    return likeness;
  };
}

/** Where a word of the query is found best; `undefined` when nowhere. */
function tierOfWord(words: Words, compare: (found: string) => Likeness): Tier | undefined {
  const field = FIELDS.find((each) => words[each].some((found) => compare(found) === "exact"));
  if (field) return TIER_OF[field];
  const isNear = TYPED.some((each) => words[each].some((found) => compare(found) === "near"));
  return isNear ? "typo" : undefined;
}

/** The tier of the word that is found worst; `undefined` when one is found nowhere. */
function worstTier(words: Words, comparisons: readonly ((found: string) => Likeness)[]): Tier | undefined {
  let worst = 0;
  for (const compare of comparisons) {
    const tier = tierOfWord(words, compare);
    if (!tier) return undefined;
    worst = Math.max(worst, ORDER.indexOf(tier));
  }
  return ORDER[worst];
}

/** Tells how well products meet a query, by the same rules as the index; `undefined` for one that does not. */
export function matcherOf(query: SearchQuery): (document: SearchDocument) => Tier | undefined {
  const comparisons = query.words.map(comparing);
  const [isFirst] = comparisons;
  return ({ words }) => {
    if (!words) return undefined;
    if (query.codes.some((code) => words.code.includes(code))) return "code";
    if (!isFirst) return undefined;
    const tier = worstTier(words, comparisons);
    return tier === "title" && words.head.some((found) => isFirst(found) === "exact") ? "head" : tier;
  };
}
