import { LRUCache } from "lru-cache";
import type { Reader } from "../../db/ports.ts";
import { countBits, editDistance, letterBits } from "../edit-distance.ts";
import type { QueryWord } from "../port.ts";
import { SingleFlight } from "../single-flight.ts";
import { isPairable, PART_LENGTH_MIN } from "../word-pairs.ts";
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
  near: ReturnType<typeof openAnswers>;
  begun: ReturnType<typeof openAnswers>;
  parts: ReturnType<typeof openAnswers>;
  occurring: ReturnType<typeof openAnswers>;
}

// Words are new seldom, and those of the latest changes are looked through anyway.
const VALID_MS = 5_000;
/** A large one is read less often: it is to take a twentieth of the thread's time at most. */
const VALID_READS = 20;
/** About 100 bytes each. */
const ENTRIES_MAX = 400_000;
/** Of words that one may mean as a whole. */
const NEAR_MAX = 50;
/** Of words that it may be the beginning of: a short one is near to the beginnings of many. */
const NEAR_BEGUN_MAX = 20;
/** Of more words one beginning is as fast. */
const BEGUN_MAX = 20;
const ANSWERS_MAX = 2_000;

const openAnswers = () =>
  new LRUCache<string, string[], () => string[]>({
    // With `max` it would take its memory at once, for each tenant.
    maxSize: ANSWERS_MAX,
    sizeCalculation: () => 1,
    memoMethod: (_, __, { context }) => context(),
  });

/** The words of some tenants' indexes, for finding those that a misspelt one may mean. One for each thread. */
export class Vocabularies {
  readonly #now: () => number;
  readonly #byTenant = new LRUCache<string, Vocabulary>({
    maxSize: ENTRIES_MAX,
    // One that is too large alone is cached alone.
    sizeCalculation: ({ entries }) => Math.min(entries.length + 1, ENTRIES_MAX),
  });
  readonly #reading = new SingleFlight<Vocabulary>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * The words nearest to this one, itself left out: fewer typos first, then those of more products. At most 50, and of the
   * last word 20 more that it may be the beginning of.
   */
  async near(db: Reader, tag: string, indexedToUs: number, word: QueryWord): Promise<string[]> {
    if (word.typosMax === 0) return [];
    const vocabulary = await this.#of(db, tag, indexedToUs);
    const key = `${word.isPrefix ? "*" : "="}${word.text}`;
    return vocabulary.near.memo(key, { context: () => nearest(vocabulary.entries, word) });
  }

  /** All words that begin so; `undefined` when there are more than 20, or the words of just now are not known. */
  async begun(db: Reader, tag: string, indexedToUs: number, start: string): Promise<string[] | undefined> {
    const vocabulary = await this.#of(db, tag, indexedToUs);
    if (vocabulary.indexedToUs !== indexedToUs) return undefined;
    const found = vocabulary.begun.memo(start, { context: () => beginning(vocabulary.entries, start) });
    return found.length > BEGUN_MAX ? undefined : found;
  }

  /** Those of some texts that are words of the index; all of them when the words of just now are not known. */
  async occurring(db: Reader, tag: string, indexedToUs: number, texts: readonly string[]): Promise<readonly string[]> {
    if (texts.length === 0) return texts;
    const vocabulary = await this.#of(db, tag, indexedToUs);
    if (vocabulary.indexedToUs !== indexedToUs) return texts;
    return vocabulary.occurring.memo(texts.join(" "), { context: () => occurring(vocabulary.entries, texts) });
  }

  /** The pairs of words that a word is made of when they stand together: `star wars` for `starwars`. */
  async pairs(db: Reader, tag: string, indexedToUs: number, text: string): Promise<[string, string][]> {
    if (!isPairable(text)) return [];
    const vocabulary = await this.#of(db, tag, indexedToUs);
    const parts = new Set(vocabulary.parts.memo(text, { context: () => partsOf(vocabulary.entries, text) }));
    return [...parts].flatMap((part): [string, string][] => {
      const rest = text.slice(part.length);
      return text.startsWith(part) && parts.has(rest) ? [[part, rest]] : [];
    });
  }

  async #of(db: Reader, tag: string, indexedToUs: number): Promise<Vocabulary> {
    const known = this.#byTenant.get(db.tenantId);
    if (known && (known.indexedToUs === indexedToUs || this.#isValid(known))) return known;
    return this.#reading.join(`${db.tenantId} ${indexedToUs}`, () => this.#read(db, tag, indexedToUs));
  }

  async #read(db: Reader, tag: string, indexedToUs: number): Promise<Vocabulary> {
    const nowMs = this.#now();
    const words = await listVocabulary(db, tag);
    const entries = Array.from(words, ([text, products]) => ({ text, products, bits: letterBits(text) }));
    const readAtMs = this.#now();
    const fresh = {
      entries,
      indexedToUs,
      readAtMs,
      readMs: readAtMs - nowMs,
      near: openAnswers(),
      begun: openAnswers(),
      parts: openAnswers(),
      occurring: openAnswers(),
    };
    this.#byTenant.set(db.tenantId, fresh);
    return fresh;
  }

  #isValid({ readAtMs, readMs }: Vocabulary): boolean {
    return this.#now() - readAtMs < Math.max(VALID_MS, readMs * VALID_READS);
  }
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

/** Those of some texts that are words of the index. */
function occurring(entries: readonly Entry[], texts: readonly string[]): string[] {
  const wanted = new Set(texts);
  return entries.flatMap(({ text }) => (wanted.has(text) ? [text] : []));
}

/** Words that a word begins or ends with. */
const partsOf = (entries: readonly Entry[], whole: string): string[] =>
  entries.flatMap(({ text }) =>
    text.length >= PART_LENGTH_MIN &&
    text.length <= whole.length - PART_LENGTH_MIN &&
    (whole.startsWith(text) || whole.endsWith(text))
      ? [text]
      : [],
  );

function nearest(entries: readonly Entry[], word: QueryWord): string[] {
  const near = nearestOf(entries, { ...word, isPrefix: false }, NEAR_MAX);
  if (!word.isPrefix) return near;
  // Separate from those: the word that is meant would be lost among all that begin nearly so.
  return [...new Set([...near, ...nearestOf(entries, word, NEAR_BEGUN_MAX)])];
}

function nearestOf(entries: readonly Entry[], { text, isPrefix, typosMax }: QueryWord, limit: number): string[] {
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
    .slice(0, limit)
    .map((entry) => entry.text);
}
