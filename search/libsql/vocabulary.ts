import type { Reader } from "../../db/ports.ts";
import { countBits, editDistance, letterBits } from "../edit-distance.ts";
import type { QueryWord } from "../port.ts";
import { Running } from "../running.ts";
import { listVocabulary } from "./read-postings.ts";

interface Entry {
  text: string;
  products: number;
  bits: number;
}

interface Vocabulary {
  entries: Entry[];
  indexedToUs: number;
  readAtMs: number;
  /** How long it took to read. */
  readMs: number;
  /** What was looked for already. */
  near: Map<string, string[]>;
  begun: Map<string, string[]>;
}

// Words are new seldom, and those of the latest changes are looked through anyway.
const KEEP_MS = 5_000;
/** A large one is read less often: it is to take a twentieth of the thread's time at most. */
const KEEP_READS = 20;
/** About 100 bytes each. */
const ENTRIES_MAX = 400_000;
const NEAR_MAX = 20;
/** Of more words one beginning is as fast. */
const BEGUN_MAX = 20;
const REMEMBERED_MAX = 2_000;

/** The words of some tenants' indexes, for finding those that a misspelt one may stand for. One for each thread. */
export class Vocabularies {
  readonly #now: () => number;
  readonly #byTenant = new Map<string, Vocabulary>();
  readonly #reading = new Running<Vocabulary>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The words nearest to this one, itself left out: fewer typos first, then those of more products. At most 20. */
  async near(db: Reader, tag: string, indexedToUs: number, word: QueryWord): Promise<string[]> {
    if (word.typosMax === 0) return [];
    const vocabulary = await this.#of(db, tag, indexedToUs);
    const key = `${word.isPrefix ? "*" : "="}${word.text}`;
    return remembered(vocabulary.near, key, () => nearest(vocabulary.entries, word));
  }

  /** All words that begin so; `undefined` when there are more than 20, or the words of just now are not known. */
  async begun(db: Reader, tag: string, indexedToUs: number, start: string): Promise<string[] | undefined> {
    const vocabulary = await this.#of(db, tag, indexedToUs);
    if (vocabulary.indexedToUs !== indexedToUs) return undefined;
    const found = remembered(vocabulary.begun, start, () => beginning(vocabulary.entries, start));
    return found.length > BEGUN_MAX ? undefined : found;
  }

  async #of(db: Reader, tag: string, indexedToUs: number): Promise<Vocabulary> {
    const known = this.#byTenant.get(db.tenantId);
    if (known && (known.indexedToUs === indexedToUs || this.#isKept(known))) return known;
    return this.#reading.join(`${db.tenantId} ${indexedToUs}`, () => this.#read(db, tag, indexedToUs));
  }

  async #read(db: Reader, tag: string, indexedToUs: number): Promise<Vocabulary> {
    const nowMs = this.#now();
    const words = await listVocabulary(db, tag);
    const entries = words.map(({ text, products }) => ({ text, products, bits: letterBits(text) }));
    const readAtMs = this.#now();
    const fresh = { entries, indexedToUs, readAtMs, readMs: readAtMs - nowMs, near: new Map(), begun: new Map() };
    this.#byTenant.delete(db.tenantId);
    this.#byTenant.set(db.tenantId, fresh);
    this.#forget();
    return fresh;
  }

  #isKept({ readAtMs, readMs }: Vocabulary): boolean {
    return this.#now() - readAtMs < Math.max(KEEP_MS, readMs * KEEP_READS);
  }

  /** Keeps what was read last. */
  #forget(): void {
    let held = 0;
    for (const { entries } of this.#byTenant.values()) held += entries.length;
    for (const [tenantId, { entries }] of this.#byTenant) {
      if (held <= ENTRIES_MAX || this.#byTenant.size === 1) return;
      held -= entries.length;
      this.#byTenant.delete(tenantId);
    }
  }
}

function remembered(answers: Map<string, string[]>, key: string, find: () => string[]): string[] {
  const known = answers.get(key);
  if (known) return known;
  const found = find();
  if (answers.size >= REMEMBERED_MAX) answers.clear();
  answers.set(key, found);
  return found;
}

/** Words that begin so, one more than 20 at most. */
function beginning(entries: readonly Entry[], start: string): string[] {
  const found: string[] = [];
  for (const { text } of entries) {
    if (text.startsWith(start)) found.push(text);
    if (found.length > BEGUN_MAX) break;
  }
  return found;
}

function nearest(entries: readonly Entry[], { text, isPrefix, typosMax }: QueryWord): string[] {
  const bits = letterBits(text);
  const found: (Entry & { distance: number })[] = [];
  for (const entry of entries) {
    // Each typo takes at most one letter from the word and adds one.
    if (countBits(bits & ~entry.bits) > typosMax) continue;
    if (!isPrefix && countBits(entry.bits & ~bits) > typosMax) continue;
    if (isPrefix && entry.text.startsWith(text)) continue;
    const distance = editDistance(text, entry.text, typosMax, isPrefix);
    if (distance !== undefined && distance > 0) found.push({ ...entry, distance });
  }
  return found
    .toSorted((one, other) => one.distance - other.distance || other.products - one.products)
    .slice(0, NEAR_MAX)
    .map((entry) => entry.text);
}
