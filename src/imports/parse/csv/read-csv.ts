import type { TextFormat } from "../file-format.ts";
import { COLUMNS_MAX, type FileRecord, NO_NOTES, RECORD_LENGTH_MAX, type ReadingNotes } from "../file-record.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { decodeText } from "../text/decode-text.ts";
import { type Cutter, openCutter, RecordFault } from "./cut-records.ts";

/**
 * The records of a delimited text as they come, also blank ones and those that are shorter or longer than others.
 * Throws FileUnreadable: quote never closed, record over 1 MiB, over 2,000 columns, bytes not of the encoding, NUL.
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  format: TextFormat,
  { mended }: Pick<ReadingNotes, "mended"> = NO_NOTES,
): AsyncGenerator<FileRecord[]> {
  const cut = openCutter(format);
  let number = 0;
  const numbered = (records: string[][]) => records.map((cells) => ({ number: ++number, cells }));
  for await (const text of decodeText(source, format, mended)) yield numbered(cellsOf(cut, text, false));
  yield numbered(cellsOf(cut, "", true));
}

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
