import type { Pending } from "./waiting-line.ts";

/** How long the disk is left alone before it is tried again. */
const RETRY_MS = 1_000;

const jobOf = ({ request }: Pending) => request.options.step?.lease.jobId;

/** Mutations that the disk has refused and that wait until it takes them, in the order they came. */
export class HeldLine {
  #held: Pending[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = true;
  readonly #giveBack: (held: Pending[]) => void;

  /** `giveBack` is handed all of them after a while, to be tried again. */
  constructor(giveBack: (held: Pending[]) => void) {
    this.#giveBack = giveBack;
  }

  get length(): number {
    return this.#held.length;
  }

  /** Holds one that may wait. Says whether it did. */
  add(pending: Pending): boolean {
    if (!this.#isOpen || !pending.request.options.waits) return false;
    this.#held.push(pending);
    this.#timer ??= setTimeout(() => this.#giveBack(this.takeAll()), RETRY_MS);
    return true;
  }

  /** Whether an earlier step of the same job is held: the steps of a job are written in their order. */
  blocks(pending: Pending): boolean {
    const job = jobOf(pending);
    return job !== undefined && this.#held.some((each) => jobOf(each) === job && each.order < pending.order);
  }

  /** Empties it. */
  takeAll(): Pending[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = this.#held.toSorted((one, other) => one.order - other.order);
    this.#held = [];
    return all;
  }

  /** Empties it, and takes none any more: the process stops. */
  close(): Pending[] {
    this.#isOpen = false;
    return this.takeAll();
  }
}
