import { placeOfBoth, placeOfTier, SCORES, TIERS, type Tier } from "../match-tiers.ts";
import type { Hit } from "../port.ts";

/** Rows of products, ascending, and how good a hit each is: a place in `TIERS`. Never changed once made. */
export interface Postings {
  readonly rows: Uint32Array;
  readonly tiers: Uint8Array;
}

const TYPO = placeOfTier("typo");
/** For a place that does not exist. */
const WORST = TIERS.length - 1;

export const NO_POSTINGS: Postings = { rows: new Uint32Array(), tiers: new Uint8Array() };

/** Rows that are all equally good. */
export const postingsOf = (rows: readonly number[], tier: Tier): Postings => ({
  rows: Uint32Array.from(rows),
  tiers: new Uint8Array(rows.length).fill(placeOfTier(tier)),
});

/** Collects postings in the order of their rows. */
class Collector {
  readonly #rows: Uint32Array;
  readonly #tiers: Uint8Array;
  #size = 0;

  constructor(sizeMax: number) {
    this.#rows = new Uint32Array(sizeMax);
    this.#tiers = new Uint8Array(sizeMax);
  }

  add(row: number, tier: number): void {
    this.#rows[this.#size] = row;
    this.#tiers[this.#size++] = tier;
  }

  /** All that come from this place on. */
  addFrom({ rows, tiers }: Postings, from: number): void {
    this.#rows.set(rows.subarray(from), this.#size);
    this.#tiers.set(tiers.subarray(from), this.#size);
    this.#size += rows.length - from;
  }

  done(): Postings {
    const isFull = this.#size === this.#rows.length;
    if (isFull) return { rows: this.#rows, tiers: this.#tiers };
    return { rows: this.#rows.slice(0, this.#size), tiers: this.#tiers.slice(0, this.#size) };
  }
}

// A place that does not exist is after all others.
const rowAt = ({ rows }: Postings, place: number): number => rows[place] ?? Number.POSITIVE_INFINITY;
const tierAt = ({ tiers }: Postings, place: number): number => tiers[place] ?? WORST;

/** The rows of one or the other, each as good as the better of them says. */
export function either(one: Postings, other: Postings): Postings {
  if (one.rows.length === 0) return other;
  if (other.rows.length === 0) return one;
  const united = new Collector(one.rows.length + other.rows.length);
  let at = 0;
  let next = 0;
  while (at < one.rows.length && next < other.rows.length) {
    const row = rowAt(one, at);
    const nextRow = rowAt(other, next);
    if (row < nextRow) united.add(row, tierAt(one, at++));
    else if (row > nextRow) united.add(nextRow, tierAt(other, next++));
    else united.add(row, Math.min(tierAt(one, at++), tierAt(other, next++)));
  }
  united.addFrom(one, at);
  united.addFrom(other, next);
  return united.done();
}

/** The rows of any of these, each as good as the best of them says. */
export const anyOf = (lists: readonly Postings[]): Postings => lists.reduce(either, NO_POSTINGS);

/** The first place from `from` on whose row is not before `row`. Steps that double, then halves: rows lie near. */
function placeOf(postings: Postings, row: number, from: number): number {
  let low = from;
  let high = from;
  for (let step = 1; rowAt(postings, high) < row; step *= 2) {
    low = high + 1;
    high += step;
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rowAt(postings, middle) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows of both, each as good as the two together say. */
function both(hits: Postings, further: Postings): Postings {
  const [few, many] = hits.rows.length <= further.rows.length ? [hits, further] : [further, hits];
  const common = new Collector(few.rows.length);
  let place = 0;
  for (let at = 0; at < few.rows.length; at++) {
    const row = rowAt(few, at);
    place = placeOf(many, row, place);
    if (rowAt(many, place) !== row) continue;
    common.add(row, placeOfBoth(tierAt(few, at), tierAt(many, place)));
  }
  return common.done();
}

/** Whether any row is in both. */
export const intersect = (one: Postings, other: Postings): boolean => both(one, other).rows.length > 0;

/** The rows that have all words: as good as the word that is found worst, and begun when one is. */
export const all = ([first = NO_POSTINGS, ...others]: readonly Postings[]): Postings =>
  others.toSorted((one, other) => one.rows.length - other.rows.length).reduce(both, first);

/** The hits whose row, tier and place pass. */
export function passing(hits: Postings, isPassed: (row: number, tier: number, at: number) => boolean): Postings {
  const passed = new Collector(hits.rows.length);
  for (let at = 0; at < hits.rows.length; at++) {
    const row = rowAt(hits, at);
    const tier = tierAt(hits, at);
    if (isPassed(row, tier, at)) passed.add(row, tier);
  }
  return passed.done();
}

/** The same hits; those that are also `among` get the tier that is named for theirs. */
export function retiered(hits: Postings, among: Postings, tiers: Partial<Record<Tier, Tier>>): Postings {
  const places = TIERS.map((tier) => placeOfTier(tiers[tier] ?? tier));
  const changed = hits.tiers.slice();
  let place = 0;
  for (let at = 0; at < hits.rows.length; at++) {
    place = placeOf(among, rowAt(hits, at), place);
    const tier = tierAt(hits, at);
    if (rowAt(among, place) === rowAt(hits, at)) changed[at] = places[tier] ?? tier;
  }
  return { rows: hits.rows, tiers: changed };
}

/** The hits with typos only. */
export const typosOf = (hits: Postings): Postings => passing(hits, (_, tier) => tier >= TYPO);

/** The place in a list of hits, best first, where each tier begins. */
function tierStarts({ tiers }: Postings): number[] {
  const counts = new Array<number>(TIERS.length).fill(0);
  // By place: an iterator of a typed array costs as much as all else here.
  for (let at = 0; at < tiers.length; at++) counts[tiers[at] ?? 0] = (counts[tiers[at] ?? 0] ?? 0) + 1;
  let start = 0;
  return counts.map((count) => {
    start += count;
    return start - count;
  });
}

/** How many hits come before the one behind this, best first, equal ones ascending; itself counts when it is there. */
export function placeBehind(hits: Postings, { rowId, score }: Hit): number {
  const last = TIERS.findIndex((tier) => SCORES[tier] <= score);
  let place = 0;
  for (let at = 0; at < hits.rows.length; at++) {
    const tier = tierAt(hits, at);
    if (tier < last || (tier === last && rowAt(hits, at) <= rowId)) place++;
  }
  return place;
}

/** A part of the hits, best first, equal ones ascending. */
export function pageOf(hits: Postings, { offset, limit }: { offset: number; limit: number }) {
  const nextOf = tierStarts(hits);
  const page: { row: number; tier: Tier }[] = [];
  for (let at = 0; at < hits.rows.length; at++) {
    const tier = tierAt(hits, at);
    const place = nextOf[tier] ?? 0;
    nextOf[tier] = place + 1;
    const name = TIERS[tier];
    if (place >= offset && place < offset + limit && name) page[place - offset] = { row: rowAt(hits, at), tier: name };
  }
  return page;
}
