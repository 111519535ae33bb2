import type { Reader } from "../../db/ports.ts";
import { countProducts } from "../../db/products/lists/count.ts";
import { listProducts } from "../../db/products/lists/list.ts";
import { findState, vectorSpace } from "../follower-state.ts";
import { SCORES } from "../match-tiers.ts";
import type {
  CountedByEngine,
  FacetCount,
  FacetName,
  FacetsRequest,
  FoundByEngine,
  Hit,
  HitsRequest,
  NearRequest,
  ReadTitles,
  SearchEngine,
} from "../port.ts";
import { listNearest, type NearProduct } from "../vectors.ts";
import { CachedStates } from "./cached-states.ts";
import { countAllByFacet, countRowsByFacet } from "./count-by-facet.ts";
import { FactColumns } from "./fact-columns.ts";
import { Hits } from "./hits.ts";
import { pageOf, placeBehind } from "./postings.ts";
import { Questions } from "./questions.ts";
import { FACTS, type Fact } from "./read-facts.ts";

const isFact = (facet: FacetName): facet is Fact => (FACTS as readonly FacetName[]).includes(facet);

/** Searches the index that is stored in the database. One for each thread. */
export function openLibsqlSearch(now: () => number, readTitles: ReadTitles): SearchEngine {
  const states = new CachedStates();
  const facts = new FactColumns();
  const hits = new Hits(facts, new Questions(now, readTitles));

  /** The state that the caller was given: what has changed since, it has left out. */
  const stateOf = async (db: Reader) => states.last(db) ?? (await states.read(db));

  async function find(db: Reader, request: HitsRequest): Promise<FoundByEngine> {
    if (request.query.text === "") return browse(db, request);
    const state = await stateOf(db);
    if (!state) return { hits: [], total: 0, hasTypos: true };
    const { hits: found, hasTypos } = await hits.find(db, state, request);
    const offset = request.after ? placeBehind(found, request.after) : request.offset;
    const page = pageOf(found, { offset, limit: request.limit }).map(
      ({ row, tier }): Hit => ({ rowId: row, score: SCORES[tier] }),
    );
    return { hits: page, total: found.rows.length, hasTypos };
  }

  async function countFacets(db: Reader, request: FacetsRequest): Promise<CountedByEngine> {
    const { query, filter, facets } = request;
    if (query.text === "") return { counts: await countAllByFacet(db, filter, facets), hasTypos: true };
    const state = await stateOf(db);
    if (!state) return { counts: new Map(), hasTypos: true };
    const { hits: found, hasTypos } = await hits.find(db, state, request);
    const counts = await facts.count(db, state, found, facets.filter(isFact));
    const others = facets.filter((facet) => !isFact(facet));
    const byRow = await countRowsByFacet(db, found.rows, others);
    return { counts: new Map<FacetName, FacetCount[]>([...counts, ...byRow]), hasTypos };
  }

  return {
    name: "libsql",
    isOfDatabase: true,
    pagesByKey: true,
    indexedToUs: async (db) => (await states.read(db))?.indexedToUs ?? 0,
    find,
    facets: countFacets,
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
export async function browse(db: Reader, { filter, offset, after: last, limit }: HitsRequest): Promise<FoundByEngine> {
  const place = last
    ? { after: { values: [last.rowId], rowId: last.rowId }, offset: 0 }
    : ({ after: null, offset } as const);
  const terms = [{ sort: "created_at", order: "asc" }] as const;
  const products = await listProducts(db, { filter, terms, ...place, limit });
  const hits = products.map(({ rowId }): Hit => ({ rowId, score: 1 }));
  return { hits, total: await countProducts(db, filter), hasTypos: true };
}
