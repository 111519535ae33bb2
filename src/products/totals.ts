import { Running } from "../../search/running.ts";
import type { ProductPageRows } from "./find-page.ts";
import { KeptAnswers } from "./kept-answers.ts";
import { PageStarts } from "./page-starts.ts";

/** A count may be given out this long although something has changed, when it was dear and of a long list. */
const STALE_MS = 1_000;
const DEAR_MS = 5;
/** Of a shorter list a missing product would be noticed, and on a server each count takes long. */
const LONG_LIST = 10_000;
const TOTALS_MAX = 2_000;
/** Some 200 pages of 20. */
const PAGES_MAX = 4_000_000;

interface Total {
  total: number;
  /** The tenant's change clock before it was counted. */
  clock: number;
  countedAtMs: number;
  countMs: number;
}

/**
 * Remembers how long lists are, because counting reads them whole, where their pages begin, and the pages that were asked
 * for last. One for each app; it lives in one thread.
 */
export class ProductTotals {
  readonly starts = new PageStarts();
  /** Pages that worker threads read. */
  readonly running = new Running<ProductPageRows>();
  readonly pages = new KeptAnswers<{ text: string; clock: number | null }>(PAGES_MAX);
  readonly #now: () => number;
  readonly #totals = new Map<string, Total>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The length of a list while the tenant's clock shows `clock`; `undefined` when it must be counted. */
  find(list: string, clock: number): number | undefined {
    const known = this.#totals.get(list);
    if (!known) return undefined;
    const isFresh = known.clock === clock;
    const isDear = known.countMs > DEAR_MS && known.total >= LONG_LIST;
    return isFresh || (isDear && this.#now() - known.countedAtMs < STALE_MS) ? known.total : undefined;
  }

  /** Whether a list was counted when the tenant's clock showed `clock`. */
  isCountedAt(list: string, clock: number): boolean {
    return this.#totals.get(list)?.clock === clock;
  }

  /** Keeps a count that began when the tenant's clock showed `clock`. */
  keep(list: string, { total, clock, countMs }: Omit<Total, "countedAtMs">): void {
    const [oldest] = this.#totals.keys();
    if (this.#totals.size >= TOTALS_MAX && oldest !== undefined) this.#totals.delete(oldest);
    this.#totals.delete(list);
    this.#totals.set(list, { total, clock, countMs, countedAtMs: this.#now() });
  }
}
