/** Counts the requests of one caller in a window that slides. Times are milliseconds. */
export interface SlidingWindow {
  /** How long until one more request fits; 0: now. Counts nothing. */
  waitMs(limit: number, windowMs: number, nowMs: number): number;
  add(nowMs: number): void;
  /** Takes the newest request out of the count. */
  removeNewest(): void;
  /** Requests in the window, as of the last `waitMs`. */
  readonly count: number;
  /** When the oldest counted request came. */
  readonly oldestMs: number;
  readonly lastMs: number;
}

const FIRST_CAPACITY = 8;

/** Remembers the time of every request: exact, 8 bytes each. */
export class SlidingLog implements SlidingWindow {
  // A ring: `count` times from `head` on, oldest first.
  #times = new Float64Array(FIRST_CAPACITY);
  #head = 0;
  count = 0;
  lastMs = 0;

  get oldestMs(): number {
    return this.#at(0);
  }

  /** Of the requests that are counted, oldest first. */
  get timesMs(): number[] {
    return Array.from({ length: this.count }, (_, index) => this.#at(index));
  }

  removeNewest(): void {
    this.count = Math.max(0, this.count - 1);
  }

  waitMs(limit: number, windowMs: number, nowMs: number): number {
    while (this.count > 0 && this.#at(0) <= nowMs - windowMs) {
      this.#head = (this.#head + 1) % this.#times.length;
      this.count--;
    }
    return this.count < limit ? 0 : this.#at(this.count - limit) + windowMs - nowMs;
  }

  add(nowMs: number): void {
    if (this.count === this.#times.length) this.#grow();
    this.#times[(this.#head + this.count) % this.#times.length] = nowMs;
    this.count++;
    this.lastMs = nowMs;
  }

  #at(index: number): number {
    return this.#times[(this.#head + index) % this.#times.length] ?? 0;
  }

  #grow(): void {
    const larger = new Float64Array(this.#times.length * 2);
    for (let index = 0; index < this.count; index++) larger[index] = this.#at(index);
    this.#times = larger;
    this.#head = 0;
  }
}

/** How finely a window is counted. */
const BUCKETS_IN_WINDOW = 60;
// One more is stored: the oldest stays in the window until its last millisecond has left it.
const BUCKETS = BUCKETS_IN_WINDOW + 1;

/** Counts by sixtieths of the window, for limits where a log would be large. Frees a slot at most one bucket late. */
export class BucketWindow implements SlidingWindow {
  readonly #counts = new Float64Array(BUCKETS);
  readonly #bucketMs: number;
  // The number of the newest bucket since the epoch.
  #newest = 0;
  count = 0;
  lastMs = 0;

  constructor(windowMs: number) {
    this.#bucketMs = windowMs / BUCKETS_IN_WINDOW;
  }

  get oldestMs(): number {
    for (let number = this.#newest - BUCKETS + 1; number <= this.#newest; number++) {
      if (this.#countOf(number) > 0) return number * this.#bucketMs;
    }
    return this.lastMs;
  }

  waitMs(limit: number, windowMs: number, nowMs: number): number {
    this.#slide(nowMs);
    let excess = this.count - limit + 1;
    if (excess <= 0) return 0;
    for (let number = this.#newest - BUCKETS + 1; number <= this.#newest; number++) {
      excess -= this.#countOf(number);
      if (excess <= 0) return (number + BUCKETS) * this.#bucketMs - nowMs;
    }
    return windowMs;
  }

  add(nowMs: number): void {
    this.#slide(nowMs);
    this.#counts[this.#newest % BUCKETS] = this.#countOf(this.#newest) + 1;
    this.count++;
    this.lastMs = nowMs;
  }

  removeNewest(): void {
    if (this.#countOf(this.#newest) === 0) return;
    this.#counts[this.#newest % BUCKETS] = this.#countOf(this.#newest) - 1;
    this.count--;
  }

  #countOf(number: number): number {
    return this.#counts[((number % BUCKETS) + BUCKETS) % BUCKETS] ?? 0;
  }

  #slide(nowMs: number): void {
    const number = Math.floor(nowMs / this.#bucketMs);
    for (let passed = Math.max(this.#newest + 1, number - BUCKETS + 1); passed <= number; passed++) {
      this.count -= this.#countOf(passed);
      this.#counts[passed % BUCKETS] = 0;
    }
    this.#newest = Math.max(this.#newest, number);
  }
}
