import { readEach, unpack } from "./archive/unpack.ts";
import { type Cutter, openCutter, RecordFault } from "./csv/cut-records.ts";
import { type FileFormat, isOfProducts, isWorkbook, type TextFormat } from "./file-format.ts";
import { COLUMNS_MAX, type FileRecord, NO_NOTES, RECORD_LENGTH_MAX, type ReadingNotes } from "./file-record.ts";
import type { FileSource } from "./file-source.ts";
import { FileUnreadable } from "./file-unreadable.ts";
import { decodeText } from "./text/decode-text.ts";
import { ColumnList } from "./tree/column-list.ts";
import type { TreeObject } from "./tree/tree.ts";
import { openTreeRows } from "./tree/tree-rows.ts";

/**
 * The records of a delimited text as they come, also blank ones and those that are shorter or longer than others.
 * Throws FileUnreadable: quote never closed, record over 1 MiB, over 2,000 columns, bytes not of the encoding, NUL.
 */
async function* readCsv(
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

/** What a reader works with besides the file. */
interface Table {
  /** Of a file that names its columns in each row. */
  columns: ColumnList;
  notes: ReadingNotes;
}

/** Turns a file into its rows, some at a time, as fast as they are read; its parser is loaded at its first file. */
type TableReader<F> = (source: FileSource, format: F, table: Table) => Promise<AsyncIterable<FileRecord[]>>;
type FormatName = FileFormat["format"];

/** The rows of what is nested: of one file, or of files of one product each. */
async function* treeRows<F extends Extract<FileFormat, { format: "json" | "xml" }>>(
  source: FileSource,
  format: F,
  { read, ...table }: Table & { read: (file: FileSource, format: F) => AsyncIterable<TreeObject[]> },
): AsyncGenerator<FileRecord[]> {
  const rows = openTreeRows({ file: source.name, split: format.split, ...table });
  const trees = isOfProducts(format) ? readEach(source, (file) => read(file, format)) : read(source, format);
  for await (const batch of trees) yield batch.flatMap(rows);
}

/** Of every format its reader. A format more is one more of them. */
const READERS: { [F in FormatName]: TableReader<Extract<FileFormat, { format: F }>> } = {
  csv: async (source, format, { notes }) => readCsv(source.read(), format, notes),
  xlsx: async (source, format, { notes }) => (await import("./xlsx/read-xlsx.ts")).readXlsx(source, format, notes),
  ods: async (source, format, { notes }) => (await import("./ods/read-ods.ts")).readOds(source, format, notes),
  json: async (source, format, table) =>
    treeRows(source, format, { ...table, read: (await import("./json/read-json.ts")).readJson }),
  xml: async (source, format, table) =>
    treeRows(source, format, { ...table, read: (await import("./xml/read-xml.ts")).readXml }),
};

const BATCH_RECORDS = 500;

/**
 * The rows of a file of any format, in batches of 500 and more (the last may be smaller): of grids those after
 * `skipHeaderRows`, the header first. Blank ones are left out, but counted. Reads on only when the next batch is requested.
 * Throws FileUnreadable.
 */
export async function* readTable(
  source: FileSource,
  format: FileFormat,
  { columns = new ColumnList(), notes = NO_NOTES }: Partial<Table> = {},
): AsyncGenerator<FileRecord[]> {
  // Formats that an older version has stored say nothing of it.
  const container = isOfProducts(format) ? null : (format.container ?? null);
  await using inner = await unpack(source, container, { isRandom: isWorkbook(format) });
  // Each reader is given the format it is listed under.
  const read = READERS[format.format] as TableReader<FileFormat>;
  let batch: FileRecord[] = [];
  for await (const records of await read(inner, format, { columns, notes })) {
    for (const record of records) {
      if (record.number > format.skipHeaderRows && !isBlank(record.cells)) batch.push(record);
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
