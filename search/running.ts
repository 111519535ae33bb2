/** What is being made just now: whoever asks for the same meanwhile waits for it. It lives in one thread. */
export class Running<Made> {
  readonly #running = new Map<string, Promise<Made>>();

  /** What `make` makes, or is making for somebody else under this key. Throws as that does. */
  join(key: string, make: () => Promise<Made>): Promise<Made> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const made = make().finally(() => this.#running.delete(key));
    this.#running.set(key, made);
    return made;
  }
}
