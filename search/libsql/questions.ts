import type { Reader } from "../../db/ports.ts";
import type { HitsRequest, SearchQuery } from "../port.ts";
import { HitCounts } from "./hit-counts.ts";
import { findIndexState, type IndexState } from "./index-state.ts";
import { type BegunQuery, type BegunWord, expressionsFor, type SpelledWord } from "./match-expression.ts";
import { Vocabularies } from "./vocabulary.ts";

/** With more exact hits than this nobody turns the pages to those with typos: they are not looked for. */
const EXACT_ENOUGH = 1_000;

/** What FTS5 is to be asked for a query, by the words of the tenant's index. One for each thread. */
export class Questions {
  readonly #vocabularies: Vocabularies;
  readonly #counts = new HitCounts();

  constructor(now: () => number) {
    this.#vocabularies = new Vocabularies(now);
  }

  /** The questions for exact hits and for those with typos, with how many each has; `undefined` when none has any. */
  async ask(db: Reader, { query: typed, filter, stale }: Omit<HitsRequest, "offset" | "limit">) {
    const state = await findIndexState(db);
    if (!state) return undefined;
    const expressions = expressionsFor(state.tag);
    const query = await this.#begun(db, state, typed);
    const whole = expressions.exactWhole(query);
    if (whole === undefined) return undefined;
    const count = (match: string) => this.#counts.count(db, state.indexedToUs, { match, filter, stale });
    const exact = await count(whole);
    const typo =
      exact < EXACT_ENOUGH ? expressions.typoTier(query, await this.#spelled(db, state, query.words)) : undefined;
    const tiers = () => expressions.exactTiers(query);
    return { tiers, whole, exact, typo, typos: typo ? await count(typo.match) : 0, count };
  }

  /** The query with the words that its last one may be the beginning of. */
  async #begun(db: Reader, { tag, indexedToUs }: IndexState, query: SearchQuery): Promise<BegunQuery> {
    const words: BegunWord[] = [];
    for (const word of query.words) {
      const begun = word.isPrefix ? await this.#vocabularies.begun(db, tag, indexedToUs, word.text) : undefined;
      words.push({ ...word, begun });
    }
    return { ...query, words };
  }

  async #spelled(db: Reader, { tag, indexedToUs }: IndexState, words: readonly BegunWord[]): Promise<SpelledWord[]> {
    const spelled: SpelledWord[] = [];
    for (const word of words)
      spelled.push({ ...word, near: await this.#vocabularies.near(db, tag, indexedToUs, word) });
    return spelled;
  }
}
