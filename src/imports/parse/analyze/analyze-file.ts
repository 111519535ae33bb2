import type { ColumnMapping } from "../../map/columns/column-mapping.ts";
import { columnNames } from "../../map/columns/column-names.ts";
import type { Basis } from "../../map/columns/evidence.ts";
import { suggestMapping } from "../../map/columns/suggest-mapping.ts";
import { layoutOf } from "../../map/row/family-step.ts";
import type { ComputedColumn } from "../../map/row/mapping-settings.ts";
import { type OpenQuotes, openQuoteSearch } from "../csv/open-quotes.ts";
import { type FileFormat, isWorkbook, namesColumns } from "../file-format.ts";
import type { FileRecord } from "../file-record.ts";
import type { FileSource } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { findHeader } from "../header/find-header.ts";
import { readTable } from "../read-table.ts";
import { SURE_ENCODING } from "../text/encoding.ts";
import { ColumnList } from "../tree/column-list.ts";
import type { AnalysisWarning } from "./analysis-warning.ts";
import { type ColumnFacts, type FileMarks, openColumnFacts } from "./column-facts.ts";

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
  /** What is worked out from other columns, where nothing else identifies the products. */
  suggestedComputed: ComputedColumn[];
  /** The languages of those that name one. */
  suggestedLanguages: Record<string, string>;
  /** What each suggestion rests on, by column. */
  suggestionBases: Record<string, Basis>;
  /** Columns that nothing is suggested for, with ten values of each; 40 at most. */
  openColumns: ColumnFacts[];
  /** How figures are written. */
  marks: FileMarks;
  warnings: AnalysisWarning[];
}

interface AnalysisOptions {
  skipHeaderRows: number | null;
  /** False: the rows begin behind the records that are passed over. */
  hasHeader?: boolean;
  enabledLanguages: readonly string[];
  /** That of texts whose column names none. */
  pivotLanguage?: string;
}

const SAMPLE_ROWS = 5;
const OPEN_COLUMNS_MAX = 40;
const OPEN_VALUES_MAX = 10;
const OPEN_LENGTH_MAX = 100;

/** Bytes that were read as those of another encoding: how many, and in which line the first. */
interface Mended {
  count: number;
  line: number;
}

/**
 * Reads a file to its end and says what is in it. `skipHeaderRows` records before the header are passed over; `null` looks
 * for the header. Throws FileUnreadable: empty_file, no_rows for a header alone, and for what cannot be read.
 */
export async function analyzeFile(
  source: FileSource,
  format: FileFormat,
  { skipHeaderRows, hasHeader = true, enabledLanguages, pivotLanguage }: AnalysisOptions,
): Promise<FileAnalysis> {
  const isGrid = !namesColumns(format);
  const wanted = askedFormat(format, { skipHeaderRows, hasHeader });
  const names = new ColumnList();
  const survey = openSurvey(isGrid ? undefined : names);
  let isFirst = isGrid;
  const quotes = openQuoteSearch(format);
  for await (const batch of readTable(source, wanted, { columns: names, notes: survey.notes })) {
    if (isFirst && skipHeaderRows === null) Object.assign(wanted, findHeader(batch));
    if (isFirst && !wanted.hasHeader) survey.nameColumns(unnamed(batch));
    isFirst = false;
    quotes.look(batch);
    survey.addAll(batch, wanted.skipHeaderRows);
  }
  const { columns, rowCount, samples, facts, withoutValue, mended } = survey.finish();
  requireRows(wanted, { columns: columns.length, rowCount });
  const { mapping, computed, languages, bases, doubts } = suggestMapping(facts.columns(), enabledLanguages, {
    hasHeader: wanted.hasHeader || !isGrid,
    arePaths: !isGrid,
    pivotLanguage,
  });
  return {
    format: wanted,
    columns,
    rowCount,
    sampleData: samples.map((cells) => rowOf(columns, cells)),
    suggestedMapping: mapping,
    suggestedComputed: computed,
    suggestedLanguages: languages,
    suggestionBases: bases,
    openColumns: openColumns(facts.columns(), mapping),
    marks: facts.marks(format.delimiter ?? ","),
    warnings: [
      ...warningsOf(wanted, { isFound: skipHeaderRows === null, withoutValue }),
      ...undecidedColumns(columns, facts.undecided()),
      ...linkedRows(facts.columns(), mapping),
      ...doubts,
      ...damages({ mended, quotes: quotes.found }),
    ],
  };
}

/** The format with the header where it was said to be, else at the beginning; of files that have one. */
const askedFormat = (
  format: FileFormat,
  { skipHeaderRows, hasHeader }: { skipHeaderRows: number | null; hasHeader: boolean },
): FileFormat => (namesColumns(format) ? format : { ...format, skipHeaderRows: skipHeaderRows ?? 0, hasHeader });

