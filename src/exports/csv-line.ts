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

  function cell(value: ExportValue, kind: Column<Row>["kind"]): string {
    if (value === null) return "";
    if (typeof value === "string") return textCell(value);
    if (typeof value === "object") return textCell(objectText(value));
    return typeof value === "number" && kind === "money" ? (value / 100).toFixed(2) : String(value);
  }

  return (row) => {
    const line = columns.map(({ read, kind }) => cell(read(row), kind)).join(delimiter);
    // A line without a character would be skipped as a blank one, not read as a row of one empty cell.
    return line === "" ? '""\r\n' : `${line}\r\n`;
  };
}
