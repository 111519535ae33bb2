/** What a batch has spent and may spend, while several of its products are in progress. Owned by one run. */
export class Budget {
  readonly #maxMicros: number | null;
  #spentMicros: number;
  #dearestMicros: number;
  #inHand = 0;
  #waiting: (() => void)[] = [];

  constructor(maxMicros: number | null, spentMicros: number, dearestMicros: number) {
    this.#maxMicros = maxMicros;
    this.#spentMicros = spentMicros;
    this.#dearestMicros = dearestMicros;
  }

  /**
   * Takes what the next product may cost, which is what the dearest one has. Waits while that depends on those in progress:
   * the first product goes alone. Answers false when there is no money for another.
   */
  async take(): Promise<boolean> {
    const max = this.#maxMicros;
    if (max === null) return true;
    for (;;) {
      const isFirst = this.#dearestMicros === 0;
      const taken = this.#spentMicros + (this.#inHand + 1) * this.#dearestMicros;
      const fits = isFirst ? this.#inHand === 0 && this.#spentMicros < max : taken <= max;
      if (fits) {
        this.#inHand++;
        return true;
      }
      if (this.#inHand === 0) return false;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Gives back what a product did not cost. */
  settle(costMicros: number): void {
    if (this.#maxMicros === null) return;
    this.#inHand--;
    this.#spentMicros += costMicros;
    // One that costs nothing is no reason to go one by one for ever.
    this.#dearestMicros = Math.max(this.#dearestMicros, costMicros, 1);
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
