import { CHUNK_ROWS } from "../row/chunk-row.ts";

/** How long a transaction is to take: the server ends one after 5 s, and other writers wait for it meanwhile. */
const AIM_MS = 1_500;
const ROWS_MIN = 25;
// A chunk's rows are in memory several times while it is written.
const ROWS_MAX = 2_000;

/** How many rows of a file a transaction on a server takes: as many as it managed in good time before, so far away as it is. */
export class ChunkPace {
  #rows = CHUNK_ROWS;

  get rows(): number {
    return this.#rows;
  }

  /** Notes how long a chunk took, its round trips and the wait for its turn included. */
  note(rows: number, ms: number): void {
    const fitting = Math.round((rows * AIM_MS) / Math.max(1, ms));
    this.#rows = Math.min(ROWS_MAX, rows * 2, Math.max(ROWS_MIN, fitting));
  }
}
