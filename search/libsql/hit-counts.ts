import type { Reader } from "../../db/ports.ts";
import { countHits, type HitQuery } from "./hits.ts";

const COUNTS_MAX = 1_000;

/** Remembers how many hits questions have, while neither the index nor a product has changed. One for each thread. */
export class HitCounts {
  readonly #counts = new Map<string, number>();

  async count(db: Reader, indexedToUs: number, query: HitQuery): Promise<number> {
    const { match, filter, stale } = query;
    const key = JSON.stringify([db.tenantId, indexedToUs, match, filter, stale]);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const count = await countHits(db, query);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size >= COUNTS_MAX && oldest !== undefined) this.#counts.delete(oldest);
    this.#counts.set(key, count);
    return count;
  }
}
