import { SCORES } from "../../../search/match-tiers.ts";
import type { SearchQuery } from "../../../search/port.ts";
import type { ListItem } from "../../products/schema.ts";
import type { FoundProduct } from "../find-products.ts";
import { wordFinder } from "./find-word.ts";

const textsOf = (product: ListItem): string =>
  [product.title, product.brand_name, product.category_name, product.short_description, product.description]
    .filter((text) => text !== null)
    .join("\n");

/**
 * What the caller may have meant, when nothing was found as it was typed: the words of the best hit in the places of those
 * that do not occur. `null` when there is no such, or when a word that does occur would have to be another one.
 */
export async function didYouMean(
  query: SearchQuery,
  [best]: readonly FoundProduct[],
  occurs: (word: string) => Promise<boolean>,
): Promise<string | null> {
  if (!best || best.score > SCORES.typo) return null;
  const found = wordFinder(query)(textsOf(best.product));
  const meant: string[] = [];
  for (const { text } of query.words) {
    const [nearest] = found
      .filter(({ key, word }) => word.text === text && !word.synonyms.includes(key))
      .toSorted((one, other) => one.distance - other.distance);
    const isOther = nearest !== undefined && nearest.distance > 0;
    if (isOther && (await occurs(text))) return null;
    meant.push(isOther ? nearest.key : text);
  }
  const suggestion = meant.join(" ");
  return suggestion === query.text ? null : suggestion;
}