function requireRows(format: FileFormat, { columns, rowCount }: { columns: number; rowCount: number }): void {
  if (columns === 0 && format.skipHeaderRows === 0) {
    if (isWorkbook(format)) throw new FileUnreadable("empty_sheet", { sheet: format.sheet });
    throw new FileUnreadable("empty_file");
  }
  if (rowCount === 0) throw new FileUnreadable("no_rows");
}

function* warningsOf(
  format: FileFormat,
  { isFound, withoutValue }: { isFound: boolean; withoutValue: { count: number; cell: string } },
): Generator<AnalysisWarning> {
  const { encoding, encodingConfidence, skipHeaderRows, hasHeader } = format;
  if (encoding !== null && encodingConfidence < SURE_ENCODING) {
    yield { code: "encoding_uncertain", column: null, params: { encoding, confidence: encodingConfidence } };
  }
  if (withoutValue.count > 0) yield { code: "cells_without_value", column: null, params: withoutValue };
  if (namesColumns(format)) return;
  if (!hasHeader) yield { code: "no_header", column: null, params: {} };
  else if (isFound && skipHeaderRows > 0) {
    yield { code: "header_not_first", column: null, params: { row: skipHeaderRows + 1 } };
  }
}

/** What in a text is not as it should be, and was read all the same. */
function* damages({ mended, quotes }: { mended: Mended; quotes: OpenQuotes }): Generator<AnalysisWarning> {
  if (mended.count > 0) yield { code: "bytes_mended", column: null, params: { ...mended } };
  if (quotes.count > 0) yield { code: "quote_open", column: null, params: { ...quotes } };
}

const undecidedColumns = (columns: readonly string[], undecided: ReadonlyMap<string, string>): AnalysisWarning[] =>
  columns.flatMap((column) => {
    const example = undecided.get(column);
    if (example === undefined) return [];
    return { code: "decimal_separator_undecided" as const, column, params: { column, example } };
  });

function openColumns(columns: readonly ColumnFacts[], mapping: ColumnMapping): ColumnFacts[] {
  const open = columns.filter(({ name, sampled }) => sampled > 0 && !Object.hasOwn(mapping, name));
  return open.slice(0, OPEN_COLUMNS_MAX).map(({ values, ...facts }) => ({
    ...facts,
    values: [...new Set(values)].slice(0, OPEN_VALUES_MAX).map((value) => value.slice(0, OPEN_LENGTH_MAX)),
  }));
}

/** What becomes of rows that are variants of one product. */
function* linkedRows(columns: readonly ColumnFacts[], mapping: ColumnMapping): Generator<AnalysisWarning> {
  const names = columns.map(({ name }) => name);
  const { column } = layoutOf(names, mapping) ?? {};
  if (column === undefined) return;
  yield { code: "variants_linked", column, params: { column } };
  // Their products are in another file: what is added to a price that is not here cannot be.
  const added = columns.find(({ name }) => name.trim().toLowerCase() === "impact on price");
  if (added?.values.some((value) => Number(value) !== 0)) {
    yield { code: "surcharges_left", column: added.name, params: { column: added.name } };
  }
}

/** As many blank names as the rows are wide. */
const unnamed = (records: readonly FileRecord[]): string[] =>
  Array.from({ length: records.reduce((width, { cells }) => Math.max(width, cells.length), 0) }, () => "");

/** Takes in the records of a file, the header first unless the columns are named by the rows. */
function openSurvey(named: ColumnList | undefined) {
  let columns: readonly string[] | undefined = named?.names;
  let facts = openColumnFacts(columns ?? []);
  let rowCount = 0;
  const samples: string[][] = [];
  const fractions = new Set<number>();
  const withoutValue = { count: 0, cell: "" };
  const mended: Mended = { count: 0, line: 0 };
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
    notes: {
      number: (column: number) => void fractions.add(column),
      withoutValue: (cell: string) => {
        withoutValue.count++;
        withoutValue.cell ||= cell;
      },
      mended: (line: number) => {
        mended.count++;
        mended.line ||= line;
      },
    },
    /** Takes in the records after the first `skipped` of the file. */
    addAll: (records: readonly FileRecord[], skipped: number) => {
      for (const { number, cells } of records) if (number > skipped) add(cells);
    },
    finish: () => {
      facts.settle(fractions);
      return { columns: [...(columns ?? [])], rowCount, samples, facts, withoutValue, mended };
    },
  };
}

const rowOf = (columns: readonly string[], cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]));
