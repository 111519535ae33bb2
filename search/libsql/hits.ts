import { LRUCache } from "lru-cache";
import type { Reader } from "../../db/ports.ts";
import { filterRows } from "../../db/products/lists/filter.ts";
import type { FacetsRequest } from "../port.ts";
import { SingleFlight } from "../single-flight.ts";
import type { FactColumns } from "./fact-columns.ts";
import { partFilter } from "./fact-filter.ts";
import type { IndexState } from "./index-state.ts";
import { either, type Postings, passing, typosOf } from "./postings.ts";
import type { Questions } from "./questions.ts";

/** With as many exact hits no user turns the pages to those with typos: they are not looked for. */
const EXACT_ENOUGH = 1_000;

/** Hits, and whether those with typos were looked for. */
export interface FoundPostings {
  hits: Postings;
  hasTypos: boolean;
}

/** Rows of cached hits, 5 bytes each. */
const ROWS_MAX = 1_000_000;

type HitQuery = Omit<FacetsRequest, "facets">;

/** Finds the hits of searches that their filters let through. One for each thread. */
export class Hits {
  readonly #questions: Questions;
  readonly #facts: FactColumns;
  readonly #found = new LRUCache<string, FoundPostings>({
    maxSize: ROWS_MAX,
    sizeCalculation: ({ hits }) => hits.rows.length + 10,
  });
  readonly #finding = new SingleFlight<FoundPostings>();

  constructor(facts: FactColumns, questions: Questions) {
    this.#questions = questions;
    this.#facts = facts;
  }

  /** Every hit, exact or not; cached for the facets and further pages while nothing has changed. */
  async find(db: Reader, state: IndexState, { query, filter, stale, exactBesides }: HitQuery): Promise<FoundPostings> {
    const key = JSON.stringify([db.tenantId, state.indexedToUs, query, filter, stale, exactBesides]);
    const known = this.#found.get(key);
    if (known) return known;
    const found = await this.#finding.join(key, () => this.#find(db, state, { query, filter, stale, exactBesides }));
    this.#found.set(key, found);
    return found;
  }

  async #find(db: Reader, state: IndexState, request: HitQuery): Promise<FoundPostings> {
    const { query, exactBesides } = request;
    const exact = await this.#sift(db, state, await this.#questions.exact(db, state, query), request);
    if (exact.rows.length + exactBesides >= EXACT_ENOUGH) return { hits: exact, hasTypos: false };
    const spelled = await this.#questions.spelled(db, state, query);
    const hits = spelled ? either(exact, await this.#sift(db, state, typosOf(spelled), request)) : exact;
    return { hits, hasTypos: true };
  }

  /** Those that are not stale, and that the filter lets through. */
  async #sift(db: Reader, state: IndexState, all: Postings, { filter, stale }: HitQuery): Promise<Postings> {
    const deleted = new Set(stale);
    const hits = deleted.size > 0 ? passing(all, (row) => !deleted.has(row)) : all;
    const { conditions, rest } = await partFilter(db, filter);
    const found = conditions.length > 0 ? await this.#facts.passing(db, state, hits, conditions) : hits;
    if (Object.values(rest).every((value) => value === undefined) || found.rows.length === 0) return found;
    const passed = new Set(await filterRows(db, rest, [...found.rows]));
    return passing(found, (row) => passed.has(row));
  }
}
