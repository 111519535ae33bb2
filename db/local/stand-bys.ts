import type { Pending, WriteRequest } from "./waiting-line.ts";

/** Those that found no job and wait for one. */
export class StandBys {
  readonly #waiting = new Set<Pending>();
  /** Called back before they waited. */
  readonly #recalled = new WeakSet<WriteRequest>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Lets one wait; answers it instead when it was called back meanwhile. */
  add(pending: Pending): void {
    if (this.#recalled.has(pending.request)) pending.resolve(undefined);
    else this.#waiting.add(pending);
  }

  /** Answers one that found nothing so far. */
  recall(request: WriteRequest): void {
    this.#recalled.add(request);
    for (const pending of this.#waiting) {
      if (pending.request !== request) continue;
      this.#waiting.delete(pending);
      pending.resolve(undefined);
    }
  }

  /**
   * Who is to have a job of one of these queues: a hand of the thread that has most of them free, for one with long work in
   * hand looks at its messages late; of two threads the one that was heard of last.
   */
  take(queues: readonly string[]): Pending | undefined {
    const free = new Map<string, number>();
    for (const { request } of this.#waiting) free.set(ownerOf(request), (free.get(ownerOf(request)) ?? 0) + 1);
    let best: Pending | undefined;
    let most = 0;
    for (const pending of this.#waiting) {
      const count = free.get(ownerOf(pending.request)) ?? 0;
      if (count < most || !queues.includes(pending.request.standBy?.queue ?? "")) continue;
      best = pending;
      most = count;
    }
    if (best) this.#waiting.delete(best);
    return best;
  }

  /** Empties it. */
  takeAll(): Pending[] {
    const all = [...this.#waiting];
    this.#waiting.clear();
    return all;
  }
}

const ownerOf = ({ standBy }: WriteRequest) => standBy?.owner ?? "";
