import type { Reader } from "../../db/ports.ts";
import { jsonArrayText } from "../http/json-text.ts";
import { didYouMean } from "./did-you-mean.ts";
import { findProducts, type SearchRequest } from "./find-products.ts";
import { wordFinder } from "./find-word.ts";
import { highlightsOf } from "./highlight.ts";
import type { ProductSearch } from "./product-search.ts";

/** A page of hits. It is made in a worker thread: texts cross threads many times faster than what they stand for. */
export interface SearchPageRows {
  /** The products as searches show them: a JSON array. */
  items: string;
  total: number;
  /** The values of each facet: a JSON object. */
  facets: string;
  /** Words that do occur, when none were found as they were written. */
  didYouMean: string | null;
}

/** Finds a page of products and writes it as it is sent. Throws `SearchUnavailable`. */
export async function findPage(search: ProductSearch, db: Reader, request: SearchRequest): Promise<SearchPageRows> {
  const { found, total, facets } = await findProducts(search, db, request);
  const find = wordFinder(request.query);
  const items = jsonArrayText(
    found.map(({ product, score }) => ({ ...product, score, highlights: highlightsOf(product, find) })),
  );
  return { items, total, facets: JSON.stringify(facets), didYouMean: didYouMean(request.query, found) };
}
