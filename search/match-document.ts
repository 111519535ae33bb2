import { countBits, editDistance, letterBits } from "./edit-distance.ts";
import { placeOfBoth, placeOfTier, TIERS, type Tier } from "./match-tiers.ts";
import type { QueryWord, SearchDocument, SearchQuery } from "./port.ts";
import { isPairable, pairsIn } from "./word-pairs.ts";

const LIKENESSES = ["whole", "begun", "near", "none"] as const;
type Likeness = (typeof LIKENESSES)[number];

/** The fields in their order, with what a whole word in them makes of a hit; a begun one makes the next tier. */
const PLACES = [
  ["title", placeOfTier("title")],
  ["brand", placeOfTier("brand")],
  ["category", placeOfTier("category")],
  ["code", placeOfTier("text")],
  ["text", placeOfTier("text")],
] as const;
const TYPO = placeOfTier("typo");

function likenessOf({ text, typosMax, isPrefix, synonyms, forms }: QueryWord, bits: number, found: string): Likeness {
  if (found === text || synonyms.includes(found)) return "whole";
  if ((isPrefix && found.startsWith(text)) || forms.includes(found)) return "begun";
  // Each typo takes at most one letter from the word: most words are distinguished by their letters alone.
  if (typosMax === 0 || countBits(bits & ~letterBits(found)) > typosMax) return "none";
  return editDistance(text, found, typosMax, isPrefix) === undefined ? "none" : "near";
}

/** A word of a query, and how words of documents compare with it. */
interface Comparison {
  word: QueryWord;
  compare: (found: string) => Likeness;
}

/** Compares words of documents with one of a query; the same words come again and again. */
function comparing(word: QueryWord): Comparison {
  const known = new Map<string, Likeness>();
  const bits = letterBits(word.text);
  const compare = (found: string) => {
    const likeness = known.get(found) ?? likenessOf(word, bits, found);
    known.set(found, likeness);
    return likeness;
  };
  return { word, compare };
}

interface Fields extends Record<(typeof PLACES)[number][0], readonly string[]> {
  titles: readonly string[][];
}

/** Whether two words of a title make this one. */
const isPairIn = ({ titles }: Fields, { text }: QueryWord): boolean =>
  isPairable(text) && titles.some((title) => pairsIn(title).includes(text));

/** The best likeness of a word with those of a field. */
function bestIn(found: readonly string[], compare: (found: string) => Likeness): Likeness {
  let best = LIKENESSES.length - 1;
  for (const word of found) best = Math.min(best, LIKENESSES.indexOf(compare(word)));
  return LIKENESSES[best] ?? "none";
}

/** The place of the tier in which a word of the query is found best; `undefined` when nowhere. */
function placeOfWord(fields: Fields, { word, compare }: Comparison): number | undefined {
  let isNear = false;
  for (const [field, place] of PLACES) {
    const likeness = bestIn(fields[field], compare);
    if (likeness === "whole") return place;
    if (likeness === "begun" || (field === "title" && isPairIn(fields, word))) return place + 1;
    // Codes are met whole or by their beginning: one letter makes another of them.
    isNear ||= likeness === "near" && field !== "code";
  }
  return isNear ? TYPO : undefined;
}

/** How good a hit is that has all words; `undefined` when one is found nowhere. */
function placeOfWords(fields: Fields, comparisons: readonly Comparison[]): number | undefined {
  let worst: number | undefined;
  for (const comparison of comparisons) {
    const place = placeOfWord(fields, comparison);
    if (place === undefined) return undefined;
    worst = worst === undefined ? place : placeOfBoth(worst, place);
  }
  return worst;
}

/** How a phrase occurs in a title from this place on: whole, or with its last word begun; `undefined`: it does not. */
function standsAt(title: readonly string[], phrase: readonly string[], from: number): "" | "_begun" | undefined {
  const last = phrase.length - 1;
  for (let at = 0; at < last; at++) if (title[from + at] !== phrase[at]) return undefined;
  const found = title[from + last] ?? "";
  const wanted = phrase[last] ?? "";
  if (found === wanted) return "";
  return found.startsWith(wanted) ? "_begun" : undefined;
}

/** The tier that a phrase gives a title, if it occurs there; `isFirst`: the title is the product's own. */
function tierIn(
  title: readonly string[],
  phrase: readonly string[],
  { isFirst, isBegun }: { isFirst: boolean; isBegun: boolean },
): Tier | undefined {
  const tiers = Array.from({ length: Math.max(0, title.length - phrase.length + 1) }, (_, from): Tier | undefined => {
    const stands = standsAt(title, phrase, from);
    if (stands === undefined || (stands === "_begun" && !isBegun)) return undefined;
    if (!isFirst || from > 0) return `phrase${stands}`;
    return stands === "" && title.length === phrase.length ? "same" : `start${stands}`;
  });
  return tiers.reduce(better, undefined);
}

/** What words in their order give when some are in other forms: what the last one begun gives. */
const IN_OTHER_FORM: Partial<Record<Tier, Tier>> = {
  same: "start_begun",
  start: "start_begun",
  phrase: "phrase_begun",
};

/** The best tier that words in their order give titles; `undefined`: none. */
function tierInOrder(titles: readonly (readonly string[])[], query: SearchQuery): Tier | undefined {
  const { phrases, formPhrases, isPhraseBegun: isBegun } = query;
  let best: Tier | undefined;
  for (const [index, title] of titles.entries()) {
    const isFirst = index === 0;
    for (const phrase of phrases) best = better(best, tierIn(title, phrase, { isFirst, isBegun }));
    for (const phrase of formPhrases) {
      const tier = tierIn(title, phrase, { isFirst, isBegun: false });
      best = better(best, tier && IN_OTHER_FORM[tier]);
    }
  }
  return best;
}

/** The tier of scattered words, which is better in a title that begins with the first of them. One word is in order. */
function scatteredTier(
  tier: Tier | undefined,
  titles: readonly (readonly string[])[],
  query: SearchQuery,
): Tier | undefined {
  if (tier !== "title" && tier !== "title_begun") return tier;
  if (query.phrases[0]?.length === 1) return tier === "title" ? "phrase" : "phrase_begun";
  const first = titles[0]?.[0];
  if (![...query.phrases, ...query.formPhrases].some((phrase) => phrase[0] === first)) return tier;
  return tier === "title" ? "head" : "head_begun";
}

const better = (one: Tier | undefined, other: Tier | undefined): Tier | undefined =>
  one === undefined || (other !== undefined && placeOfTier(other) < placeOfTier(one)) ? other : one;

/** The tier of a document that has all words, by the place of the tier that the worst of them is in. */
export const tierOf = (place: number, titles: readonly (readonly string[])[], query: SearchQuery): Tier | undefined =>
  better(scatteredTier(TIERS[place], titles, query), tierInOrder(titles, query));

/** Finds how well products meet a query, by the same rules as the index; `undefined` for one that does not. */
export function matcherOf(query: SearchQuery): (document: SearchDocument) => Tier | undefined {
  const comparisons = query.words.map(comparing);
  return ({ words }) => {
    if (!words) return undefined;
    if (query.codes.some((code) => words.code.includes(code))) return "code";
    if (comparisons.length === 0) return undefined;
    const place = placeOfWords({ ...words, title: words.titles.flat() }, comparisons);
    return place === undefined ? undefined : tierOf(place, words.titles, query);
  };
}
