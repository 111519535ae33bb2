import type { Reader } from "../db/ports.ts";
import type { ProductFilter } from "../db/products/lists/filter.ts";
import type { NearProduct } from "./vectors.ts";

/** Where a word of a product stands. Earlier ones count for more; a word is only in the first of them that has it. */
export const FIELDS = ["title", "brand", "category", "code", "text"] as const;
export type SearchField = (typeof FIELDS)[number];

/** The words of a product. */
export interface DocumentWords extends Record<Exclude<SearchField, "title">, string[]> {
  /** Those of each title in their order, its own first, then those of other languages. */
  titles: string[][];
}

/** Reads the words of each title of these products, its own first, by row id; a row that is no product any more is left out. */
export type ReadTitles = (db: Reader, rows: readonly number[]) => Promise<ReadonlyMap<number, string[][]>>;

/** What is searched of one product. */
export interface SearchDocument {
  rowId: number;
  id: string;
  /** The words of each field but the titles once. `null`: it is soft-deleted, and only lists that ask for it find it. */
  words: DocumentWords | null;
  /** Whole texts that lists search for a part of. */
  texts: string[];
}

/** A word that is looked for. */
export interface QueryWord {
  text: string;
  /** Also words that begin with it: the last one, which may not be finished. */
  isPrefix: boolean;
  /** How many letters may be wrong, missing, too many, or swapped with the next. */
  typosMax: number;
  /** Words that count as this one. */
  synonyms: readonly string[];
  /** The word in other numbers and spellings: they count as one that is begun. */
  forms: readonly string[];
}

/** What is looked for. */
export interface SearchQuery {
  /** As it was written, in the form that texts are compared in; "" finds every product. */
  text: string;
  words: QueryWord[];
  /** The words in the order of their typing, also with synonyms in their places; all lists are of one length. */
  phrases: string[][];
  /** The same with other forms of some of the words. */
  formPhrases: string[][];
  /** Whether the last word of a phrase may be the beginning of one. */
  isPhraseBegun: boolean;
  /** The forms in which it may be a whole EAN, reference or SKU. */
  codes: string[];
}

export interface Hit {
  rowId: number;
  score: number;
}

export interface HitsRequest {
  query: SearchQuery;
  filter: ProductFilter;
  /** Rows that changed after they were indexed: what the index says of them is not true any more. */
  stale: readonly number[];
  /** How many hits without typos the caller has among those rows. */
  exactBesides: number;
  offset: number;
  /** The last hit of the page before. An engine with `pagesByKey` begins behind it, and leaves `offset` alone. */
  after?: Hit | undefined;
  limit: number;
}

/** By what hits are counted. */
export const FACETS = ["brand", "category", "supplier", "status", "completeness_grade", "tag"] as const;
export type FacetName = (typeof FACETS)[number];

export interface FacetCount {
  /** Id of the brand, category, supplier or tag; the status; the lowest score of the grade. */
  value: string;
  count: number;
}

export interface FacetsRequest {
  query: SearchQuery;
  filter: ProductFilter;
  stale: readonly number[];
  exactBesides: number;
  facets: readonly FacetName[];
}

/** How many hits have each value, by facet. */
export type FacetCounts = ReadonlyMap<FacetName, FacetCount[]>;

/** What is like a product. */
export interface NearRequest {
  productId: string;
  /** What makes the tenant's vectors by its own settings; `undefined`: the engine's own embedder does. */
  model: string | undefined;
  /** The least cosine similarity. */
  least: number;
  limit: number;
}

/** Whether hits with typos are among those that an engine found: where there are many others it leaves them out. */
interface Found {
  hasTypos: boolean;
}
export interface FoundByEngine extends Found {
  hits: Hit[];
  total: number;
}
export interface CountedByEngine extends Found {
  counts: FacetCounts;
}

const ENGINES = ["libsql", "meilisearch"] as const;
export type EngineName = (typeof ENGINES)[number];

/** The search engine could not be reached. */
export class SearchUnavailable extends Error {
  override readonly name = "SearchUnavailable";
}

/**
 * Finds products by words. Both engines find the same products by the same rules: all words needed, the last one as a
 * beginning, ranked by `TIERS`; equal ones in the order of their making. (Meilisearch ranks the first 50 of its own order
 * so, and leaves equal ones in it.) They know the state of `indexedToUs`; what has changed since is the caller's to look
 * through. They may name deleted products: the caller reads each row again.
 */
export interface SearchEngine {
  readonly name: EngineName;
  /** Whether the index is in the database: then answers stay the same while nothing is changed or indexed. */
  readonly isOfDatabase: boolean;
  /** Whether a page can begin behind a hit, so that none is passed over when others before it are deleted. */
  readonly pagesByKey: boolean;
  /** The value of the tenant's change clock up to which the index is true. Throws `SearchUnavailable`. */
  indexedToUs(db: Reader): Promise<number>;
  find(db: Reader, request: HitsRequest): Promise<FoundByEngine>;
  /** Counts hits by each of the facets. */
  facets(db: Reader, request: FacetsRequest): Promise<CountedByEngine>;
  /**
   * The active products whose vectors are nearest to that of a product, best first, itself left out; none as long as it
   * has no vector. Throws `SearchUnavailable`.
   */
  nearest(db: Reader, request: NearRequest): Promise<NearProduct[]>;
  /** Facts for the health page. Throws when it cannot be used. */
  check(): Promise<Record<string, string | number>>;
}
