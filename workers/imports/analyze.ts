import { analyzeFile, type FileAnalysis } from "../../src/imports/parse/analyze-file.ts";
import { detectFile } from "../../src/imports/parse/detect-file.ts";
import type { FileFormat } from "../../src/imports/parse/file-format.ts";
import { sourceOf } from "../../src/imports/parse/file-source.ts";
import type { AnalyzeRequest, GivenFormat } from "../../src/imports/upload/analyze-request.ts";
import { asImportError } from "../../src/imports/upload/unreadable.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { findLanguages } from "../../src/settings/languages.ts";

/** Analyses a stored file as a whole. Throws IMPORT_PARSE_FAILED, and VALIDATION_FAILED for one without rows. */
export async function analyze(
  { files, reader }: ThreadServices,
  tenantId: string,
  { fileKey, fileName, sheetName, skipHeaderRows, fileOptions = {}, language }: AnalyzeRequest,
): Promise<FileAnalysis> {
  const { enabled, pivot } = await findLanguages(reader(tenantId));
  try {
    const source = await sourceOf(files, fileKey, fileName);
    const format = givenFormat(await detectFile(source, { sheet: sheetName }), fileOptions);
    return await analyzeFile(source, format, { skipHeaderRows, enabledLanguages: enabled, pivotLanguage: pivot });
  } catch (error) {
    throw asImportError(error, language, fileName);
  }
}

/** What was found, but for what is given of how a delimited text is read. */
function givenFormat(detected: FileFormat, { encoding, delimiter }: GivenFormat): FileFormat {
  if (detected.format !== "csv") return detected;
  return {
    ...detected,
    ...(encoding && { encoding: encoding.toLowerCase(), encodingConfidence: 1 }),
    ...(delimiter && { delimiter }),
  };
}
