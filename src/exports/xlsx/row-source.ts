/** Rows that come in pages and are taken in other portions. */
export class RowSource<Row> {
  readonly #pages: AsyncIterator<readonly Row[]>;
  #left: readonly Row[] = [];

  constructor(pages: AsyncIterable<readonly Row[]>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  async isEmpty(): Promise<boolean> {
    while (this.#left.length === 0) {
      const { done, value } = await this.#pages.next();
      if (done) return true;
      this.#left = value;
    }
    return false;
  }

  /** The next rows, up to a maximum; some once `isEmpty` has said no. */
  take(limit: number): readonly Row[] {
    const rows = this.#left.slice(0, limit);
    this.#left = this.#left.slice(limit);
    return rows;
  }

  /** The next rows in pages, up to a maximum. */
  async *upTo(limit: number): AsyncGenerator<readonly Row[], void> {
    for (let left = limit; left > 0 && !(await this.isEmpty()); ) {
      const rows = this.take(left);
      left -= rows.length;
      yield rows;
    }
  }

  /** Says that no more rows will be taken. */
  async stop(): Promise<void> {
    await this.#pages.return?.();
  }
}
