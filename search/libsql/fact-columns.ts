import { LRUCache } from "lru-cache";
import type { Reader } from "../../db/ports.ts";
import type { FacetCount } from "../port.ts";
import { SingleFlight } from "../single-flight.ts";
import { countChanges } from "./cached-states.ts";
import type { IndexState } from "./index-state.ts";
import { type Postings, passing } from "./postings.ts";
import { FACTS, type Fact, listChangedFacts, listFacts, listValues, type ReadFacts } from "./read-facts.ts";

/** Rows are read in chunks of 4,096. */
const CHUNK_BITS = 12;
const CHUNK_SIZE = 2 ** CHUNK_BITS;
/** 80 KB each. */
const CHUNKS_MAX = 250;
const TENANTS_MAX = 200;
/** Of more changed rows all are read again. */
const CHANGES_MAX = 5_000;

/** For each row of a chunk the place of its value among those of the tenant; 0 where it has none. */
type Chunk = Record<Fact, Uint32Array> & { prices: Float64Array };

/** What hits must meet. */
export type FactCondition =
  /** One of these values, or none of them. */
  | { fact: Fact; values: readonly string[]; isNegated?: boolean }
  /** A price in cents, both ends inclusive. */
  | { priceFrom: number; priceTo: number };

/** What a thread holds of a tenant's facts. */
interface TenantFacts {
  /** What the keys of its chunks begin with. */
  key: string;
  indexedToUs: number;
  /** What has no value has the first. */
  values: string[];
  /** By their numbers in the database. */
  places: Map<number, number>;
}

const emptyChunk = (): Chunk => ({
  brand: new Uint32Array(CHUNK_SIZE),
  category: new Uint32Array(CHUNK_SIZE),
  status: new Uint32Array(CHUNK_SIZE),
  prices: new Float64Array(CHUNK_SIZE).fill(-1),
});
const chunkOf = (row: number) => row >>> CHUNK_BITS;
const inChunk = (row: number) => row & (CHUNK_SIZE - 1);

/**
 * What products are counted and filtered by, in memory: hits are counted in a hundredth of the time. 20 bytes a product,
 * read when they are needed. It knows what the index knew when it was read. One for each thread.
 */
export class FactColumns {
  readonly #tenants = new LRUCache<string, TenantFacts>({ max: TENANTS_MAX });
  readonly #chunks = new LRUCache<string, Chunk>({ max: CHUNKS_MAX });
  readonly #reading = new SingleFlight<Chunk>();
  readonly #moving = new SingleFlight<TenantFacts>();
  #keys = 0;

