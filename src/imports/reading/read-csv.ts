import { CsvError, type InfoRecord, parse } from "csv-parse";
import { decodeText } from "./decode-text.ts";
import { parserOptions } from "./dialect.ts";
import type { FileFormat } from "./file-format.ts";
import { FileUnreadable } from "./file-unreadable.ts";

/** Turns a file into its records, some at a time, as fast as they are asked for. A reader of another format is one more. */
export type RecordReader = (source: AsyncIterable<Uint8Array>, format: FileFormat) => AsyncIterable<string[][]>;

/** A longer record is a file that forgot to close a quote. */
const RECORD_BYTES_MAX = 1024 * 1024;
const COLUMNS_MAX = 2000;

/**
 * The records of a delimited text, also blank ones and those that are shorter or longer than others.
 * Throws FileUnreadable: quote never closed, record over 1 MiB, over 2,000 columns, bytes not of the encoding, NUL.
 */
export const readCsv: RecordReader = async function* (source, format) {
  const { write, end, take } = openParser(format);
  for await (const text of decodeText(source, format)) {
    await write(text);
    const records = take();
    if (records.length > 0) yield records;
  }
  await end();
  yield take();
};

/**
 * The parser with its records taken in bulk. It hands each to `on_record` and nothing to its readable side, whose cost
 * per record would be a good part of the whole.
 */
function openParser(format: FileFormat) {
  let records: string[][] = [];
  const position = openPosition();
  const onRecord = (record: string[], info: InfoRecord) => {
    if (record.length > COLUMNS_MAX) {
      const params = { line: position.line(), columns: record.length, limit: COLUMNS_MAX };
      throw new FileUnreadable("too_many_columns", params);
    }
    position.pass(record, info);
    records.push(record);
    return null;
  };
  const parser = parse({ ...parserOptions(format), max_record_size: RECORD_BYTES_MAX, on_record: onRecord });
  // Errors are answered to the write that met them; without a listener they would end the process as well.
  parser.on("error", () => undefined);
  const settled = (run: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      run((error) => (error ? reject(unreadable(error, position.line())) : resolve()));
    });
  return {
    write: (text: string) => settled((done) => parser.write(text, done)),
    end: () => settled((done) => parser.end(done)),
    take: () => {
      const taken = records;
      records = [];
      return taken;
    },
  };
}

/** Counts the lines of the file, as an editor shows them, up to the record that is being read. */
function openPosition() {
  let line = 1;
  let linesBefore = 0;
  return {
    line: () => line,
    pass: (record: string[], { lines }: InfoRecord) => {
      // The parser's own count takes a CR LF inside quotes for two, so it only tells where to look.
      if (lines - linesBefore > 1) for (const cell of record) line += cell.split("\n").length - 1;
      linesBefore = lines;
      line++;
    },
  };
}

function unreadable(error: Error, line: number): Error {
  if (!(error instanceof CsvError)) return error;
  if (error.code === "CSV_MAX_RECORD_SIZE")
    return new FileUnreadable("record_too_long", { line, limit: RECORD_BYTES_MAX });
  if (error.code === "CSV_QUOTE_NOT_CLOSED") return new FileUnreadable("quote_not_closed", { line });
  return error;
}
