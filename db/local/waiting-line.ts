import type { WriteOptions } from "../ports.ts";

/** A mutation as it crosses threads. */
export interface WriteRequest {
  name: string;
  tenantId: string;
  input: unknown;
  options: WriteOptions;
}

/** A mutation that waits, and who waits for it. */
export interface Pending {
  request: WriteRequest;
  /** Grows with each that came. */
  order: number;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Mutations that wait, in the order they came; the bulk ones behind the others. */
export class WaitingLine {
  readonly #interactive: Pending[] = [];
  readonly #bulk: Pending[] = [];
  /** The group before took no bulk one. */
  #bulkIsNext = false;

  get length(): number {
    return this.#interactive.length + this.#bulk.length;
  }

  add(pending: Pending): void {
    (pending.request.options.isBulk ? this.#bulk : this.#interactive).push(pending);
  }

  /** The first of a group: the bulk ones have every second group at least, for any number of others. */
  first(): Pending | undefined {
    const isBulk = this.#bulk.length > 0 && (this.#bulkIsNext || this.#interactive.length === 0);
    this.#bulkIsNext = !isBulk;
    return isBulk ? this.#bulk.shift() : this.#interactive.shift();
  }

  nextInteractive = (): Pending | undefined => this.#interactive.shift();
  /** Nothing as long as others wait. */
  nextBulk = (): Pending | undefined => (this.#interactive.length === 0 ? this.#bulk.shift() : undefined);

  /** Lets these go first again among their kind, in this order. */
  putBack(group: readonly Pending[]): void {
    const { bulk = [], interactive = [] } = Object.groupBy(group, ({ request }) =>
      request.options.isBulk ? "bulk" : "interactive",
    );
    this.#bulk.unshift(...bulk);
    this.#interactive.unshift(...interactive);
  }

  /** Takes out those of which `isOne` holds. */
  takeWhere(isOne: (pending: Pending) => boolean): Pending[] {
    const all = this.takeAll();
    this.putBack(all.filter((each) => !isOne(each)));
    return all.filter(isOne);
  }

  /** Empties the line. */
  takeAll = (): Pending[] => [...this.#interactive.splice(0), ...this.#bulk.splice(0)];
}
