import type { Reader } from "../../db/ports.ts";
import { findState } from "../follower-state.ts";
import { countAllByFacet } from "../libsql/count-by-facet.ts";
import { browse } from "../libsql/engine.ts";
import { matcherOf } from "../match-document.ts";
import { SCORES } from "../match-tiers.ts";
import {
  type FacetCount,
  type FacetCounts,
  type FacetName,
  type FacetsRequest,
  FIELDS,
  type FoundByEngine,
  type Hit,
  type HitsRequest,
  type SearchEngine,
  type SearchQuery,
} from "../port.ts";
import { findRowId } from "./facts.ts";
import { among, remoteFilter } from "./filter.ts";
import { type RemoteDocument, type RemoteIndexes, wordsIn } from "./remote-index.ts";
import { isIndexMissing, type RemoteQuestion } from "./server.ts";
import type { SimilarIndexes } from "./similar-index.ts";

/** More products than this do not share a code. */
const CODE_HITS_MAX = 20;
const FACET_ATTRIBUTES: Record<FacetName, string> = {
  brand: "brand_id",
  category: "category_id",
  supplier: "supplier_ids",
  status: "status",
  completeness_grade: "completeness_score",
  tag: "tag_ids",
};

/** The number of first hits that are put in the order of the tiers; the server puts those with fewer typos first. */
const RANKED_MAX = 50;

/** The words as they were typed; a single one that is meant exactly is in quotes, which leave out typos and beginnings. */
function wordsOf({ words, phrases: [typed = []] }: SearchQuery): string {
  const [only, ...others] = words;
  const isLiteral = only && others.length === 0 && !only.isPrefix && only.typosMax === 0;
  return isLiteral ? `"${only.text}"` : typed.join(" ");
}

/** The questions for whole codes, and for words in all other products. */
async function questionsFor(
  indexes: RemoteIndexes,
  db: Reader,
  { query, filter, stale }: Pick<HitsRequest, "query" | "filter" | "stale">,
): Promise<{ codes: RemoteQuestion; words: RemoteQuestion }> {
  const where = await remoteFilter(db, filter);
  if (stale.length > 0) where.push(`NOT ${among("row_id", stale)}`);
  const hasCode = among("code", query.codes);
  const common = { indexUid: indexes.name(db.tenantId), matchingStrategy: "all" } as const;
  return {
    codes: { ...common, q: "", filter: [...where, hasCode] },
    words: { ...common, q: wordsOf(query), filter: [...where, `NOT ${hasCode}`] },
  };
}

async function find(indexes: RemoteIndexes, db: Reader, request: HitsRequest): Promise<FoundByEngine> {
  const { query, offset, limit } = request;
  const { codes, words } = await questionsFor(indexes, db, request);
  const sort = ["row_id:asc"];
  // Enough extra hits that none is missing, for any number that have the code; those that are put in order are needed
  // together.
  const before = offset - CODE_HITS_MAX;
  const from = before < RANKED_MAX ? 0 : before;
  const to = from === 0 ? Math.max(RANKED_MAX, offset + limit) : offset + limit;
  // A first page comes with the number of all hits, which what begins elsewhere is asked for by a question of its own.
  const place = from === 0 ? { page: 1, hitsPerPage: to } : { offset: from, limit: to - from };
  const count = from === 0 ? [] : [{ ...words, page: 1, hitsPerPage: 1, attributesToRetrieve: ["row_id"] }];
  const [withCode, withWords, counted = withWords] = await indexes.search([
    { ...codes, sort, limit: CODE_HITS_MAX, attributesToRetrieve: ["row_id"] },
    { ...words, sort, ...place, attributesToRetrieve: ["row_id", ...FIELDS] },
    ...count,
  ]);
  const first = (withCode?.hits ?? []).map(({ row_id: rowId }): Hit => ({ rowId, score: SCORES.code }));
  const others = scored(withWords?.hits ?? [], query, from === 0 ? RANKED_MAX : 0);
  const hits = [...first.slice(offset), ...others.slice(Math.max(0, offset - first.length) - from)].slice(0, limit);
  return { hits, total: first.length + (counted?.totalHits ?? 0), hasTypos: true };
}

async function countFacets(indexes: RemoteIndexes, db: Reader, request: FacetsRequest): Promise<FacetCounts> {
  const attributes = request.facets.map((facet) => FACET_ATTRIBUTES[facet]);
  const { codes, words } = await questionsFor(indexes, db, request);
  const answers = await indexes.search(
    [codes, words].map((question) => ({ ...question, facets: attributes, page: 1, hitsPerPage: 1 })),
  );
  const countsBy = (attribute: string): FacetCount[] => {
    const counts = answers.flatMap(({ facetDistribution }) => Object.entries(facetDistribution?.[attribute] ?? {}));
    const sums = new Map<string, number>();
    for (const [value, count] of counts) sums.set(value, (sums.get(value) ?? 0) + count);
    return Array.from(sums, ([value, count]) => ({ value, count }));
  };
  return new Map(request.facets.map((facet) => [facet, countsBy(FACET_ATTRIBUTES[facet])]));
}

/** What the index answers; nothing as long as there is none because nothing was ever put in. */
async function unlessEmpty<T>(db: Reader, answer: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (isIndexMissing(error) && ((await findState(db))?.remoteToUs ?? 0) === 0) return nothing;
    throw error;
  }
}

/** Searches the tenants' indexes on a Meilisearch server. Without words the database answers. */
export const openMeilisearchSearch = (indexes: RemoteIndexes, similar: SimilarIndexes): SearchEngine => ({
  name: "meilisearch",
  isOfDatabase: false,
  pagesByKey: false,
  indexedToUs: async (db) => (await findState(db))?.remoteToUs ?? 0,
  find: async (db, request) => {
    if (request.query.text === "") return browse(db, request);
    const nothing = { hits: [], total: 0, hasTypos: true };
    return request.query.words.length === 0 ? nothing : unlessEmpty(db, () => find(indexes, db, request), nothing);
  },
  facets: async (db, request) => {
    const { query, filter, facets } = request;
    if (query.text === "") return { counts: await countAllByFacet(db, filter, facets), hasTypos: true };
    const nothing = new Map();
    const counted =
      query.words.length === 0 ? nothing : unlessEmpty(db, () => countFacets(indexes, db, request), nothing);
    return { counts: await counted, hasTypos: true };
  },
  nearest: async (db, { productId, ...question }) => {
    const name = (await findState(db))?.similarIndex ?? null;
    const rowId = await findRowId(db, productId);
    return name === null || rowId === undefined ? [] : similar.nearest(db.tenantId, name, { ...question, rowId });
  },
  check: async () => {
    await indexes.check();
    return {};
  },
});

/**
 * Hits with the scores that libSQL would give them: the first `ranked` in that order, equal ones and the others in the
 * server's, where none is above the one before.
 */
function scored(documents: readonly RemoteDocument[], query: SearchQuery, ranked: number): Hit[] {
  let least = 1;
  const match = matcherOf(query);
  const hits = documents.map((document): Hit => {
    const rowId = document.row_id;
    const tier = match({ rowId, id: document.product_id, words: wordsIn(document), texts: [] }) ?? "typo";
    return { rowId, score: SCORES[tier] };
  });
  const first = hits.slice(0, ranked).toSorted((one, other) => other.score - one.score);
  return [...first, ...hits.slice(ranked)].map(({ rowId, score }) => {
    least = Math.min(least, score);
    return { rowId, score: least };
  });
}
