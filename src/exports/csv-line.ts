import type { Column, ExportValue } from "./table.ts";

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

/**
 * Writes rows as RFC 4180 lines, CRLF included. Lists are joined with `|`, objects are JSON, nothing is an empty cell.
 * A text that a spreadsheet would take for a formula is given a leading apostrophe, which the import takes away again.
 */
export function csvLine<Row>(columns: readonly Column<Row>[], delimiter: CsvDelimiter): (row: Row) => string {
  const needsQuotes = NEEDS_QUOTES[delimiter];

  function textCell(raw: string): string {
    const text = FORMULA.test(raw) ? `'${raw}` : raw;
    return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  function plainCell(value: Filled): string {
    if (typeof value === "string") return textCell(value);
    return typeof value === "object" ? textCell(objectText(value)) : String(value);
  }

  const moneyCell = (value: Filled): string =>
    typeof value === "number" ? (value / 100).toFixed(2) : plainCell(value);

  const readers = columns.map(({ kind, read }) => ({ read, cell: kind === "money" ? moneyCell : plainCell }));
  const cells: string[] = columns.map(() => "");
  return (row) => {
    let index = 0;
    for (const { read, cell } of readers) {
      const value = read(row);
      // Most fields of most products are empty.
      cells[index++] = value === null ? "" : cell(value);
    }
    const line = cells.join(delimiter);
    // A line without a character would be skipped as a blank one, not read as a row of one empty cell.
    return line === "" ? '""\r\n' : `${line}\r\n`;
  };
}
