const START_LENGTH = 1024;

/** The place of the first number that is at least `value` among the first `length`, which ascend; `length` without any. */
export function firstAtLeast(sorted: Float64Array, value: number, length = sorted.length): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Numbers in the order they came, eight bytes each. */
export class NumberList {
  #values = new Float64Array(START_LENGTH);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new Float64Array(this.length * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.length++] = value;
  }

  at = (index: number): number => this.#values[index] ?? 0;

  /** Where a number is, of numbers that came in ascending order; -1 when it is not there. */
  indexInOrder(value: number): number {
    const index = firstAtLeast(this.#values, value, this.length);
    return index < this.length && this.#values[index] === value ? index : -1;
  }

  /** The numbers in ascending order. */
  sorted = (): Float64Array => this.#values.slice(0, this.length).sort();

  /** The numbers that came more than once. */
  repeated(): Set<number> {
    const sorted = this.sorted();
    const found = new Set<number>();
    for (let index = 1; index < sorted.length; index++) {
      const value = sorted[index];
      if (value !== undefined && value === sorted[index - 1]) found.add(value);
    }
    return found;
  }
}
