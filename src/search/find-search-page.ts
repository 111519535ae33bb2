import type { Reader } from "../../db/ports.ts";
import { SCORES } from "../../search/match-tiers.ts";
import type { Hit, SearchQuery } from "../../search/port.ts";
import { jsonArrayOf } from "../http/output/json-text.ts";
import type { ListItem } from "../products/schema.ts";
import type { ThreadServices } from "../runtime/services.ts";
import { type FoundProduct, findProducts, type SearchRequest } from "./find-products.ts";
import type { ProductSearch } from "./product-search.ts";
import { wordFinder } from "./words/find-word.ts";
import { highlightsOf } from "./words/highlight.ts";

const textsOf = (product: ListItem): string =>
  [product.title, product.brand_name, product.category_name, product.short_description, product.description]
    .filter((text) => text !== null)
    .join("\n");

/**
 * What the caller may have meant, when nothing was found as it was typed: the words of the best hit in the places of those
 * that do not occur. `null` when there is no such, or when a word that does occur would have to be another one.
 */
async function didYouMean(
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

/** A page of hits. It is made in a worker thread: texts cross threads many times faster than objects. */
export interface SearchPageRows {
  /** The products as searches show them: a JSON array. */
  items: string;
  total: number;
  /** Where the page ends; `null` when no hits come after it. */
  end: Hit | null;
  /** The index lacks more of the latest changes than were looked through. */
  isBehind: boolean;
  /** The values of each facet: a JSON object. */
  facets: string;
  /** Words that do occur, when none were found as they were written. */
  didYouMean: string | null;
}

/** Finds a page of products and writes it as it is sent. Throws `SearchUnavailable`. */
export async function findPage(
  { search, reader }: ThreadServices,
  tenantId: string,
  request: SearchRequest,
): Promise<SearchPageRows> {
  const db = reader(tenantId);
  const { found, total, end, facets, isBehind } = await findProducts(search, db, request);
  const find = wordFinder(request.query);
  const items = jsonArrayOf(
    found.map(({ text, product, score }) => {
      const highlights = JSON.stringify(highlightsOf(product, find));
      return `${text.slice(0, -1)},"score":${score},"highlights":${highlights}}`;
    }),
  );
  const meant = await didYouMean(request.query, found, (word) => occurs(search, db, word));
  return { items, total, end, facets: JSON.stringify(facets), didYouMean: meant, isBehind };
}

/** Whether a word is one of the tenant's products as it is written. */
async function occurs(search: ProductSearch, db: Reader, text: string): Promise<boolean> {
  const words = [{ text, isPrefix: false, typosMax: 0, synonyms: [], forms: [] }];
  const query = { text, words, phrases: [[text]], formPhrases: [], isPhraseBegun: false, codes: [] };
  return (await search.find(db, { query, filter: {} }, { offset: 0, limit: 1 })).total > 0;
}
