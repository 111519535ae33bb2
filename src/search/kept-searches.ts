import type { Reader } from "../../db/ports.ts";
import { readClock } from "../../db/products/clock.ts";
import type { SearchEngine } from "../../search/port.ts";
import { RestingMap } from "../../search/resting-map.ts";
import { Running } from "../../search/running.ts";
import { keyOf } from "../products/kept-answers.ts";

/** Characters of answers that are kept at most: some 300 pages of 20 products. */
const KEPT_MAX = 8_000_000;

interface Kept {
  /** The tenant's change clock, and what the index had seen, before it was asked. */
  state: string;
  answer: string;
  /** The reader's commits before the state was last looked at: while they stand, it does. */
  commits: number | null;
}

/**
 * Keeps the answers to searches, as they are sent, while nothing changes: the same words are looked for again and again.
 * The clock says so of all that an answer holds: products, what they belong to, synonyms. One for each app.
 */
export class KeptSearches {
  readonly #engine: Pick<SearchEngine, "isOfDatabase" | "indexedToUs">;
  readonly #kept: RestingMap<Kept>;
  readonly #running = new Running<string>();

  constructor(engine: Pick<SearchEngine, "isOfDatabase" | "indexedToUs">, keptMax = KEPT_MAX) {
    this.#engine = engine;
    this.#kept = new RestingMap(keptMax, ({ answer }) => answer.length);
  }

  /** The answer, as JSON text, to what a tenant `asked`, made by `find` unless it is known. Throws as that does. */
  async answer(db: Reader, asked: unknown, find: () => Promise<string>): Promise<string> {
    if (!this.#engine.isOfDatabase) return find();
    const key = keyOf(db, asked);
    const known = this.#kept.get(key);
    const commits = db.commits();
    if (known !== undefined && commits !== null && known.commits === commits) return known.answer;
    const state = `${await readClock(db)} ${await this.#engine.indexedToUs(db)}`;
    if (known?.state === state) {
      known.commits = commits;
      return known.answer;
    }
    // Who asks the same meanwhile waits for the same answer.
    const answer = await this.#running.join(`${state} ${key}`, find);
    this.#kept.set(key, { state, answer, commits });
    return answer;
  }
}
