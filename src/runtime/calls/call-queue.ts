import { ApiError } from "../../http/output/errors.ts";
import type { BusyKey } from "../../http/output/messages/busy.ts";
import { shareOf, TenantCounts } from "./tenant-shares.ts";

/** A call that waits for a free slot of a reader thread. */
interface Waiting {
  tenantId: string;
  /** What it was expected to take when it came, in milliseconds. */
  expectedMs: number;
  sinceMs: number;
  start(): void;
}

interface CallQueueOptions {
  /** How many calls can be under way at a time, with as many threads as there may be. */
  capacity: number;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
}

/** No caller waits longer: a search that comes later is refused at once instead of late. */
const WAIT_MAX_MS = 2_000;
/** How much the latest duration counts in what the next is expected to take. */
const NEWEST_PART = 0.2;
const FIRST_GUESS_MS = 5;
/** What takes longer may be waiting for a server that the tenant named, such as one of embeddings. */
const QUICK_MS = 500;

/** A refusal for now; `own` says that it is the tenant's own limit that is reached. */
export function tooBusy(key: BusyKey, waitMs: number, own = false): ApiError {
  const seconds = Math.ceil(waitMs / 1_000);
  return new ApiError("SYSTEM_SERVICE_UNAVAILABLE", {
    key: own ? `${key}.own` : key,
    params: { seconds },
    headers: { "retry-after": String(seconds) },
  });
}

/**
 * The calls that wait, first come first served, and what they are expected to take: as long as those of the same name took.
 * No tenant has more than half of the places in the queue, nor of the running calls, except for quick ones while no other
 * tenant wants a slot.
 */
export class CallQueue {
  readonly #options: CallQueueOptions;
  readonly #share: number;
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();
  readonly #tookMs = new Map<string, number>();
  readonly #expectedMs = new TenantCounts();
  readonly #running = new TenantCounts();
  #allExpectedMs = 0;

  constructor(options: CallQueueOptions) {
    this.#options = options;
    this.#share = shareOf(options.capacity);
  }

  /** Whether one waits whose tenant has not its share yet. */
  get canStart(): boolean {
    return this.#next() !== undefined;
  }

  /** Throws SYSTEM_SERVICE_UNAVAILABLE with `Retry-After` when one more call would wait for too long. */
  refuseWhenLong(tenantId: string, key: BusyKey): void {
    const { capacity } = this.#options;
    const ownMs = this.#expectedMs.of(tenantId);
    if (ownMs > (WAIT_MAX_MS * capacity) / 2) throw tooBusy(key, ownMs / this.#share, true);
    // What waits for its tenant's share alone does not keep the others waiting.
    const first = this.#next() ?? this.#firstOf(tenantId);
    const waitMs = Math.max(this.#allExpectedMs / capacity, first ? this.#now() - first.sinceMs : 0);
    if (waitMs > WAIT_MAX_MS) throw tooBusy(key, waitMs);
  }

  /** Adds a call; the function takes it out again, if it has not started. */
  add(name: string, tenantId: string, start: () => void): () => void {
    // Whole, so that what is added and taken away again leaves nothing.
    const expectedMs = Math.ceil(this.#tookMs.get(name) ?? FIRST_GUESS_MS);
    const waiting = { tenantId, expectedMs, sinceMs: this.#now(), start };
    this.#waiting.add(waiting);
    this.#allExpectedMs += expectedMs;
    this.#expectedMs.add(tenantId, expectedMs);
    return () => this.#remove(waiting);
  }

  /** Starts the one that waits longest, of those whose tenant has not its share yet. */
  startNext(): void {
    const next = this.#next();
    if (!next) return;
    this.#remove(next);
    this.#running.add(next.tenantId, 1);
    next.start();
  }

  /** One that was started has ended; notes how long it took. */
  ended(name: string, tenantId: string, tookMs: number): void {
    this.#running.add(tenantId, -1);
    const before = this.#tookMs.get(name);
    this.#tookMs.set(name, before === undefined ? tookMs : before + (tookMs - before) * NEWEST_PART);
  }

  #now(): number {
    return this.#options.now?.() ?? performance.now();
  }

  #next(): Waiting | undefined {
    for (const each of this.#waiting) if (this.#mayStart(each)) return each;
    return undefined;
  }

  #mayStart({ tenantId, expectedMs }: Waiting): boolean {
    if (this.#running.of(tenantId) < this.#share) return true;
    return expectedMs < QUICK_MS && this.#running.isOnly(tenantId) && this.#expectedMs.isOnly(tenantId);
  }

  #firstOf(tenantId: string): Waiting | undefined {
    for (const each of this.#waiting) if (each.tenantId === tenantId) return each;
    return undefined;
  }

  #remove(waiting: Waiting): void {
    if (!this.#waiting.delete(waiting)) return;
    const { tenantId, expectedMs } = waiting;
    this.#allExpectedMs = this.#waiting.size === 0 ? 0 : this.#allExpectedMs - expectedMs;
    this.#expectedMs.add(tenantId, -expectedMs);
  }
}
