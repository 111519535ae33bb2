import type { FileFormat } from "./file-format.ts";
import { type RecordReader, readCsv } from "./read-csv.ts";

export interface CsvRecord {
  /** Place in the file from 1, with the header, skipped and blank records counted. */
  number: number;
  cells: string[];
}

const READERS: Record<FileFormat["format"], RecordReader> = { csv: readCsv };
const BATCH_RECORDS = 500;

/**
 * The records of a file after those to be skipped, the header first, in batches of 500 and more (the last may be
 * smaller). Records whose cells are all blank are left out, but counted. Reads on only when the next batch is asked for.
 * Throws FileUnreadable.
 */
export async function* readRecords(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  format: FileFormat,
): AsyncGenerator<CsvRecord[]> {
  let batch: CsvRecord[] = [];
  let number = 0;
  for await (const records of READERS[format.format](source, format)) {
    for (const cells of records) {
      number++;
      if (number > format.skipHeaderRows && !isBlank(cells)) batch.push({ number, cells });
    }
    if (batch.length < BATCH_RECORDS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const isBlank = (cells: string[]): boolean => {
  for (const cell of cells) if (cell !== "" && cell.trim() !== "") return false;
  return true;
};
