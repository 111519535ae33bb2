/** A row of a file. */
export interface FileRecord {
  /** Place in the file from 1: of grids with the header, skipped and blank rows counted; of JSON and XML of rows alone. */
  number: number;
  cells: string[];
}

/** Longer than this, in characters, no row of a list is. */
export const RECORD_LENGTH_MAX = 1024 * 1024;
/** Wider than this no list is. */
export const COLUMNS_MAX = 2000;

/** What a reader notices of cells besides their texts. */
export interface ReadingNotes {
  /** The cell in this column, from 0, holds a number with a fraction, and not a text of figures. */
  number(column: number): void;
  /** A cell, by its name in its sheet, shows an error or a formula that was not calculated. */
  withoutValue(cell: string): void;
  /** A byte in this line is no UTF-8, and was read as windows-1252. */
  mended(line: number): void;
}

/** For callers that need none. */
export const NO_NOTES: ReadingNotes = {
  number: () => undefined,
  withoutValue: () => undefined,
  mended: () => undefined,
};
