import type { ColumnMapping } from "../rows/column-mapping.ts";
import type { DecimalSeparator } from "../rows/numbers.ts";
import { openColumnFacts } from "./column-facts.ts";
import { columnNames } from "./column-names.ts";
import type { FileFormat } from "./file-format.ts";
import { FileUnreadable } from "./file-unreadable.ts";
import { readRecords } from "./read-records.ts";
import { suggestMapping } from "./suggest-mapping.ts";

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
  decimalSeparator: DecimalSeparator;
}

const SAMPLE_ROWS = 5;

/**
 * Reads a file to its end and says what is in it. `skipHeaderRows` records before the header are passed over.
 * Throws FileUnreadable: empty_file, no_rows for a header alone, and for what cannot be read.
 */
export async function analyzeFile(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  format: FileFormat,
  { skipHeaderRows, enabledLanguages }: { skipHeaderRows: number; enabledLanguages: readonly string[] },
): Promise<FileAnalysis> {
  const asked = { ...format, skipHeaderRows };
  const survey = openSurvey();
  for await (const batch of readRecords(source, asked)) for (const { cells } of batch) survey.add(cells);
  const { columns, rowCount, samples, facts } = survey.finish();
  if (columns.length === 0 && skipHeaderRows === 0) throw new FileUnreadable("empty_file");
  if (rowCount === 0) throw new FileUnreadable("no_rows");
  const { mapping, languages } = suggestMapping(facts.columns(), enabledLanguages);
  return {
    format: asked,
    columns,
    rowCount,
    sampleData: samples.map((cells) => rowOf(columns, cells)),
    suggestedMapping: mapping,
    suggestedLanguages: languages,
    decimalSeparator: facts.decimalSeparator(format.delimiter),
  };
}

/** Takes in the records of a file, the header first. */
function openSurvey() {
  let columns: string[] = [];
  let facts = openColumnFacts(columns);
  let rowCount = -1;
  const samples: string[][] = [];
  const addHeader = (cells: string[]) => {
    columns = columnNames(cells);
    facts = openColumnFacts(columns);
  };
  return {
    add: (cells: string[]) => {
      rowCount++;
      if (rowCount === 0) return addHeader(cells);
      if (samples.length < SAMPLE_ROWS) samples.push(cells);
      facts.add(cells);
    },
    finish: () => ({ columns, rowCount: Math.max(0, rowCount), samples, facts }),
  };
}

const rowOf = (columns: readonly string[], cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]));
