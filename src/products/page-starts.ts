import type { ProductListQuery } from "../../db/products/list.ts";

type Place = NonNullable<ProductListQuery["after"]>;

/** Where a page begins: how many products come before it, and the last of those. */
interface PageStart {
  at: number;
  place: Place;
}

interface KnownList {
  /** The tenant's change clock when these were true. */
  clock: number;
  /** Those that come first, first. */
  starts: PageStart[];
}

const LISTS_MAX = 200;
const STARTS_MAX = 200;

/**
 * Remembers where pages far down a list began, while nothing changes: a page by number is then read from the nearest of
 * them on, where SQLite would count through all before it. One for each app; it lives in one thread.
 */
export class PageStarts {
  readonly #lists = new Map<string, KnownList>();

  /** The last known one that is not beyond this offset, while the tenant's clock shows `clock`. */
  find(list: string, clock: number, offset: number): PageStart | undefined {
    const known = this.#lists.get(list);
    if (known?.clock !== clock) return undefined;
    return known.starts.findLast(({ at }) => at <= offset);
  }

  /** Keeps where a page began that was read when the tenant's clock showed `clock`. */
  keep(list: string, clock: number, start: PageStart): void {
    const known = this.#lists.get(list);
    const same = known?.clock === clock ? known.starts : [];
    if (same.some(({ at }) => at === start.at)) return;
    // Of too many, every second one is as good.
    const kept = same.length < STARTS_MAX ? same : same.filter((_, index) => index % 2 === 0);
    const starts = [...kept, start].toSorted((one, other) => one.at - other.at);
    this.#lists.delete(list);
    this.#lists.set(list, { clock, starts });
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > LISTS_MAX && oldest !== undefined) this.#lists.delete(oldest);
  }
}
