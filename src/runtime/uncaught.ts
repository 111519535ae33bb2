import process from "node:process";
import type { Log } from "./log.ts";

/** The number of uncaught errors of all threads. */
export class UncaughtErrors {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(): void {
    this.#count++;
  }
}

/**
 * Keeps a thread alive when an error is thrown without a listener: a stream, a timer or a promise of one request must not
 * end the others. It is logged and passed to `count`. Not for the thread that writes: what it holds may be damaged then,
 * and what is on disk is not.
 */
export function surviveUncaught(log: Log, count: () => void): void {
  const note = (error: unknown) => {
    count();
    log.error({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }, "uncaught error");
  };
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
}