  /** How many of these rows have each value, by fact. */
  async count(
    db: Reader,
    state: IndexState,
    { rows }: Postings,
    facts: readonly Fact[],
  ): Promise<Map<Fact, FacetCount[]>> {
    const held = await this.#heldAt(db, state);
    // By the places of their values, of which there may be more with each chunk that is read.
    const counts = facts.map((fact) => ({ fact, sums: [] as number[] }));
    await this.#eachChunk(db, held, rows, (chunk, part) => {
      for (const { fact, sums } of counts) addCounts(sums, chunk[fact], part);
    });
    const named = (sums: number[]): FacetCount[] =>
      sums.flatMap((count, place) => (place > 0 && count > 0 ? [{ value: held.values[place] ?? "", count }] : []));
    return new Map(counts.map(({ fact, sums }) => [fact, named(sums)]));
  }

  /** The hits that meet all conditions. */
  async passing(
    db: Reader,
    state: IndexState,
    postings: Postings,
    conditions: readonly FactCondition[],
  ): Promise<Postings> {
    const held = await this.#heldAt(db, state);
    const failed = new Uint8Array(postings.rows.length);
    await this.#eachChunk(db, held, postings.rows, (chunk, part, from) => {
      for (const condition of conditions) {
        const isMet = metBy(condition, chunk, held.values);
        for (let at = 0; at < part.length; at++) if (!isMet(inChunk(part[at] ?? 0))) failed[from + at] = 1;
      }
    });
    return passing(postings, (_, __, at) => failed[at] === 0);
  }

  /** What is held of the tenant, as true as the index is in this state. */
  async #heldAt(db: Reader, { indexedToUs }: IndexState): Promise<TenantFacts> {
    const held = this.#tenants.get(db.tenantId);
    if (held?.indexedToUs === indexedToUs) return held;
    return this.#moving.join(`${db.tenantId} ${indexedToUs}`, () => this.#move(db, held, indexedToUs));
  }

  async #move(db: Reader, held: TenantFacts | undefined, indexedToUs: number): Promise<TenantFacts> {
    const isNear =
      held !== undefined &&
      held.indexedToUs < indexedToUs &&
      (await countChanges(db, held.indexedToUs, CHANGES_MAX + 1)) <= CHANGES_MAX;
    if (!isNear) return this.#begin(db, indexedToUs);
    const changed = await listChangedFacts(db, held.indexedToUs);
    await this.#take(db, held, changed, (no) => this.#chunks.get(`${held.key} ${no}`));
    held.indexedToUs = indexedToUs;
    return held;
  }

  #begin(db: Reader, indexedToUs: number): TenantFacts {
    const held = { key: String(this.#keys++), indexedToUs, values: [""], places: new Map() };
    this.#tenants.set(db.tenantId, held);
    return held;
  }

  /** Visits the chunks of these rows, which ascend, each with its part of them; what is not held is read. */
  async #eachChunk(
    db: Reader,
    held: TenantFacts,
    rows: Uint32Array,
    visit: (chunk: Chunk, part: Uint32Array, from: number) => void,
  ): Promise<void> {
    let from = 0;
    while (from < rows.length) {
      const no = chunkOf(rows[from] ?? 0);
      let to = from + 1;
      while (to < rows.length && chunkOf(rows[to] ?? 0) === no) to++;
      const chunk =
        this.#chunks.get(`${held.key} ${no}`) ??
        (await this.#reading.join(`${held.key} ${no}`, () => this.#read(db, held, no)));
      visit(chunk, rows.subarray(from, to), from);
      from = to;
    }
  }

  async #read(db: Reader, held: TenantFacts, no: number): Promise<Chunk> {
    const chunk = emptyChunk();
    const from = no * CHUNK_SIZE;
    await this.#take(db, held, await listFacts(db, from, from + CHUNK_SIZE - 1), () => chunk);
    this.#chunks.set(`${held.key} ${no}`, chunk);
    return chunk;
  }

  /** Notes facts in the existing chunks. */
  async #take(db: Reader, held: TenantFacts, facts: ReadFacts, find: (no: number) => Chunk | undefined): Promise<void> {
    await placeValues(db, held, facts);
    for (const [at, row] of facts.rows.entries()) {
      const chunk = find(chunkOf(row));
      if (!chunk) continue;
      for (const fact of FACTS) chunk[fact][inChunk(row)] = held.places.get(facts[fact][at] ?? 0) ?? 0;
      chunk.prices[inChunk(row)] = facts.prices[at] ?? -1;
    }
  }
}

/** Gives the values that these facts name a place each. */
async function placeValues(db: Reader, { values, places }: TenantFacts, facts: ReadFacts): Promise<void> {
  const numbers = new Set(FACTS.flatMap((fact) => facts[fact]));
  const unknown = [...numbers].filter((no) => no !== null && !places.has(no));
  if (unknown.length === 0) return;
  for (const [no, value] of await listValues(db, unknown)) {
    // Another chunk that is read meanwhile may have the same.
    if (!places.has(no)) places.set(no, values.push(value) - 1);
  }
}

/** Says whether a row of a chunk, by its place in it, meets a condition. */
function metBy(condition: FactCondition, chunk: Chunk, values: readonly string[]): (place: number) => boolean {
  if ("priceFrom" in condition) {
    const { priceFrom, priceTo } = condition;
    return (place) => {
      const price = chunk.prices[place] ?? -1;
      return price >= priceFrom && price <= priceTo;
    };
  }
  const { fact, values: listed, isNegated = false } = condition;
  const wanted = new Set(listed);
  const isWanted = values.map((value) => wanted.has(value) !== isNegated);
  return (place) => isWanted[chunk[fact][place] ?? 0] === true;
}

/** Adds up how many rows of a chunk have each value. */
function addCounts(sums: number[], column: Uint32Array, rows: Uint32Array): void {
  for (let at = 0; at < rows.length; at++) {
    const place = column[inChunk(rows[at] ?? 0)] ?? 0;
    while (sums.length <= place) sums.push(0);
    sums[place] = (sums[place] ?? 0) + 1;
  }
}
