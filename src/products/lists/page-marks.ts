import { LRUCache } from "lru-cache";
import { PAGE_VALID_MS } from "../../../db/products/page-marks.ts";

const MARKS_MAX = 20_000;

interface Mark {
  /** Where the page ended. */
  end: number;
  /** How many callers have that page and have not yet requested the next one. */
  waiting: number;
  putAtMs: number;
}

/**
 * Remembers where the pages of a list ended that moves while it is read: what changes goes to its end, so a later page
 * found by its number would begin too far on and leave something out. Callers that cannot be distinguished go on from the
 * earliest end of theirs: they may see something twice, and miss nothing. One for each app; it lives in one thread.
 */
export class PageMarks {
  readonly #now: () => number;
  readonly #marks = new LRUCache<string, Mark>({ max: MARKS_MAX });

  constructor(now: () => number) {
    this.#now = now;
  }

  #find(list: string, page: number): Mark | undefined {
    const mark = this.#marks.get(`${page} ${list}`);
    return mark && this.#now() - mark.putAtMs < PAGE_VALID_MS ? mark : undefined;
  }

  /** Notes where a page ended that is being given out. `list` names the list, its filters and who reads it. */
  put(list: string, page: number, end: number): void {
    const known = this.#find(list, page);
    const shared = known && known.waiting > 0 ? known : { end, waiting: 0 };
    const mark = { end: Math.min(shared.end, end), waiting: shared.waiting + 1, putAtMs: this.#now() };
    this.#marks.set(`${page} ${list}`, mark);
  }

  /** Where the page before this one ended; `undefined` when that is not known (any more). */
  endBefore(list: string, page: number): number | undefined {
    const mark = this.#find(list, page - 1);
    if (!mark) return undefined;
    mark.waiting = Math.max(0, mark.waiting - 1);
    return mark.end;
  }
}
