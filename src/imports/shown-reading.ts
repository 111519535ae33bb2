import { type Language, translate } from "../http/output/messages.ts";
import type { Basis } from "./map/columns/evidence.ts";
import { ANALYSIS_WARNINGS, type AnalysisWarning } from "./parse/analyze/analysis-warning.ts";
import { shownMark } from "./parse/analyze/column-facts.ts";
import { type FileFormat, isWorkbook } from "./parse/file-format.ts";
import { placeName } from "./parse/tree/wanted-place.ts";
import type { AnalyzedFile } from "./upload/analyze-request.ts";

/** What an analysis says of how a file was read, and what a sender should look at. */
export const shownReading = (
  { format, marks, warnings, suggestionBases, recordPaths }: AnalyzedFile,
  language: Language,
) => ({
  format: format.format,
  sheet: isWorkbook(format) ? format.sheet : null,
  sheets: isWorkbook(format) ? format.sheets : [],
  record_path: recordPath(format),
  record_paths: recordPaths.map(({ path, count, sample }) => ({ path: placeName(path), count, sample })),
  encoding: format.encoding,
  encoding_confidence: format.encodingConfidence,
  delimiter: format.delimiter,
  quote: format.format === "csv" ? format.quote : null,
  currency: format.given?.currency ?? null,
  language: format.given?.language ?? null,
  /** Of the file, from 1; `null` without a header. */
  header_row: format.hasHeader ? format.skipHeaderRows + 1 : null,
  decimal_separator: shownMark(marks),
  suggestion_reasons: Object.fromEntries(
    Object.entries(suggestionBases).map(([column, basis]) => [column, reasonOf(basis, language)]),
  ),
  warnings: warnings.map(({ code, column, field = null, params }) => ({
    code,
    severity: ANALYSIS_WARNINGS[code],
    column,
    field,
    message: translate(language, `imports.analysis.${code}`, params),
  })),
});

function recordPath(format: FileFormat): string | null {
  if (format.format !== "json" && format.format !== "xml") return null;
  return [...format.path, ...(format.split ?? [])].join(".");
}

/** Why a column is suggested for its field. */
const reasonOf = (basis: Basis, language: Language) => ({
  basis,
  message: translate(language, `imports.suggested.${basis}`),
});

/** The warnings that stand in the message of an upload: those of the file as a whole, and those that spoil every row. */
export const urgentWarnings = (warnings: readonly AnalysisWarning[], language: Language): string[] =>
  warnings
    .filter(({ code, field }) => {
      const severity = ANALYSIS_WARNINGS[code];
      return severity === "critical" || (severity === "warning" && field === undefined);
    })
    .map(({ code, params }) => translate(language, `imports.analysis.${code}`, params));
