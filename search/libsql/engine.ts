import type { Reader } from "../../db/ports.ts";
import { countProducts, listProducts } from "../../db/products/list.ts";
import { findState, vectorSpace } from "../follower-state.ts";
import {
  type FacetsRequest,
  type Hit,
  type HitsRequest,
  type NearRequest,
  SCORES,
  type SearchEngine,
} from "../port.ts";
import { listNearest, type NearProduct } from "../vectors.ts";
import { countFacets } from "./facts.ts";
import { countAllByFacet, listHits } from "./hits.ts";
import { findIndexState } from "./index-state.ts";
import type { TierExpression } from "./match-expression.ts";
import { Questions } from "./questions.ts";

/** Searches the index that is kept in the database. One for each thread. */
export function openLibsqlSearch(now: () => number): SearchEngine {
  const questions = new Questions(now);

  async function find(db: Reader, request: HitsRequest): Promise<{ hits: Hit[]; total: number }> {
    const { offset } = request;
    if (request.query.text === "") return browse(db, request);
    const asked = await questions.ask(db, request);
    if (!asked) return { hits: [], total: 0 };
    const { exact, typo, typos, count } = asked;
    // The exact tiers need not be gone through when the page begins after them.
    const isAfterExact = exact <= offset;
    const tiers = isAfterExact ? [] : asked.tiers();
    if (typo && typos > 0) tiers.push(typo);
    const hits = await collect(db, tiers, { ...request, offset: isAfterExact ? offset - exact : offset }, count);
    return { hits, total: exact + typos };
  }

  /** The question for every hit, exact or not. */
  async function everyHit(db: Reader, request: FacetsRequest): Promise<string | undefined> {
    const asked = await questions.ask(db, request);
    return asked?.typo ? `(${asked.whole} OR ${asked.typo.match})` : asked?.whole;
  }

  return {
    name: "libsql",
    isOfDatabase: true,
    indexedToUs: async (db) => (await findIndexState(db))?.indexedToUs ?? 0,
    find,
    facets: async (db, request) => {
      const { query, filter, stale, facets } = request;
      if (query.text === "") return countAllByFacet(db, filter, facets);
      const match = await everyHit(db, request);
      return match === undefined ? new Map() : countFacets(db, { match, filter, stale }, facets);
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
