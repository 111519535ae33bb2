import type { Reader } from "../../db/ports.ts";
import { filterRows, type ProductFilter } from "../../db/products/lists/filter.ts";
import { readSequence } from "../../db/products/sequence.ts";
import { listNextErased } from "../../search/erased-rows.ts";
import { countAllByFacet } from "../../search/libsql/count-by-facet.ts";
import { matcherOf } from "../../search/match-document.ts";
import { SCORES } from "../../search/match-tiers.ts";
import type { RemoteIndexes } from "../../search/meilisearch/remote-index.ts";
import type { SimilarIndexes } from "../../search/meilisearch/similar-index.ts";
import type {
  FacetCount,
  FacetCounts,
  FacetName,
  Hit,
  SearchDocument,
  SearchEngine,
  SearchQuery,
} from "../../search/port.ts";
import { ERASED_MAX, isOutOfReach } from "../../search/unseen.ts";
import { RecentChanges } from "./recent-changes.ts";

/** What is looked for, and among which products. */
export interface Search {
  query: SearchQuery;
  filter: ProductFilter;
}

/** Which of the hits. */
export interface HitsPage {
  offset: number;
  /** The last hit of the page before, when that is known: where the engine can, the page begins behind it. */
  after?: Hit | undefined;
  limit: number;
}

/** A part of the hits, best first. */
export interface FoundHits {
  hits: Hit[];
  /** Of all hits. */
  total: number;
  /** Some come after these. */
  hasMore: boolean;
  /** The index lacks more of the latest changes than were looked through. */
  isBehind: boolean;
}

/** The filters that a facet leaves out of its own counts, so that its other values can still be chosen. */
const OWN_FILTERS: Record<FacetName, readonly (keyof ProductFilter)[]> = {
  brand: ["brandIds", "brands"],
  category: ["categoryIds", "categories"],
  supplier: ["supplierIds", "supplierCodes"],
  status: ["statuses"],
  completeness_grade: ["completenessRanges", "minCompleteness", "maxCompleteness"],
  tag: ["tagIds"],
};

/** The facets that are counted among the same products, with the filter that leads to those. */
function byOpenFilter(filter: ProductFilter, facets: readonly FacetName[]) {
  const groups = new Map<string, { filter: ProductFilter; facets: FacetName[] }>();
  for (const facet of facets) {
    const open = { ...filter };
    for (const key of OWN_FILTERS[facet]) delete open[key];
    const key = Object.keys(open).join();
    const group = groups.get(key) ?? { filter: open, facets: [] };
    group.facets.push(facet);
    groups.set(key, group);
  }
  return groups.values();
}

/** What the engine has not seen. */
interface Unseen {
  recent: SearchDocument[];
  /** Rows that it knows wrong, or that are deleted. */
  stale: number[];
  /** There is more of it than these. */
  isBehind: boolean;
}

const isExact = ({ score }: Hit) => score > SCORES.typo;
const isBetter = (one: Hit, other: Hit) =>
  one.score > other.score || (one.score === other.score && one.rowId < other.rowId);

/** What a Meilisearch server holds. */
export interface Remote {
  words: RemoteIndexes;
  similar: SimilarIndexes;
}

/** Searches with the engine, and looks through what has changed since that was brought up to date. */
export class ProductSearch {
  readonly engine: SearchEngine;
  /** Meilisearch's indexes, when it is the engine. */
  readonly remote: Remote | undefined;
  readonly #recent = new RecentChanges();

  constructor(engine: SearchEngine, remote?: Remote) {
    this.engine = engine;
    this.remote = remote;
  }

  /** A page of hits, best first, equal ones oldest first. Throws `SearchUnavailable`. */
  async find(db: Reader, search: Search, page: HitsPage): Promise<FoundHits> {
    const { query, filter } = search;
    const { recent, stale, isBehind } = await this.#unseenOf(db, query);
    const found = await this.#hitsAmong(db, recent, search);
    const { after } = this.engine.pagesByKey || query.text === "" ? page : { after: undefined };
    // The number of extra hits of the engine, so that none is missing at any place of the late ones.
    const offset = after ? 0 : Math.max(0, page.offset - found.length);
    const from = after ? 0 : page.offset - offset;
    const limit = from + page.limit + 1;
    const exactBesides = found.filter(isExact).length;
    const request = { query, filter, stale, exactBesides, offset, after, limit };
    const { hits, total, hasTypos } = await this.engine.find(db, request);
    const late = hasTypos ? found : found.filter(isExact);
    const later = after ? late.filter((hit) => isBetter(after, hit)) : late;
    const merged = merge(later, hits).slice(from, from + page.limit + 1);
    return {
      hits: merged.slice(0, page.limit),
      total: total + late.length,
      hasMore: merged.length > page.limit,
      isBehind,
    };
  }

