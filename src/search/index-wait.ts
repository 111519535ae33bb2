import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Reader } from "../../db/ports.ts";
import type { SearchEngine } from "../../search/port.ts";
import { SingleFlight } from "../../search/single-flight.ts";
import { isOutOfReach } from "../../search/unseen.ts";

const WAIT_MS = 2_000;
const POLL_MS = 50;
/** After a wait in vain, as long as an import of hours goes on, no caller waits this long. */
const VAIN_MS = 10_000;
const TENANTS_MAX = 1_000;

/**
 * Lets searches wait for the index after more changes than they look through: most often it has them within 2 s. One for
 * each app. Whether an answer has seen all of them is said by who finds it.
 */
export class IndexWait {
  readonly #engine: Pick<SearchEngine, "indexedToUs">;
  readonly #waiting = new SingleFlight<void>();
  /** Until when no caller waits, by tenant, in milliseconds of `performance.now()`. */
  readonly #vain = new LRUCache<string, number>({ max: TENANTS_MAX });

  constructor(engine: Pick<SearchEngine, "indexedToUs">) {
    this.#engine = engine;
  }

  /** Returns when the index has nearly all of the tenant's changes, after 2 s at the latest. Throws `SearchUnavailable`. */
  async near(db: Reader): Promise<void> {
    if (!(await this.#isBehind(db)) || performance.now() < (this.#vain.get(db.tenantId) ?? 0)) return;
    await this.#waiting.join(db.tenantId, () => this.#wait(db));
  }

  async #isBehind(db: Reader): Promise<boolean> {
    return isOutOfReach(db, await this.#engine.indexedToUs(db));
  }

  async #wait(db: Reader): Promise<void> {
    const endMs = performance.now() + WAIT_MS;
    while (performance.now() < endMs) {
      await sleep(POLL_MS);
      if (!(await this.#isBehind(db))) return;
    }
    this.#vain.set(db.tenantId, performance.now() + VAIN_MS);
  }
}
