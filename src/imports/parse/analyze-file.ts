import type { ColumnMapping } from "../map/column-mapping.ts";
import { columnNames } from "../map/column-names.ts";
import type { DecimalMark } from "../map/numbers.ts";
import { suggestMapping } from "../map/suggest-mapping.ts";
import { type FileMarks, openColumnFacts } from "./column-facts.ts";
import { SURE_ENCODING } from "./encoding.ts";
import type { FileFormat } from "./file-format.ts";
import { FileUnreadable } from "./file-unreadable.ts";
import { findHeader } from "./find-header.ts";
import { type CsvRecord, readRecords } from "./read-records.ts";

/** What a sender should look at before the rows are imported. */
export interface AnalysisWarning {
  code: "encoding_uncertain" | "header_not_first" | "no_header" | "decimal_separator_undecided";
  /** The column it is about; `null` when it is the file. */
  column: string | null;
  params: Record<string, string | number>;
}

/** What a file holds, and how it might be mapped. */
export interface FileAnalysis {
  /** How it was read. */
  format: FileFormat;
  /** In the order of the file, each once. */
  columns: string[];
  /** Rows without the header; blank ones are not rows. */
  rowCount: number;
  /** The first five rows: cells as they stand, by column. */
  sampleData: Record<string, string>[];
  /** The columns that are recognised. */
  suggestedMapping: ColumnMapping;
  /** The languages of those that name one. */
  suggestedLanguages: Record<string, string>;
  /** How figures are written. */
  marks: FileMarks;
  warnings: AnalysisWarning[];
}

const SAMPLE_ROWS = 5;

/**
 * Reads a file to its end and says what is in it. `skipHeaderRows` records before the header are passed over; `null` looks
 * for the header. Throws FileUnreadable: empty_file, no_rows for a header alone, and for what cannot be read.
 */
export async function analyzeFile(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  format: FileFormat,
  { skipHeaderRows, enabledLanguages }: { skipHeaderRows: number | null; enabledLanguages: readonly string[] },
): Promise<FileAnalysis> {
  const asked: FileFormat = { ...format, skipHeaderRows: skipHeaderRows ?? 0, hasHeader: true };
  const survey = openSurvey();
  let isFirst = true;
  for await (const batch of readRecords(source, asked)) {
    if (isFirst && skipHeaderRows === null) Object.assign(asked, findHeader(batch));
    if (isFirst && !asked.hasHeader) survey.nameColumns(unnamed(batch));
    isFirst = false;
    survey.addAll(batch, asked.skipHeaderRows);
  }
  const { columns, rowCount, samples, facts } = survey.finish();
  if (columns.length === 0 && asked.skipHeaderRows === 0) throw new FileUnreadable("empty_file");
  if (rowCount === 0) throw new FileUnreadable("no_rows");
  const { mapping, languages } = suggestMapping(facts.columns(), enabledLanguages, asked);
  const marks = facts.marks(format.delimiter);
  return {
    format: asked,
    columns,
    rowCount,
    sampleData: samples.map((cells) => rowOf(columns, cells)),
    suggestedMapping: mapping,
    suggestedLanguages: languages,
    marks,
    warnings: [
      ...warningsOf(asked, { isFound: skipHeaderRows === null }),
      ...undecidedColumns(columns, facts.undecided()),
    ],
  };
}

function* warningsOf(
  { encoding, encodingConfidence, skipHeaderRows, hasHeader }: FileFormat,
  { isFound }: { isFound: boolean },
): Generator<AnalysisWarning> {
  if (encodingConfidence < SURE_ENCODING) {
    yield { code: "encoding_uncertain", column: null, params: { encoding, confidence: encodingConfidence } };
  }
  if (!hasHeader) yield { code: "no_header", column: null, params: {} };
  else if (isFound && skipHeaderRows > 0) {
    yield { code: "header_not_first", column: null, params: { row: skipHeaderRows + 1 } };
  }
}

const undecidedColumns = (columns: readonly string[], undecided: ReadonlyMap<string, string>): AnalysisWarning[] =>
  columns.flatMap((column) => {
    const example = undecided.get(column);
    if (example === undefined) return [];
    return { code: "decimal_separator_undecided" as const, column, params: { column, example } };
  });

/** How the figures of a file are written, as it is shown. */
export const shownMark = ({ mark, columns }: FileMarks): DecimalMark =>
  Object.values(columns).includes("undecided") ? "undecided" : mark;

/** As many blank names as the rows are wide. */
const unnamed = (records: readonly CsvRecord[]): string[] =>
  Array.from({ length: records.reduce((width, { cells }) => Math.max(width, cells.length), 0) }, () => "");

/** Takes in the records of a file, the header first. */
function openSurvey() {
  let columns: string[] | undefined;
  let facts = openColumnFacts([]);
  let rowCount = 0;
  const samples: string[][] = [];
  const nameColumns = (cells: string[]) => {
    columns = columnNames(cells);
    facts = openColumnFacts(columns);
  };
  const add = (cells: string[]) => {
    if (columns === undefined) {
      nameColumns(cells);
      return;
    }
    rowCount++;
    if (samples.length < SAMPLE_ROWS) samples.push(cells);
    facts.add(cells);
  };
  return {
    /** Names the columns of a table without a header. */
    nameColumns,
    /** Takes in the records after the first `skipped` of the file. */
    addAll: (records: readonly CsvRecord[], skipped: number) => {
      for (const { number, cells } of records) if (number > skipped) add(cells);
    },
    finish: () => ({ columns: columns ?? [], rowCount, samples, facts }),
  };
}

const rowOf = (columns: readonly string[], cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]));
