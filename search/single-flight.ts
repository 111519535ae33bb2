interface Run<Made> {
  made: Promise<Made>;
  /** Those that wait for it. */
  waiting: number;
  /** Aborts when all of them have disconnected. */
  leaving: AbortController;
}

/** Runs each piece of work once at a time: callers with the same key share the run that is under way. One for each thread. */
export class SingleFlight<Made> {
  readonly #running = new Map<string, Run<Made>>();

  /**
   * What `make` makes, or is making for somebody else under this key. Throws as that does. Its signal aborts when all that
   * wait have disconnected, as their `signal` says; who gives none stays.
   */
  join(key: string, make: (signal: AbortSignal) => Promise<Made>, signal?: AbortSignal): Promise<Made> {
    const run = this.#running.get(key) ?? this.#start(key, make);
    run.waiting++;
    const leave = () => {
      if (--run.waiting > 0) return;
      // Who comes later has one of its own.
      this.#end(key, run);
      run.leaving.abort();
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener("abort", leave);
    return run.made;
  }

  #start(key: string, make: (signal: AbortSignal) => Promise<Made>): Run<Made> {
    const leaving = new AbortController();
    const made = make(leaving.signal).finally(() => this.#end(key, run));
    const run: Run<Made> = { made, waiting: 0, leaving };
    this.#running.set(key, run);
    return run;
  }

  #end(key: string, run: Run<Made>): void {
    if (this.#running.get(key) === run) this.#running.delete(key);
  }
}
