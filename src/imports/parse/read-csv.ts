import { type Cutter, openCutter, RECORD_LENGTH_MAX, RecordFault } from "./cut-records.ts";
import { decodeText } from "./decode-text.ts";
import type { FileFormat } from "./file-format.ts";
import { FileUnreadable } from "./file-unreadable.ts";

/** Turns a file into its records, some at a time, as fast as they are asked for. A reader of another format is one more. */
export type RecordReader = (source: AsyncIterable<Uint8Array>, format: FileFormat) => AsyncIterable<string[][]>;

const COLUMNS_MAX = 2000;

/**
 * The records of a delimited text, also blank ones and those that are shorter or longer than others.
 * Throws FileUnreadable: quote never closed, record over 1 MiB, over 2,000 columns, bytes not of the encoding, NUL.
 */
export const readCsv: RecordReader = async function* (source, format) {
  const cut = openCutter(format);
  for await (const text of decodeText(source, format)) {
    const records = cellsOf(cut, text, false);
    if (records.length > 0) yield records;
  }
  yield cellsOf(cut, "", true);
};

function cellsOf(cut: Cutter, text: string, isLast: boolean): string[][] {
  try {
    return cut(text, isLast).map(({ cells, line }) => {
      if (cells.length <= COLUMNS_MAX) return cells;
      throw new FileUnreadable("too_many_columns", { line, columns: cells.length, limit: COLUMNS_MAX });
    });
  } catch (error) {
    if (!(error instanceof RecordFault)) throw error;
    const { fault, line } = error;
    throw new FileUnreadable(fault, fault === "record_too_long" ? { line, limit: RECORD_LENGTH_MAX } : { line });
  }
}
