import type { Reader, Tx } from "../ports.ts";
import { DatabaseUnavailable, type Deadline } from "./unavailable.ts";

/** A mutation that is to be run. */
export interface Request {
  name: string;
  tenantId: string;
  /** Long work: it waits for those that are not, and begins a group. */
  isBulk: boolean;
  deadline: Deadline;
  run: (tx: Tx) => Promise<unknown>;
  /** Reads what it has left, with the commit. */
  readAlong?: ((db: Reader, result: unknown) => Promise<unknown>) | undefined;
}

export interface Waiting {
  request: Request;
  tries: number;
  /** It shares no transaction: one that it shared has failed. */
  isAlone: boolean;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/** Two lines: bulk work waits for the others. */
export class Lines {
  #first: Waiting[] = [];
  #bulk: Waiting[] = [];

  get length(): number {
    return this.#first.length + this.#bulk.length;
  }

  add(waiting: Waiting): void {
    (waiting.request.isBulk ? this.#bulk : this.#first).push(waiting);
  }

  /** Puts back what was not run, at the head. */
  putBack(those: readonly Waiting[]): void {
    this.#first = [...those.filter(({ request }) => !request.isBulk), ...this.#first];
    this.#bulk = [...those.filter(({ request }) => request.isBulk), ...this.#bulk];
  }

  /** The next that begins a group, or one that joins it. Those whose time is over are refused. */
  next(isFirst: boolean): Waiting | undefined {
    for (;;) {
      const from = this.#first.length > 0 || !isFirst ? this.#first : this.#bulk;
      if (!isFirst && from[0]?.isAlone) return undefined;
      const waiting = from.shift();
      if (!waiting || waiting.request.deadline.leftMs() > 0) return waiting;
      waiting.reject(new DatabaseUnavailable("Too many wait for the database server"));
    }
  }
}
