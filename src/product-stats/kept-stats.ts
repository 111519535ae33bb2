import type { Reader } from "../../db/ports.ts";
import { readClock } from "../../db/products/clock.ts";
import type { Services } from "../services.ts";
import type { StatsAnswers, StatsRequest } from "./stats.ts";

const KEPT_MAX = 200;
/** "Within the last 30 days" moves on although nothing changes. */
const KEPT_MS = 60_000;

interface Kept {
  clock: number;
  atMs: number;
  answer: Promise<StatsAnswers[keyof StatsAnswers]>;
}

type RequestOf<K extends StatsRequest["kind"]> = Extract<StatsRequest, { kind: K }>;

/**
 * Asks a worker thread for numbers of the whole catalog, and keeps them while nothing changes; who asks for the same
 * meanwhile waits for the same answer. One for each app.
 */
export class KeptStats {
  readonly #services: Pick<Services, "ask" | "now">;
  readonly #kept = new Map<string, Kept>();

  constructor(services: Pick<Services, "ask" | "now">) {
    this.#services = services;
  }

  async find<K extends StatsRequest["kind"]>(db: Reader, request: RequestOf<K>): Promise<StatsAnswers[K]> {
    const { tenantId } = db;
    const key = `${tenantId} ${JSON.stringify({ ...request, nowMs: 0 })}`;
    const clock = await readClock(db);
    const atMs = this.#services.now();
    const known = this.#kept.get(key);
    const isFresh = known && known.clock === clock && atMs - known.atMs < KEPT_MS;
    const answer = isFresh ? known.answer : this.#services.ask("products.stats", tenantId, request);
    if (!isFresh) this.#keep(key, { clock, atMs, answer });
    // The answer to this very request, which says its kind.
    return (await answer) as StatsAnswers[K];
  }

  #keep(key: string, kept: Kept): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    // What failed is asked again. Whoever asked hears of it.
    kept.answer.catch(() => this.#kept.get(key) === kept && this.#kept.delete(key));
  }
}
