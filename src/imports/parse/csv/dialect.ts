import { type Cutter, type Dialect, openCutter, RecordFault } from "./cut-records.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** The line that gives Excel the delimiter. */
const SEPARATOR_NOTE = /^\ufeff?"?sep=([,;\t|])"?[\r\n]/i;
const SAMPLE_RECORDS = 300;
const HEADER_AMONG = 20;

/** The first records of a text. One that the end of the text cuts is left out when the text is known to go on. */
export function firstRecords(
  text: string,
  dialect: Dialect,
  { max, isCut }: { max: number; isCut: boolean },
): string[][] {
  const cut = openCutter(dialect);
  const records = cut(text, false);
  if (!isCut && records.length < max) records.push(...restOf(cut));
  return records.slice(0, max).map(({ cells }) => cells);
}

/** The record that the end of a text ends; none when it is still inside quotes there. */
function restOf(cut: Cutter) {
  try {
    return cut("", true);
  } catch (error) {
    if (error instanceof RecordFault) return [];
    throw error;
  }
}

/** Finds delimiter and quoting of a text by its first records; comma and double quote when nothing says otherwise. */
export function detectDialect(text: string, { isCut }: { isCut: boolean }): Dialect {
  const [, noted] = SEPARATOR_NOTE.exec(text) ?? [];
  if (noted !== undefined) return { delimiter: noted, quote: quoteOf(text, noted) };
  let best: Dialect = { delimiter: ",", quote: '"' };
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    if (!text.includes(delimiter)) continue;
    const dialect = { delimiter, quote: quoteOf(text, delimiter) };
    const score = consistency(firstRecords(text, dialect, { max: SAMPLE_RECORDS, isCut }));
    if (score > bestScore) [best, bestScore] = [dialect, score];
  }
  return bestScore > 0 ? best : { delimiter: ",", quote: quoteOf(text, ",") };
}

const isBlank = (record: string[]) => record.every((cell) => cell.trim() === "");
const looksLikeHeader = (record: string[]) =>
  record.every((cell) => !/^[\d\s.,€$£%+-]+$/.test(cell) && cell.length <= 100) &&
  record.filter((cell) => cell.trim() !== "").length * 2 > record.length;

/**
 * How much a cut looks like a table: the share of records with the usual number of columns, weighed by that number, so
 * that a list inside one column does not win over the columns. A cut that finds no header among the first records is
 * worth less: commas of decimals are as regular as those between columns.
 */
function consistency(records: string[][]): number {
  const filled = records.filter((record) => !isBlank(record));
  const counts = new Map<number, number>();
  for (const { length } of filled) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [columns, count] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
  if (columns < 2) return 0;
  const share = count / filled.length;
  const hasHeader = filled
    .slice(0, HEADER_AMONG)
    .some((record) => record.length === columns && looksLikeHeader(record));
  return share * share * Math.log2(columns + 1) * (hasHeader ? 1 : 0.6);
}

/** A file quotes if one of its cells is whole in quotes; one that has quotes, but none so, plainly does not. */
function quoteOf(text: string, delimiter: string): string | null {
  if (!text.includes('"')) return '"';
  const cut = delimiter === "|" ? "\\|" : delimiter;
  return new RegExp(`(?:^|[${cut}\\r\\n])"(?:[^"]|"")*"(?=[${cut}\\r\\n]|$)`).test(text) ? '"' : null;
}
