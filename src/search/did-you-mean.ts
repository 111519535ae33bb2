import { SCORES, type SearchQuery } from "../../search/port.ts";
import type { ListItem } from "../products/schema.ts";
import type { FoundProduct } from "./find-products.ts";
import { wordFinder } from "./find-word.ts";

const textsOf = (product: ListItem): string =>
  [product.title, product.brand_name, product.category_name, product.short_description, product.description]
    .filter((text) => text !== null)
    .join("\n");

/** What the caller may have meant, when nothing was found as it was typed: the words of the best hit. Else `null`. */
export function didYouMean(query: SearchQuery, [best]: readonly FoundProduct[]): string | null {
  if (!best || best.score !== SCORES.typo) return null;
  const found = wordFinder(query)(textsOf(best.product));
  const meant = query.words.map(({ text }) => {
    const near = found
      .filter(({ key, word }) => word.text === text && !word.synonyms.includes(key))
      .toSorted((one, other) => one.distance - other.distance);
    return near[0]?.key ?? text;
  });
  const suggestion = meant.join(" ");
  return suggestion === query.text ? null : suggestion;
}
