import type { Reader } from "../../db/ports.ts";
import { readClock } from "../../db/products/clock.ts";
import type { ProductFilter } from "../../db/products/filter.ts";
import { filterRows } from "../../db/products/filter-rows.ts";
import { listNextErased } from "../../search/erased-rows.ts";
import { countAllByFacet } from "../../search/libsql/count-by-facet.ts";
import { matcherOf } from "../../search/match-document.ts";
import type { RemoteIndexes } from "../../search/meilisearch/remote-index.ts";
import type { SimilarIndexes } from "../../search/meilisearch/similar-index.ts";
import {
  type FacetCount,
  type FacetCounts,
  type FacetName,
  type Hit,
  SCORES,
  type SearchDocument,
  type SearchEngine,
  type SearchQuery,
} from "../../search/port.ts";
import { RecentChanges } from "./recent-changes.ts";

/** What is looked for, and among which products. */
export interface Search {
  query: SearchQuery;
  filter: ProductFilter;
}

/** The filters that a facet leaves out of its own counts, so that its other values can still be chosen. */
const OWN_FILTERS: Record<FacetName, readonly (keyof ProductFilter)[]> = {
  brand: ["brandIds", "brands"],
  category: ["categoryIds", "categories"],
  supplier: ["supplierIds", "supplierCodes"],
  status: ["statuses", "isActive"],
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

/** Of the rows that were erased since, how many are left out; of more, the counts are too high until they are followed. */
const ERASED_MAX = 10_000;

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
  async find(
    db: Reader,
    search: Search,
    page: { offset: number; limit: number },
  ): Promise<{ hits: Hit[]; total: number }> {
    const { query, filter } = search;
    const { recent, stale } = await this.#unseenOf(db, query);
    const late = await this.#hitsAmong(db, recent, search);
    // Of the engine's hits so many more that none is missing, wherever the late ones go.
    const offset = Math.max(0, page.offset - late.length);
    const limit = page.offset - offset + page.limit;
    const { hits, total } = await this.engine.find(db, { query, filter, stale, offset, limit });
    const from = page.offset - offset;
    return { hits: merge(late, hits).slice(from, from + page.limit), total: total + late.length };
  }

  /** How many hits have each value, by facet, each as if its own filter were not set. Throws `SearchUnavailable`. */
  async facets(db: Reader, search: Search, facets: readonly FacetName[]): Promise<FacetCounts> {
    const counts = new Map<FacetName, FacetCount[]>();
    for (const { filter, facets: alike } of byOpenFilter(search.filter, facets)) {
      for (const [facet, each] of await this.#facetsAmong(db, { ...search, filter }, alike)) counts.set(facet, each);
    }
    return counts;
  }

  async #facetsAmong(db: Reader, { query, filter }: Search, facets: readonly FacetName[]): Promise<FacetCounts> {
    const { recent, stale } = await this.#unseenOf(db, query);
    const counts = await this.engine.facets(db, { query, filter, stale, facets });
    const match = matcherOf(query);
    const matching = recent.filter((document) => match(document) !== undefined);
    if (matching.length === 0) return counts;
    const { ids } = filter;
    const late = matching.map(({ id }) => id).filter((id) => ids === undefined || ids.includes(id));
    const more = await countAllByFacet(db, { ...filter, ids: late }, facets);
    return new Map(facets.map((facet) => [facet, addCounts(counts.get(facet) ?? [], more.get(facet) ?? [])]));
  }

  /** What the engine has not seen yet, and all rows that it knows wrong. Without a question the database itself answers. */
  async #unseenOf(db: Reader, { text }: SearchQuery): Promise<{ recent: SearchDocument[]; stale: number[] }> {
    if (text === "") return { recent: [], stale: [] };
    const indexedToUs = await this.engine.indexedToUs(db);
    if ((await readClock(db)) <= indexedToUs) return { recent: [], stale: [] };
    const recent = await this.#recent.since(db, indexedToUs);
    const erased = await listNextErased(db, indexedToUs, ERASED_MAX);
    return { recent, stale: [...recent, ...erased].map(({ rowId }) => rowId) };
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

function addCounts(counts: readonly FacetCount[], more: readonly FacetCount[]): FacetCount[] {
  const sums = new Map(counts.map(({ value, count }) => [value, count]));
  for (const { value, count } of more) sums.set(value, (sums.get(value) ?? 0) + count);
  return Array.from(sums, ([value, count]) => ({ value, count }));
}
