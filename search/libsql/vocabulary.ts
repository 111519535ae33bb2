import type { Reader } from "../../db/ports.ts";
import { countBits, editDistance, letterBits } from "../edit-distance.ts";
import type { QueryWord } from "../port.ts";
import { listVocabulary } from "./hits.ts";

interface Entry {
  text: string;
  products: number;
  bits: number;
}

interface Vocabulary {
  entries: Entry[];
  indexedToUs: number;
  readAtMs: number;
  /** What was looked for already. */
  near: Map<string, string[]>;
}

// Words are new seldom, and those of the latest changes are looked through anyway.
const KEEP_MS = 5_000;
/** About 100 bytes each. */
const ENTRIES_MAX = 400_000;
const NEAR_MAX = 20;
const REMEMBERED_MAX = 2_000;

/** The words of some tenants' indexes, for finding those that a misspelt one may stand for. One for each thread. */
export class Vocabularies {
  readonly #now: () => number;
  readonly #byTenant = new Map<string, Vocabulary>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The words nearest to this one, itself left out: fewer typos first, then those of more products. At most 20. */
  async near(db: Reader, tag: string, indexedToUs: number, word: QueryWord): Promise<string[]> {
    if (word.typosMax === 0) return [];
    const vocabulary = await this.#of(db, tag, indexedToUs);
    const key = `${word.isPrefix ? "*" : "="}${word.text}`;
    const known = vocabulary.near.get(key);
    if (known) return known;
    const found = nearest(vocabulary.entries, word);
    if (vocabulary.near.size >= REMEMBERED_MAX) vocabulary.near.clear();
    vocabulary.near.set(key, found);
    return found;
  }

  async #of(db: Reader, tag: string, indexedToUs: number): Promise<Vocabulary> {
    const known = this.#byTenant.get(db.tenantId);
    const nowMs = this.#now();
    if (known && (known.indexedToUs === indexedToUs || nowMs - known.readAtMs < KEEP_MS)) return known;
    const words = await listVocabulary(db, tag);
    const entries = words.map(({ text, products }) => ({ text, products, bits: letterBits(text) }));
    const fresh = { entries, indexedToUs, readAtMs: nowMs, near: new Map<string, string[]>() };
    this.#byTenant.delete(db.tenantId);
    this.#byTenant.set(db.tenantId, fresh);
    this.#forget();
    return fresh;
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
