import type { Column, ExportValue, Table } from "./table.ts";

export type CsvDelimiter = "," | ";" | "\t" | "|";

const NEEDS_QUOTES: Record<CsvDelimiter, RegExp> = {
  ",": /[",\r\n]/,
  ";": /[";\r\n]/,
  "\t": /["\t\r\n]/,
  "|": /["|\r\n]/,
};
/** A spreadsheet would run such a text as a formula. Source: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^(?:[=+@\t]|-(?!\d))/;

type Filled = Exclude<ExportValue, null>;

const listItem = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");

const objectText = (value: object): string =>
  Array.isArray(value) ? value.map(listItem).join("|") : JSON.stringify(value);

/** Writes one value as a cell. */
export type Cell = (value: Filled) => string;
export type Cells = Record<Column<unknown>["kind"], Cell>;

/** How the values of each kind of column become cells, quoted for this delimiter. */
export function cellsOf(delimiter: CsvDelimiter): Cells {
  const needsQuotes = NEEDS_QUOTES[delimiter];

  function textCell(raw: string): string {
    const text = FORMULA.test(raw) ? `'${raw}` : raw;
    return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  function plain(value: Filled): string {
    if (typeof value === "string") return textCell(value);
    return typeof value === "object" ? textCell(objectText(value)) : String(value);
  }

  const money: Cell = (value) => (typeof value === "number" ? (value / 100).toFixed(2) : plain(value));
  return { plain, money, address: plain, code: String };
}

const BYTES = 256;
const asciiWhere = (holds: (character: string) => boolean): Uint8Array =>
  Uint8Array.from({ length: BYTES }, (_, code) => (code < BYTES / 2 && holds(String.fromCharCode(code)) ? 1 : 0));

/** By byte, 1 for those that a text in UTF-8 must not have, and not begin with, to surely be its own cell. */
export interface SpecialBytes {
  within: Uint8Array;
  first: Uint8Array;
}

export const specialBytes = (delimiter: CsvDelimiter): SpecialBytes => ({
  within: asciiWhere((character) => NEEDS_QUOTES[delimiter].test(character)),
  first: asciiWhere((character) => FORMULA.test(character)),
});

/** The cells of a row in columns that are empty in most. */
export interface SparseCells {
  /** By index of the column; empty where the row has nothing, and in all other columns. */
  cells: string[];
  /** Whether a column is one of them. */
  has(index: number): boolean;
  /** Sets the cells to those of a row, by the names of the columns. */
  fill(values: Readonly<Record<string, unknown>>): void;
}

/** What holds the cells of all columns with a `sparseName`. */
export function openSparseCells<Row>(columns: readonly Column<Row>[], cellOf: Cells): SparseCells {
  const cells = columns.map(() => "");
  const filled: number[] = [];
  // Of two columns with one name, the map has the last.
  const byName = new Map(
    columns.flatMap(({ kind, sparseName }, index) =>
      sparseName === undefined ? [] : [[sparseName, { index, cell: cellOf[kind] }] as const],
    ),
  );
  const indexes = new Set(Array.from(byName.values(), ({ index }) => index));
  return {
    cells,
    has: (index) => indexes.has(index),
    fill: (values) => {
      for (const index of filled) cells[index] = "";
      filled.length = 0;
      for (const name in values) {
        const writer = byName.get(name);
        // They are values of columns.
        const value = values[name] as ExportValue | undefined;
        if (writer === undefined || value === null || value === undefined) continue;
        cells[writer.index] = writer.cell(value);
        filled.push(writer.index);
      }
    },
  };
}

/** A line without a character would be skipped as a blank one, not read as a row of one empty cell. */
export const EMPTY_ROW = '""';

/**
 * Writes rows as RFC 4180 lines, CRLF included. Lists are joined with `|`, objects are JSON, nothing is an empty cell.
 * A text that a spreadsheet would take for a formula is given a leading apostrophe, which the import takes away again.
 */
export function csvLine<Row>(
  columns: readonly Column<Row>[],
  delimiter: CsvDelimiter,
  sparse?: Table<Row>["sparse"],
): (row: Row) => string {
  const cellOf = cellsOf(delimiter);
  const { cells, has, fill } = openSparseCells(sparse ? columns : [], cellOf);
  const dense = columns
    .map(({ kind, read }, index) => ({ index, read, cell: cellOf[kind] }))
    .filter(({ index }) => !has(index));

  return (row) => {
    if (sparse) fill(sparse(row));
    for (const { index, read, cell } of dense) {
      const value = read(row);
      // Most fields of most products are empty.
      cells[index] = value === null ? "" : cell(value);
    }
    return `${cells.join(delimiter) || EMPTY_ROW}\r\n`;
  };
}
