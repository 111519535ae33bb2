import type { Reader } from "../../db/ports.ts";
import { BoundedMap } from "../bounded-map.ts";
import type { QueryWord, SearchQuery } from "../port.ts";
import { Running } from "../running.ts";
import type { IndexState } from "./index-state.ts";
import { type BegunWord, termsFor } from "./match-expression.ts";
import { all, either, NO_POSTINGS, type Postings } from "./postings.ts";
import { listPostings, listWordPostings } from "./read-postings.ts";
import { Vocabularies } from "./vocabulary.ts";

/** Rows of postings that are kept, 5 bytes each. */
const ROWS_MAX = 6_000_000;

/**
 * Finds the hits of queries among the postings of their words. Those are read from the index once and kept: words come
 * again and again in other company, and all else is done in memory. One for each thread.
 */
export class Questions {
  readonly #vocabularies: Vocabularies;
  readonly #kept = new BoundedMap<Postings>(ROWS_MAX, ({ rows }) => rows.length + 10);
  readonly #reading = new Running<Postings>();

  constructor(now: () => number) {
    this.#vocabularies = new Vocabularies(now);
  }

  /** The hits that are written as they were typed. */
  exact(db: Reader, state: IndexState, query: SearchQuery): Promise<Postings> {
    return this.#known(db, state, `exact ${JSON.stringify(query)}`, async () => {
      const words: Postings[] = [];
      for (const word of query.words) words.push(await this.#exactWord(db, state, word));
      return either(all(words), await this.#codes(db, state, query));
    });
  }

  /** The hits of words and of those that may be meant by them; `undefined` when there are no such others. */
  async spelled(db: Reader, state: IndexState, query: SearchQuery): Promise<Postings | undefined> {
    const near: string[][] = [];
    for (const word of query.words) near.push(await this.#vocabularies.near(db, state.tag, state.indexedToUs, word));
    if (near.every(({ length }) => length === 0)) return undefined;
    return this.#known(db, state, `spelled ${JSON.stringify(query)}`, async () => {
      const words: Postings[] = [];
      for (const [at, word] of query.words.entries()) {
        const others = await this.#nearWords(db, state, near[at] ?? []);
        words.push(either(await this.#exactWord(db, state, word), others));
      }
      return either(all(words), await this.#codes(db, state, query));
    });
  }

  async #exactWord(db: Reader, state: IndexState, word: QueryWord): Promise<Postings> {
    const terms = termsFor(state.tag);
    const begun = await this.#begun(db, state, word);
    const asked = { terms: terms.alike(begun), code: terms.codeLike(word) };
    return this.#known(db, state, `word ${JSON.stringify(asked)}`, () => listWordPostings(db, asked));
  }

  /** A word with those that it may be the beginning of. */
  async #begun(db: Reader, { tag, indexedToUs }: IndexState, word: QueryWord): Promise<BegunWord> {
    const begun = word.isPrefix ? await this.#vocabularies.begun(db, tag, indexedToUs, word.text) : undefined;
    return { ...word, begun };
  }

  async #nearWords(db: Reader, state: IndexState, near: readonly string[]): Promise<Postings> {
    if (near.length === 0) return NO_POSTINGS;
    const match = termsFor(state.tag).anyOf(near);
    return this.#known(db, state, `near ${match}`, () => listPostings(db, match, "typo"));
  }

  async #codes(db: Reader, { tag }: IndexState, { codes }: SearchQuery): Promise<Postings> {
    return codes.length === 0 ? NO_POSTINGS : listPostings(db, termsFor(tag).anyCode(codes), "code");
  }

  async #known(db: Reader, { indexedToUs }: IndexState, asked: string, read: () => Promise<Postings>) {
    const key = `${db.tenantId} ${indexedToUs} ${asked}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const postings = await this.#reading.join(key, read);
    this.#kept.set(key, postings);
    return postings;
  }
}
