import type { TierLimit } from "../../../config/tiers.ts";
import { BucketWindow, SlidingLog, type SlidingWindow } from "./sliding-window.ts";

// A log of this many times is 8 KiB for each caller; above, buckets cost 480 bytes.
const LOG_LIMIT_MAX = 1000;
// A flood of addresses forgets the oldest callers instead of filling the memory.
const CALLERS_MAX = 100_000;
const SWEEP_EVERY = 10_000;

/** The callers of one tier. Forgets those that were idle for a window. */
export class TierCallers {
  readonly #windows = new Map<string, SlidingWindow>();
  #untilSweep = SWEEP_EVERY;

  window(caller: string, { limit, windowSeconds }: TierLimit, nowMs: number): SlidingWindow {
    if (--this.#untilSweep <= 0) this.#sweep(nowMs - windowSeconds * 1000);
    const known = this.#windows.get(caller);
    const fits = limit > LOG_LIMIT_MAX ? known instanceof BucketWindow : known instanceof SlidingLog;
    if (known && fits) return known;
    const window = limit > LOG_LIMIT_MAX ? new BucketWindow(windowSeconds * 1000) : new SlidingLog();
    this.#windows.set(caller, window);
    if (this.#windows.size > CALLERS_MAX) this.#forgetOldest();
    return window;
  }

  /** `undefined` for a caller that is unknown or was removed. */
  known(caller: string): SlidingWindow | undefined {
    return this.#windows.get(caller);
  }

  restore(caller: string, timesMs: number[]): void {
    const window = new SlidingLog();
    for (const atMs of timesMs) window.add(atMs);
    this.#windows.set(caller, window);
  }

  get size(): number {
    return this.#windows.size;
  }

  #sweep(idleSinceMs: number): void {
    for (const [caller, { lastMs }] of this.#windows) if (lastMs < idleSinceMs) this.#windows.delete(caller);
    // Never more than one look at each caller for each request.
    this.#untilSweep = Math.max(SWEEP_EVERY, this.#windows.size);
  }

  #forgetOldest(): void {
    for (const caller of this.#windows.keys()) {
      this.#windows.delete(caller);
      return;
    }
  }
}
