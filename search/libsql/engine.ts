import type { Reader } from "../../db/ports.ts";
import { countProducts, listProducts } from "../../db/products/list.ts";
import {
  type FacetsRequest,
  type Hit,
  type HitsRequest,
  type NearRequest,
  SCORES,
  type SearchEngine,
  type SearchQuery,
} from "../port.ts";
import { listNearest, type NearProduct } from "../vectors.ts";
import { HitCounts } from "./hit-counts.ts";
import { countByFacet, listHits } from "./hits.ts";
import { findState, type SearchState, vectorSpace } from "./index-state.ts";
import { expressionsFor, type SpelledWord, type TierExpression } from "./match-expression.ts";
import { Vocabularies } from "./vocabulary.ts";

/** With more exact hits than this nobody turns the pages to those with typos: they are not looked for. */
const EXACT_ENOUGH = 1_000;

/** Searches the index that is kept in the database. One for each thread. */
export function openLibsqlSearch(now: () => number): SearchEngine {
  const vocabularies = new Vocabularies(now);
  const counts = new HitCounts();

  /** The question for hits with typos; `undefined` when there are none. */
  async function typoTier(db: Reader, { tag, indexedToUs }: SearchState, query: SearchQuery) {
    const spelled: SpelledWord[] = [];
    for (const word of query.words) {
      spelled.push({ ...word, near: await vocabularies.near(db, tag, indexedToUs, word) });
    }
    return expressionsFor(tag).typoTier(query, spelled);
  }

  /** The questions for exact hits and for those with typos, with how many each has. */
  async function ask(db: Reader, { query, filter, stale }: Omit<HitsRequest, "offset" | "limit">) {
    const state = await findState(db);
    const expressions = state && expressionsFor(state.tag);
    const whole = expressions?.exactWhole(query);
    if (!state || !expressions || whole === undefined) return undefined;
    const count = (match: string) => counts.count(db, state.indexedToUs, { match, filter, stale });
    const exact = await count(whole);
    const typo = exact < EXACT_ENOUGH ? await typoTier(db, state, query) : undefined;
    return { expressions, whole, exact, typo, typos: typo ? await count(typo.match) : 0, count };
  }

  async function find(db: Reader, request: HitsRequest): Promise<{ hits: Hit[]; total: number }> {
    const { query, offset } = request;
    if (query.text === "") return browse(db, request);
    const asked = await ask(db, request);
    if (!asked) return { hits: [], total: 0 };
    const { expressions, exact, typo, typos, count } = asked;
    // The exact tiers need not be gone through when the page begins after them.
    const isAfterExact = exact <= offset;
    const tiers = isAfterExact ? [] : expressions.exactTiers(query);
    if (typo && typos > 0) tiers.push(typo);
    const hits = await collect(db, tiers, { ...request, offset: isAfterExact ? offset - exact : offset }, count);
    return { hits, total: exact + typos };
  }

  /** The question for every hit, exact or not. */
  async function everyHit(db: Reader, request: FacetsRequest): Promise<string | undefined> {
    const asked = await ask(db, request);
    return asked?.typo ? `(${asked.whole} OR ${asked.typo.match})` : asked?.whole;
  }

  return {
    name: "libsql",
    isOfDatabase: true,
    indexedToUs: async (db) => (await findState(db))?.indexedToUs ?? 0,
    find,
    facet: async (db, request) => {
      if (request.query.text === "") return countByFacet(db, { ...request, match: undefined }, request.facet);
      const match = await everyHit(db, request);
      return match === undefined ? [] : countByFacet(db, { ...request, match }, request.facet);
    },
    nearest,
    check: async () => ({}),
  };
}

/** Compares the vectors of the tenant's own model, every one of them. */
async function nearest(db: Reader, { model, ...request }: NearRequest): Promise<NearProduct[]> {
  const state = await findState(db);
  const space = state?.vectorModel === model ? state && vectorSpace(state) : undefined;
  return space === undefined ? [] : listNearest(db, { ...request, model: space });
}

/** Every product, as there is nothing to look for. */
export async function browse(
  db: Reader,
  { filter, offset, limit }: HitsRequest,
): Promise<{ hits: Hit[]; total: number }> {
  const page = { terms: [{ sort: "created_at", order: "asc" }], after: null, offset, limit } as const;
  const { products } = await listProducts(db, { filter, ...page });
  return { hits: products.map(({ rowId }) => ({ rowId, score: 1 })), total: await countProducts(db, filter) };
}

/** Goes through the tiers, best first, until the page is full. */
async function collect(
  db: Reader,
  tiers: readonly TierExpression[],
  request: HitsRequest,
  count: (match: string) => Promise<number>,
): Promise<Hit[]> {
  const { filter, stale, offset, limit } = request;
  const hits: Hit[] = [];
  let toSkip = offset;
  for (const { tier, match } of tiers) {
    if (hits.length === limit) break;
    const rows = await listHits(db, { match, filter, stale }, { offset: toSkip, limit: limit - hits.length });
    hits.push(...rows.map((rowId) => ({ rowId, score: SCORES[tier] })));
    // A tier that ended before the page began has all of its hits before it.
    if (toSkip > 0) toSkip = rows.length > 0 ? 0 : toSkip - (await count(match));
  }
  return hits;
}