  /** How many hits have each value, by facet, each as if its own filter were not set. Throws `SearchUnavailable`. */
  async facets(
    db: Reader,
    search: Search,
    facets: readonly FacetName[],
  ): Promise<{ counts: FacetCounts; isBehind: boolean }> {
    const counts = new Map<FacetName, FacetCount[]>();
    if (facets.length === 0) return { counts, isBehind: false };
    const unseen = await this.#unseenOf(db, search.query);
    for (const { filter, facets: alike } of byOpenFilter(search.filter, facets)) {
      const among = await this.#facetsAmong(db, { ...search, filter }, alike, unseen);
      for (const [facet, each] of among) counts.set(facet, each);
    }
    return { counts, isBehind: unseen.isBehind };
  }

  async #facetsAmong(
    db: Reader,
    { query, filter }: Search,
    facets: readonly FacetName[],
    { recent, stale }: Unseen,
  ): Promise<FacetCounts> {
    const found = await this.#hitsAmong(db, recent, { query, filter });
    const exact = found.filter(isExact);
    const request = { query, filter, stale, exactBesides: exact.length, facets };
    const { counts, hasTypos } = await this.engine.facets(db, request);
    const late = new Set((hasTypos ? found : exact).map(({ rowId }) => rowId));
    if (late.size === 0) return counts;
    const ids = recent.filter(({ rowId }) => late.has(rowId)).map(({ id }) => id);
    const more = await countAllByFacet(db, { ...filter, ids }, facets);
    return new Map(
      facets.map((facet) => [facet, addCounts([...(counts.get(facet) ?? []), ...(more.get(facet) ?? [])])]),
    );
  }

  /** What the engine has not seen yet, and all rows that it knows wrong. Without a question the database itself answers. */
  async #unseenOf(db: Reader, { text }: SearchQuery): Promise<Unseen> {
    if (text === "") return { recent: [], stale: [], isBehind: false };
    const indexedToUs = await this.engine.indexedToUs(db);
    const isFollowed = (await readSequence(db)) <= indexedToUs;
    const recent = isFollowed ? [] : await this.#recent.since(db, indexedToUs);
    const erased = isFollowed ? [] : await listNextErased(db, indexedToUs, ERASED_MAX);
    // After those were read: what comes meanwhile can only make it true.
    const isBehind = await isOutOfReach(db, indexedToUs);
    return { recent, stale: [...recent, ...erased].map(({ rowId }) => rowId), isBehind };
  }

  async #hitsAmong(db: Reader, documents: readonly SearchDocument[], { query, filter }: Search): Promise<Hit[]> {
    const match = matcherOf(query);
    const found = documents.flatMap((document) => {
      const tier = match(document);
      return tier === undefined ? [] : [{ rowId: document.rowId, score: SCORES[tier] }];
    });
    if (found.length === 0) return [];
    const passed = new Set(
      await filterRows(
        db,
        filter,
        found.map(({ rowId }) => rowId),
      ),
    );
    return found.filter(({ rowId }) => passed.has(rowId)).toSorted((one, other) => (isBetter(one, other) ? -1 : 1));
  }
}

/** Two lists of hits, each best first, as one. */
function merge(one: readonly Hit[], other: readonly Hit[]): Hit[] {
  if (one.length === 0) return [...other];
  return [...one, ...other].toSorted((each, next) => (isBetter(each, next) ? -1 : 1));
}

/** The counts with those of one value added up. */
export function addCounts(counts: readonly FacetCount[]): FacetCount[] {
  const sums = new Map<string, number>();
  for (const { value, count } of counts) sums.set(value, (sums.get(value) ?? 0) + count);
  return Array.from(sums, ([value, count]) => ({ value, count }));
}
