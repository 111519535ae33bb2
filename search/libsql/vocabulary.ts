import { LRUCache } from "lru-cache";
import type { Reader } from "../../db/ports.ts";
import type { QueryWord } from "../port.ts";
import { SingleFlight } from "../single-flight.ts";
import { KnownWords } from "./known-words.ts";
import { listVocabulary } from "./read-postings.ts";

interface Vocabulary {
  words: KnownWords;
  indexedToUs: number;
  readAtMs: number;
  /** How long it took to read. */
  readMs: number;
  /** The words near to those that were looked for already. */
  near: LRUCache<string, string[], () => string[]>;
}

// Words are new seldom, and those of the latest changes are looked through anyway.
const VALID_MS = 5_000;
/** A large one is read less often: it is to take a twentieth of the thread's time at most. */
const VALID_READS = 20;
/** About 60 bytes each. */
const ENTRIES_MAX = 400_000;
/** Of words that one may mean as a whole. */
const NEAR_MAX = 50;
/** Of words that it may be the beginning of: a short one is near to the beginnings of many. */
const NEAR_BEGUN_MAX = 20;
/** Of more words one beginning is as fast. */
const BEGUN_MAX = 20;
const ANSWERS_MAX = 2_000;

/** The words of some tenants' indexes, for finding those that a misspelt one may mean. One for each thread. */
export class Vocabularies {
  readonly #now: () => number;
  readonly #byTenant = new LRUCache<string, Vocabulary>({
    maxSize: ENTRIES_MAX,
    // One that is too large alone is cached alone.
    sizeCalculation: ({ words }) => Math.min(words.size + 1, ENTRIES_MAX),
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
    const { words, near } = await this.#of(db, tag, indexedToUs);
    const key = `${word.isPrefix ? "*" : "="}${word.text}`;
    return near.memo(key, { context: () => nearest(words, word) });
  }

  /** All words that begin so; `undefined` when there are more than 20, or the words of just now are not known. */
  async begun(db: Reader, tag: string, indexedToUs: number, start: string): Promise<string[] | undefined> {
    const vocabulary = await this.#of(db, tag, indexedToUs);
    if (vocabulary.indexedToUs !== indexedToUs) return undefined;
    const found = vocabulary.words.beginningWith(start, BEGUN_MAX + 1);
    return found.length > BEGUN_MAX ? undefined : found;
  }

  /** Those of some texts that are words of the index; all of them when the words of just now are not known. */
  async occurring(db: Reader, tag: string, indexedToUs: number, texts: readonly string[]): Promise<readonly string[]> {
    if (texts.length === 0) return texts;
    const vocabulary = await this.#of(db, tag, indexedToUs);
    if (vocabulary.indexedToUs !== indexedToUs) return texts;
    return texts.filter((text) => vocabulary.words.has(text));
  }

  /** The pairs of words that a word is made of when they stand together: `star wars` for `starwars`. */
  async pairs(db: Reader, tag: string, indexedToUs: number, text: string): Promise<[string, string][]> {
    return (await this.#of(db, tag, indexedToUs)).words.pairsOf(text);
  }

  async #of(db: Reader, tag: string, indexedToUs: number): Promise<Vocabulary> {
    const known = this.#byTenant.get(db.tenantId);
    if (known && (known.indexedToUs === indexedToUs || this.#isValid(known))) return known;
    return this.#reading.join(`${db.tenantId} ${indexedToUs}`, () => this.#read(db, tag, indexedToUs));
  }

  async #read(db: Reader, tag: string, indexedToUs: number): Promise<Vocabulary> {
    const nowMs = this.#now();
    const words = new KnownWords(await listVocabulary(db, tag));
    const readAtMs = this.#now();
    const near = new LRUCache<string, string[], () => string[]>({
      // With `max` it would take its memory at once, for each tenant.
      maxSize: ANSWERS_MAX,
      sizeCalculation: () => 1,
      memoMethod: (_, __, { context }) => context(),
    });
    const fresh = { words, indexedToUs, readAtMs, readMs: readAtMs - nowMs, near };
    this.#byTenant.set(db.tenantId, fresh);
    return fresh;
  }

  #isValid({ readAtMs, readMs }: Vocabulary): boolean {
    return this.#now() - readAtMs < Math.max(VALID_MS, readMs * VALID_READS);
  }
}

function nearest(words: KnownWords, word: QueryWord): string[] {
  const near = words.nearestTo({ ...word, isPrefix: false }, NEAR_MAX);
  if (!word.isPrefix) return near;
  // Separate from those: the word that is meant would be lost among all that begin nearly so.
  return [...new Set([...near, ...words.nearestTo(word, NEAR_BEGUN_MAX)])];
}
