/** Rows of a file as cells, and how it is written. */
export interface RowsOfFile {
  columns: string[];
  rows: string[][];
  /** How the cells are written back. */
  write: (rows: string[][]) => string;
}

const SIGNS = [";", ",", "\t", "|"];

/** Reads CSV: quotes doubled inside quotes, line breaks inside quotes. */
function readCsv(text: string, sign: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end] of text.matchAll(
    new RegExp(
      `(?:"((?:[^"]|"")*)"|([^"\\r\\n${sign === "|" ? "\\|" : sign}]*))(\\r\\n|\\n|\\r|${sign === "|" ? "\\|" : sign}|$)`,
      "g",
    ),
  )) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === sign) continue;
    rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows.filter((cells) => cells.length > 1 || cells[0] !== "");
}

const quote = (cell: string, sign: string): string =>
  cell.includes('"') || cell.includes("\n") || cell.includes("\r") || cell.includes(sign)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;

/** The failed rows of a CSV file; `undefined` for what is no table. */
export function rowsOfFile(written: string): RowsOfFile | undefined {
  const text = written.replace(/^\uFEFF/, "");
  const [head = ""] = text.split(/\r?\n/, 1);
  const sign = SIGNS.toSorted((one, other) => head.split(other).length - head.split(one).length)[0] ?? ",";
  const [columns, ...rows] = readCsv(text, sign);
  if (!columns) return undefined;
  const line = (cells: string[]) => cells.map((cell) => quote(cell, sign)).join(sign);
  return { columns, rows, write: (changed) => `${[columns, ...changed].map(line).join("\r\n")}\r\n` };
}
