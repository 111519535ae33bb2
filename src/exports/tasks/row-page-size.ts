/** How many rows a page of an export has. */
export interface PageSize {
  /** Of the next page. */
  readonly rows: number;
  /** Called with the length of each page that was written. */
  note(rows: number, bytes: number): void;
}

// Large enough to make the cost of a statement small, small enough to hold in memory.
const ROWS_MAX = 1_000;
const ROWS_FIRST = 100;

/** For a file: as many rows as make the cost of a statement small. */
export const FULL_PAGES: PageSize = { rows: ROWS_MAX, note: () => undefined };

/**
 * For a stream, which keeps its page for as long as its reader takes: about this number of bytes, for rows of any length.
 */
export function pagesOfBytes(bytesWanted: number): PageSize {
  let rows = ROWS_FIRST;
  return {
    get rows() {
      return rows;
    },
    note: (count, bytes) => {
      const fitting = Math.floor((bytesWanted * count) / Math.max(1, bytes));
      rows = Math.max(1, Math.min(ROWS_MAX, fitting));
    },
  };
}
