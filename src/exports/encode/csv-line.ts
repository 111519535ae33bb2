import { withFormulaGuard } from "../../text/formula-guard.ts";
import { amountText, type Column, type ExportValue, objectText, type Table } from "../tables/table.ts";

export type CsvDelimiter = "," | ";" | "\t" | "|";

// A spreadsheet may take another of these for the separator of this file.
const NEEDS_QUOTES = /[",;\t|\r\n]/;

type Filled = Exclude<ExportValue, null>;

/** Writes one value as a cell. */
type Cell = (value: Filled) => string;
type Cells = Record<Column<unknown>["kind"], Cell>;

function textCell(raw: string): string {
  const text = withFormulaGuard(raw);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plain(value: Filled): string {
  if (typeof value === "string") return textCell(value);
  return typeof value === "object" ? textCell(objectText(value)) : String(value);
}

/** How the values of each kind of column become cells. */
const CELLS: Cells = {
  plain,
  money: (value) => (typeof value === "number" ? (value / 100).toFixed(2) : plain(value)),
  thousandths: (value) => (typeof value === "number" ? amountText("thousandths", value) : plain(value)),
  address: plain,
  code: String,
};

/** The cells of a row in columns that are empty in most. */
interface SparseCells {
  /** By index of the column; empty where the row has nothing, and in all other columns. */
  cells: string[];
  /** Whether a column is one of them. */
  has(index: number): boolean;
  /** Sets the cells to those of a row, by the names of the columns. */
  fill(values: Readonly<Record<string, unknown>>): void;
}

/** What holds the cells of all columns with a `sparseName`. */
function openSparseCells<Row>(columns: readonly Column<Row>[]): SparseCells {
  const cells = columns.map(() => "");
  const filled: number[] = [];
  // Of two columns with one name, the map has the last.
  const byName = new Map(
    columns.flatMap(({ kind, sparseName }, index) =>
      sparseName === undefined ? [] : [[sparseName, { index, cell: CELLS[kind] }] as const],
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
const EMPTY_ROW = '""';

/**
 * Writes rows as RFC 4180 lines, CRLF included. Lists are joined with `|` as `joinList` says, objects are JSON, nothing is
 * an empty cell. A text that a spreadsheet would take for a formula is given a leading apostrophe, which the import takes away again.
 */
export function csvLine<Row>(
  columns: readonly Column<Row>[],
  delimiter: CsvDelimiter,
  sparse?: Table<Row>["sparse"],
): (row: Row) => string {
  const { cells, has, fill } = openSparseCells(sparse ? columns : []);
  const dense = columns
    .map(({ kind, read }, index) => ({ index, read, cell: CELLS[kind] }))
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
