import { LRUCache } from "lru-cache";
import type { Reader } from "../../db/ports.ts";
import { tierOf } from "../match-document.ts";
import { placeOfTier } from "../match-tiers.ts";
import type { QueryWord, ReadTitles, SearchQuery } from "../port.ts";
import { SingleFlight } from "../single-flight.ts";
import type { IndexState } from "./index-state.ts";
import { type BegunWord, termsFor } from "./match-expression.ts";
import { all, either, NO_POSTINGS, type Postings, passing, retiered } from "./postings.ts";
import {
  listCodePostings,
  listHeadPostings,
  listPhrasePostings,
  listPostings,
  listWordPostings,
} from "./read-postings.ts";
import { Vocabularies } from "./vocabulary.ts";

/** One word is in order anywhere in a title. */
const IN_ORDER = { title: "phrase", title_begun: "phrase_begun" } as const;
/** Words are scattered in a title that begins with the first of them. */
const AT_HEAD = { title: "head", title_begun: "head_begun" } as const;
const HEAD = placeOfTier("head");
const inOrderOnly = (hits: Postings): Postings => passing(hits, (_, tier) => tier < HEAD);

/** The titles of so few hits are read faster than all that have the words in their order are looked for. */
const FEW = 60;

/** The same hits, each as good as its titles make it. */
const withTitles = (hits: Postings, titles: ReadonlyMap<number, string[][]>, query: SearchQuery): Postings => ({
  rows: hits.rows,
  tiers: hits.tiers.map((place, at) => {
    const tier = tierOf(place, titles.get(hits.rows[at] ?? 0) ?? [], query);
    return tier === undefined ? place : placeOfTier(tier);
  }),
});

/** Rows of cached postings, 5 bytes each. */
const ROWS_MAX = 6_000_000;

/**
 * Finds the hits of queries among the postings of their words. Those are read from the index once and cached: words come
 * again and again in other company, and all else is done in memory. One for each thread.
 */
export class Questions {
  readonly #vocabularies: Vocabularies;
  readonly #postings = new LRUCache<string, Postings>({
    maxSize: ROWS_MAX,
    sizeCalculation: ({ rows }) => rows.length + 10,
  });
  readonly #reading = new SingleFlight<Postings>();

  readonly #readTitles: ReadTitles;

  constructor(now: () => number, readTitles: ReadTitles) {
    this.#vocabularies = new Vocabularies(now);
    this.#readTitles = readTitles;
  }

  /** The hits that are written as they were typed, or in another form. */
  exact(db: Reader, state: IndexState, typed: SearchQuery): Promise<Postings> {
    return this.#known(db, state, `exact ${JSON.stringify(typed)}`, async () => {
      const query = await this.#withKnownForms(db, state, typed);
      const words: Postings[] = [];
      for (const word of query.words) words.push(await this.#exactWord(db, state, word));
      return either(await this.#ordered(db, state, query, all(words)), await this.#codes(db, state, query));
    });
  }

  /** The query without those forms of its words that are no words of the index. */
  async #withKnownForms(db: Reader, { tag, indexedToUs }: IndexState, query: SearchQuery): Promise<SearchQuery> {
    const { words, formPhrases } = query;
    const forms = words.flatMap((word) => word.forms);
    const known = new Set(await this.#vocabularies.occurring(db, tag, indexedToUs, forms));
    const unknown = new Set(forms.filter((form) => !known.has(form)));
    return {
      ...query,
      words: words.map((word) => ({ ...word, forms: word.forms.filter((form) => known.has(form)) })),
      formPhrases: formPhrases.filter((phrase) => !phrase.some((word) => unknown.has(word))),
    };
  }

  /** Hits of all words, better where they are in order in a title. */
  async #ordered(db: Reader, state: IndexState, query: SearchQuery, found: Postings): Promise<Postings> {
    // What is found nowhere is not in order either.
    if (found.rows.length === 0) return found;
    if (found.rows.length <= FEW) {
      const titles = await this.#readTitles(db, [...found.rows]);
      return withTitles(found, titles, query);
    }
    const ordered = await this.#inOrder(db, state, query);
    const isOne = query.phrases[0]?.length === 1;
    return either(isOne ? retiered(found, found, IN_ORDER) : retiered(found, ordered, AT_HEAD), inOrderOnly(ordered));
  }

  /** The rows whose titles have the words in their order. */
  async #inOrder(db: Reader, state: IndexState, query: SearchQuery): Promise<Postings> {
    const last = query.words.find(({ isPrefix }) => isPrefix);
    const begun = query.isPhraseBegun && last ? (await this.#begun(db, state, last)).begun : undefined;
    const terms = termsFor(state.tag).inOrder(query, begun);
    return listPhrasePostings(db, terms, await this.#heads(db, state, terms.head));
  }

  /** The rows of titles that begin with a word, which comes again in other company as well. */
  async #heads(db: Reader, state: IndexState, head: string | undefined): Promise<Postings> {
    if (head === undefined) return NO_POSTINGS;
    return this.#known(db, state, `head ${head}`, () => listHeadPostings(db, head));
  }

  /** The hits of words and of those that may be meant by them; `undefined` when there are no such others. */
  async spelled(db: Reader, state: IndexState, query: SearchQuery): Promise<Postings | undefined> {
    const near: string[][] = [];
    for (const word of query.words) near.push(await this.#vocabularies.near(db, state.tag, state.indexedToUs, word));
    if (near.every(({ length }) => length === 0)) return undefined;
    return this.#known(db, state, `spelled ${JSON.stringify(query)}`, async () => {
      const words: Postings[] = [];
      for (const [at, word] of (await this.#withKnownForms(db, state, query)).words.entries()) {
        const others = await this.#nearWords(db, state, near[at] ?? []);
        words.push(either(await this.#exactWord(db, state, word), others));
      }
      return either(all(words), await this.#codes(db, state, query));
    });
  }

  async #exactWord(db: Reader, state: IndexState, word: QueryWord): Promise<Postings> {
    const pairs = await this.#vocabularies.pairs(db, state.tag, state.indexedToUs, word.text);
    const question = termsFor(state.tag).word({ ...(await this.#begun(db, state, word)), pairs });
    return this.#known(db, state, `word ${JSON.stringify(question)}`, () => listWordPostings(db, question));
  }

  /** A word with those that it may be the beginning of. */
  async #begun(db: Reader, { tag, indexedToUs }: IndexState, word: QueryWord): Promise<Omit<BegunWord, "pairs">> {
    const begun = word.isPrefix ? await this.#vocabularies.begun(db, tag, indexedToUs, word.text) : undefined;
    return { ...word, begun };
  }

  async #nearWords(db: Reader, state: IndexState, near: readonly string[]): Promise<Postings> {
    if (near.length === 0) return NO_POSTINGS;
    const match = termsFor(state.tag).anyOf(near);
    return this.#known(db, state, `near ${match}`, () => listPostings(db, match, "typo"));
  }

  async #codes(db: Reader, { tag }: IndexState, { codes }: SearchQuery): Promise<Postings> {
    return codes.length === 0 ? NO_POSTINGS : listCodePostings(db, termsFor(tag).anyCode(codes));
  }

  async #known(db: Reader, { indexedToUs }: IndexState, question: string, read: () => Promise<Postings>) {
    const key = `${db.tenantId} ${indexedToUs} ${question}`;
    const known = this.#postings.get(key);
    if (known) return known;
    const postings = await this.#reading.join(key, read);
    this.#postings.set(key, postings);
    return postings;
  }
}
