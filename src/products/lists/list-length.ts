import type { Reader } from "../../../db/ports.ts";
import type { Services } from "../../runtime/services.ts";

/** Where a list is read. */
export interface ProductListPlace {
  services: Pick<Services, "call" | "cache" | "now">;
  db: Reader;
  /** The state of the catalog by which the list is read, where that is known. */
  state?: string | undefined;
  /** How many products there are, where that is on its way already. */
  products?: Promise<number> | undefined;
}

/** From here on the HTTP thread does not count a list itself: it may have to look at each product. */
export const LARGE_CATALOG = 20_000;
/** Nor does it go so far into a list. */
export const FAR_OFFSET = 20_000;

/** An expensive count of a long list may stand this long after a change, as an estimate. */
const ESTIMATE_MS = 1_000;
const EXPENSIVE_MS = 5;
/** Of a shorter list a missing product would be noticed, and on a server each count takes long. */
const LONG_LIST = 10_000;

interface Counted {
  total: number;
  countMs: number;
  countedAtMs: number;
}

/** What is known of the length of a list. */
export interface KnownLength {
  /** `undefined`: it must be counted. */
  total: number | undefined;
  /** What a count of the last second found, when there is no total. Answers say that it is an estimate. */
  estimate: number | undefined;
  /** What was counted last, however long ago: enough to plan by. */
  hint: number | undefined;
  /** Caches a count that was begun after this was found. */
  put(counted: { total: number; countMs: number | null }): void;
}

/** The length of a list as far as it is cached: counting reads the list whole. `list` names the list and its filters. */
export async function knownLength({ services, db, state }: ProductListPlace, list: unknown): Promise<KnownLength> {
  const { cache, now } = services;
  const { value, outdated, put } = await cache.find<Counted>(db, "catalog", ["length", list], state);
  const isExpensive = outdated !== undefined && outdated.countMs > EXPENSIVE_MS && outdated.total >= LONG_LIST;
  return {
    total: value?.total,
    estimate: isExpensive && now() - outdated.countedAtMs < ESTIMATE_MS ? outdated.total : undefined,
    hint: (value ?? outdated)?.total,
    put: ({ total, countMs }) => put({ total, countMs: countMs ?? 0, countedAtMs: now() }),
  };
}
