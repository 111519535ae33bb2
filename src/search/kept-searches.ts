import { createHash } from "node:crypto";
import type { Reader } from "../../db/ports.ts";
import { listProductsByRow, readClock } from "../../db/products/list.ts";
import type { Hit } from "../../search/port.ts";
import type { Services } from "../services.ts";
import { type FacetValues, foundOf, type SearchRequest, type SearchResult } from "./find-products.ts";

/** Hits and values of facets that are kept at most, some 100 bytes each. */
const KEPT_MAX = 60_000;

/** Whatever was asked, what it is kept by is short: a question may be longer than its answer. */
const digestOf = (request: SearchRequest): string =>
  createHash("sha256").update(JSON.stringify(request)).digest("base64url");

interface Answer {
  hits: Hit[];
  total: number;
  facets: FacetValues;
}

interface Kept {
  /** The tenant's change clock, and what the index had seen, before it was asked. */
  clock: number;
  indexedToUs: number;
  size: number;
  answer: Answer;
}

/**
 * Asks a worker thread for a page of hits and their facets, and keeps which rows they are while nothing changes: the
 * same words are looked for again and again, and their hits are counted whole. The rows are read anew. One for each app.
 */
export class KeptSearches {
  readonly #services: Pick<Services, "ask" | "search">;
  readonly #keptMax: number;
  readonly #kept = new Map<string, Kept>();
  readonly #running = new Map<string, Promise<SearchResult>>();
  #size = 0;

  constructor(services: Pick<Services, "ask" | "search">, keptMax = KEPT_MAX) {
    this.#services = services;
    this.#keptMax = keptMax;
  }

  /** As `findProducts`. Throws `SearchUnavailable`. */
  async find(db: Reader, request: SearchRequest): Promise<SearchResult> {
    const { engine } = this.#services.search;
    if (!engine.isOfDatabase) return this.#services.ask("search.find", db.tenantId, request);
    const key = `${db.tenantId} ${digestOf(request)}`;
    const state = { clock: await readClock(db), indexedToUs: await engine.indexedToUs(db) };
    const known = this.#kept.get(key);
    if (known && known.clock === state.clock && known.indexedToUs === state.indexedToUs) {
      return this.#read(db, known.answer);
    }
    // Who asks the same meanwhile waits for the same answer.
    const asked = `${state.clock} ${state.indexedToUs} ${key}`;
    const running = this.#running.get(asked);
    if (running !== undefined) return running;
    const answer = this.#services.ask("search.find", db.tenantId, request).finally(() => this.#running.delete(asked));
    this.#running.set(asked, answer);
    const result = await answer;
    this.#keep(key, state, result);
    return result;
  }

  async #read(db: Reader, { hits, total, facets }: Answer): Promise<SearchResult> {
    const products = await listProductsByRow(
      db,
      hits.map(({ rowId }) => rowId),
    );
    return { ...foundOf({ hits, total }, products), facets };
  }

  #keep(key: string, state: Pick<Kept, "clock" | "indexedToUs">, { found, total, facets }: SearchResult): void {
    const hits = found.map(({ product, score }) => ({ rowId: product.rowId, score }));
    const values = Object.values(facets).reduce((sum, each) => sum + each.length, 0);
    this.#drop(key);
    const kept = { ...state, size: 1 + hits.length + values, answer: { hits, total, facets } };
    this.#kept.set(key, kept);
    this.#size += kept.size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#keptMax) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }
}
