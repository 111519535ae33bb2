import { type Language, translate } from "../http/output/messages.ts";
import { type AnalysisWarning, type FileAnalysis, shownMark } from "./parse/analyze-file.ts";

/** What an analysis says of how a file was read, and what a sender should look at. */
export const shownReading = ({ format, marks, warnings }: FileAnalysis, language: Language) => ({
  encoding: format.encoding,
  encoding_confidence: format.encodingConfidence,
  delimiter: format.delimiter,
  /** Of the file, from 1; `null` without a header. */
  header_row: format.hasHeader ? format.skipHeaderRows + 1 : null,
  decimal_separator: shownMark(marks),
  warnings: warnings.map(({ code, column, params }) => ({
    code,
    column,
    message: translate(language, `imports.analysis.${code}`, params),
  })),
});

/** The warnings that stand in the message of an upload: those that spoil every row. */
export const urgentWarnings = (warnings: readonly AnalysisWarning[], language: Language): string[] =>
  warnings
    .filter(({ code }) => code !== "header_not_first")
    .map(({ code, params }) => translate(language, `imports.analysis.${code}`, params));
