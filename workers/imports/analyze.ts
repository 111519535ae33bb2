import { analyzeFile } from "../../src/imports/parse/analyze/analyze-file.ts";
import { detectFile } from "../../src/imports/parse/detect-file.ts";
import { type FileFormat, isWorkbook } from "../../src/imports/parse/file-format.ts";
import { sourceOf } from "../../src/imports/parse/file-source.ts";
import type { GivenFormat } from "../../src/imports/parse/given-format.ts";
import type { SeenPlace } from "../../src/imports/parse/tree/place-survey.ts";
import type { AnalyzedFile, AnalyzeRequest } from "../../src/imports/upload/analyze-request.ts";
import { asImportError } from "../../src/imports/upload/unreadable.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { findLanguages } from "../../src/settings/languages.ts";

/** Analyses a stored file as a whole. Throws IMPORT_PARSE_FAILED, and VALIDATION_FAILED for one without rows. */
export async function analyze(
  { files, reader }: ThreadServices,
  tenantId: string,
  { fileKey, fileName, sheetName, skipHeaderRows, fileOptions = {}, language }: AnalyzeRequest,
): Promise<AnalyzedFile> {
  const { enabled, pivot } = await findLanguages(reader(tenantId));
  const { recordPath, headerRow, decimalSeparator } = fileOptions;
  let recordPaths: SeenPlace[] = [];
  const note = (places: SeenPlace[]) => {
    recordPaths = places;
  };
  try {
    const source = await sourceOf(files, fileKey, fileName);
    const format = givenFormat(await detectFile(source, { sheet: sheetName, recordPath, note }), fileOptions);
    const analysis = await analyzeFile(source, format, {
      skipHeaderRows: headerRow === 0 ? 0 : headerRow ? headerRow - 1 : skipHeaderRows,
      hasHeader: headerRow !== 0,
      enabledLanguages: enabled,
      pivotLanguage: fileOptions.language ?? pivot,
    });
    if (!decimalSeparator) return { ...analysis, recordPaths };
    const warnings = analysis.warnings.filter(({ code }) => code !== "decimal_separator_undecided");
    return { ...analysis, recordPaths, marks: { mark: decimalSeparator, columns: {} }, warnings };
  } catch (error) {
    throw asImportError(error, language, fileName);
  }
}

/** What was found, but for what is given of how the file is read. */
function givenFormat(detected: FileFormat, given: GivenFormat): FileFormat {
  const format = { ...detected, given };
  const encoding = given.encoding ? { encoding: given.encoding.toLowerCase(), encodingConfidence: 1 } : {};
  if (isWorkbook(format)) return format;
  if (format.format !== "csv") return { ...format, ...encoding };
  const { delimiter, quote } = given;
  return {
    ...format,
    ...encoding,
    ...(delimiter && { delimiter }),
    ...(quote && { quote: quote === "none" ? null : quote }),
  };
}
