import { analyzeFile, type FileAnalysis } from "../../src/imports/parse/analyze-file.ts";
import { detectFormat, type FileFormat } from "../../src/imports/parse/file-format.ts";
import { sampleOf } from "../../src/imports/parse/sample-of.ts";
import type { AnalyzeRequest, GivenFormat } from "../../src/imports/upload/analyze-request.ts";
import { asImportError } from "../../src/imports/upload/unreadable.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { findLanguages } from "../../src/settings/languages.ts";

/** Analyses a stored file as a whole. Throws IMPORT_PARSE_FAILED, and VALIDATION_FAILED for one without rows. */
export async function analyze(
  { files, reader }: ThreadServices,
  tenantId: string,
  { fileKey, skipHeaderRows, fileOptions = {}, language }: AnalyzeRequest,
): Promise<FileAnalysis> {
  const { enabled } = await findLanguages(reader(tenantId));
  try {
    const detected = detectFormat(await sampleOf(files.read(fileKey)));
    const format = givenFormat(detected, fileOptions);
    return await analyzeFile(files.read(fileKey), format, { skipHeaderRows, enabledLanguages: enabled });
  } catch (error) {
    throw asImportError(error, language);
  }
}

/** What was found, but for what is given. */
function givenFormat(detected: FileFormat, { encoding, delimiter }: GivenFormat): FileFormat {
  return {
    ...detected,
    ...(encoding && { encoding: encoding.toLowerCase(), encodingConfidence: 1 }),
    ...(delimiter && { delimiter }),
  };
}
