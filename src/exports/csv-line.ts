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
type Cell = (value: Filled) => string;

/** How the values of each kind of column become cells, quoted for this delimiter. */
function cellsOf(delimiter: CsvDelimiter): Record<Column<unknown>["kind"], Cell> {
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
  const writers = columns.map(({ kind, read, sparseName }, index) => ({
    index,
    read,
    cell: cellOf[kind],
    sparseName: sparse && sparseName,
  }));
  const sparseWriters = new Map(
    writers.flatMap((writer) => (writer.sparseName === undefined ? [] : [[writer.sparseName, writer]])),
  );
  // Of two columns with one name, the map has the last.
  const dense = writers.filter((writer) => sparseWriters.get(writer.sparseName ?? "") !== writer);
  // Filled for each row; those of sparse columns are emptied again.
  const cells: string[] = columns.map(() => "");
  const filled: number[] = [];

  function fillSparse(values: Readonly<Record<string, unknown>>): void {
    for (const name in values) {
      const writer = sparseWriters.get(name);
      // They are values of columns.
      const value = values[name] as ExportValue | undefined;
      if (writer === undefined || value === null || value === undefined) continue;
      cells[writer.index] = writer.cell(value);
      filled.push(writer.index);
    }
  }

  return (row) => {
    for (const { index, read, cell } of dense) {
      const value = read(row);
      // Most fields of most products are empty.
      cells[index] = value === null ? "" : cell(value);
    }
    if (sparse) fillSparse(sparse(row));
    const line = cells.join(delimiter);
    for (const index of filled) cells[index] = "";
    filled.length = 0;
    // A line without a character would be skipped as a blank one, not read as a row of one empty cell.
    return line === "" ? '""\r\n' : `${line}\r\n`;
  };
}
