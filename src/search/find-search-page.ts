import type { Reader } from "../../db/ports.ts";
import type { Hit } from "../../search/port.ts";
import { jsonArrayOf } from "../http/output/json-text.ts";
import { findProducts, type SearchRequest } from "./find-products.ts";
import type { ProductSearch } from "./product-search.ts";
import { didYouMean } from "./words/did-you-mean.ts";
import { wordFinder } from "./words/find-word.ts";
import { highlightsOf } from "./words/highlight.ts";

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
export async function findPage(search: ProductSearch, db: Reader, request: SearchRequest): Promise<SearchPageRows> {
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
