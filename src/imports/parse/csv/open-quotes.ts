import type { FileFormat } from "../file-format.ts";
import type { FileRecord } from "../file-record.ts";

/** The rows of a delimited text in which a quote seems never to be closed: how many, and the first, from 1. */
export interface OpenQuotes {
  count: number;
  row: number;
}

const QUOTE = /"/g;
const LINE_END = /\r\n?|\n/;

/** Whether a cell opens a quote that nothing closes, where a file does not quote. */
const isOpen = (cell: string): boolean => cell.startsWith('"') && (cell.match(QUOTE)?.length ?? 0) % 2 === 1;

/** Whether a cell has swallowed rows: each of its further lines has as many delimiters as a row has. */
const holdsRows = (cell: string, { delimiter, width }: { delimiter: string; width: number }): boolean => {
  const [, ...lines] = cell.split(LINE_END);
  const inside = lines.slice(0, -1);
  return width > 1 && inside.length > 0 && inside.every((line) => line.split(delimiter).length === width);
};

/** Looks through records for quotes that are never closed; files that are no delimited texts have none. */
export function openQuoteSearch(format: FileFormat) {
  const found: OpenQuotes = { count: 0, row: 0 };
  if (format.format !== "csv") return { found, look: () => undefined };
  const { delimiter, quote } = format;
  let width = 0;
  const isSuspect = (cell: string) =>
    quote === null ? isOpen(cell) : cell.includes("\n") && holdsRows(cell, { delimiter, width });
  return {
    found,
    look: (records: readonly FileRecord[]) => {
      for (const { number, cells } of records) {
        width ||= cells.length;
        if (!cells.some(isSuspect)) continue;
        found.count++;
        found.row ||= number;
      }
    },
  };
}
