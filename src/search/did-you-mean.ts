import type { ListedProduct } from "../../db/products/listed-product.ts";
import { SCORES, type SearchQuery } from "../../search/port.ts";
import type { FoundProduct } from "./find-products.ts";
import { findWords } from "./find-word.ts";

const textsOf = ({ title, brandName, categoryName, shortDescription, description }: ListedProduct): string =>
  [title, brandName, categoryName, shortDescription, description].filter((text) => text !== null).join("\n");

/** What the caller may have meant, when nothing was found as it was typed: the words of the best hit. Else `null`. */
export function didYouMean(query: SearchQuery, [best]: readonly FoundProduct[]): string | null {
  if (!best || best.score !== SCORES.typo) return null;
  const found = findWords(textsOf(best.product), query);
  const meant = query.words.map(({ text }) => {
    const near = found
      .filter(({ key, match }) => match?.word.text === text && !match.word.synonyms.includes(key))
      .toSorted((one, other) => (one.match?.distance ?? 0) - (other.match?.distance ?? 0));
    return near[0]?.key ?? text;
  });
  const suggestion = meant.join(" ");
  return suggestion === query.text ? null : suggestion;
}
