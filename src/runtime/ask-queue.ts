import { ApiError } from "../http/output/errors.ts";

/** An ask that waits for a free slot of a reader thread. */
interface Waiting {
  name: string;
  /** What it was expected to take when it came, in milliseconds. */
  expectedMs: number;
  sinceMs: number;
  start(): void;
}

interface AskQueueOptions {
  /** How many asks can be under way at a time, with as many threads as there may be. */
  capacity: number;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
}

/** Nobody is made to wait for longer: a search that comes later is refused at once instead of late. */
const WAIT_MAX_MS = 2_000;
/** How much the latest duration counts in what the next is expected to take. */
const NEWEST_PART = 0.2;
const FIRST_GUESS_MS = 5;

/** The asks that wait, first come first served, and what they are expected to take: as long as those of the same name took. */
export class AskQueue {
  readonly #options: AskQueueOptions;
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();
  readonly #tookMs = new Map<string, number>();
  #expectedMs = 0;

  constructor(options: AskQueueOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** How long an ask that comes now would wait, in milliseconds: what is ahead of it, or what the first has waited already. */
  get waitMs(): number {
    const [first] = this.#waiting;
    return Math.max(this.#expectedMs / this.#options.capacity, first ? this.#now() - first.sinceMs : 0);
  }

  /** Throws SYSTEM_SERVICE_UNAVAILABLE with `Retry-After` when one more ask would wait for too long. */
  refuseWhenLong(): void {
    const { waitMs } = this;
    if (waitMs <= WAIT_MAX_MS) return;
    const seconds = Math.ceil(waitMs / 1_000);
    throw new ApiError("SYSTEM_SERVICE_UNAVAILABLE", {
      key: "system.busy",
      params: { seconds },
      headers: { "retry-after": String(seconds) },
    });
  }

  /** Adds an ask; the function takes it out again, if it has not started. */
  add(name: string, start: () => void): () => void {
    const expectedMs = this.#tookMs.get(name) ?? FIRST_GUESS_MS;
    const waiting = { name, expectedMs, sinceMs: this.#now(), start };
    this.#waiting.add(waiting);
    this.#expectedMs += expectedMs;
    return () => this.#remove(waiting);
  }

  /** Starts the one that waits longest. */
  startNext(): void {
    const [first] = this.#waiting;
    if (!first) return;
    this.#remove(first);
    first.start();
  }

  /** Notes how long an ask took. */
  note(name: string, tookMs: number): void {
    const before = this.#tookMs.get(name);
    this.#tookMs.set(name, before === undefined ? tookMs : before + (tookMs - before) * NEWEST_PART);
  }

  #now(): number {
    return this.#options.now?.() ?? performance.now();
  }

  #remove(waiting: Waiting): void {
    if (!this.#waiting.delete(waiting)) return;
    this.#expectedMs = this.#waiting.size === 0 ? 0 : this.#expectedMs - waiting.expectedMs;
  }
}
