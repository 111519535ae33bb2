import { editDistance } from "./edit-distance.ts";
import { FIELDS, type QueryWord, type SearchDocument, type SearchField, type SearchQuery, type Tier } from "./port.ts";

type Words = NonNullable<SearchDocument["words"]>;

const TIER_OF: Record<SearchField, Tier> = {
  head: "title",
  title: "title",
  brand: "brand",
  category: "category",
  code: "text",
  text: "text",
};
const ORDER: readonly Tier[] = ["title", "brand", "category", "text", "typo"];

const isExact = (word: QueryWord, found: string) => (word.isPrefix ? found.startsWith(word.text) : found === word.text);
const isNear = ({ text, typosMax, isPrefix }: QueryWord, found: string) =>
  typosMax > 0 && editDistance(text, found, typosMax, isPrefix) !== undefined;

/** Where a word of the query is found best; `undefined` when nowhere. */
function tierOfWord(words: Words, word: QueryWord): Tier | undefined {
  const field = FIELDS.find((each) => words[each].some((found) => isExact(word, found)));
  if (field) return TIER_OF[field];
  return FIELDS.some((each) => words[each].some((found) => isNear(word, found))) ? "typo" : undefined;
}

/** How well a product meets a query, by the same rules as the index; `undefined` when it does not. */
export function matchDocument({ words }: SearchDocument, query: SearchQuery): Tier | undefined {
  if (!words) return undefined;
  if (query.codes.some((code) => words.code.includes(code))) return "code";
  const [first] = query.words;
  if (!first) return undefined;
  let worst: Tier = "title";
  for (const word of query.words) {
    const tier = tierOfWord(words, word);
    if (!tier) return undefined;
    if (ORDER.indexOf(tier) > ORDER.indexOf(worst)) worst = tier;
  }
  return worst === "title" && words.head.some((found) => isExact(first, found)) ? "head" : worst;
}
