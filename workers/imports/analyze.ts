import { analyzeFile, type FileAnalysis } from "../../src/imports/parse/analyze-file.ts";
import { detectFile } from "../../src/imports/parse/detect-file.ts";
import { sourceOf } from "../../src/imports/parse/file-source.ts";
import type { AnalyzeRequest } from "../../src/imports/upload/analyze-request.ts";
import { asImportError } from "../../src/imports/upload/unreadable.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { findLanguages } from "../../src/settings/languages.ts";

/** Analyses a stored file as a whole. Throws IMPORT_PARSE_FAILED, and VALIDATION_FAILED for one without rows. */
export async function analyze(
  { files, reader }: ThreadServices,
  tenantId: string,
  { fileKey, fileName, sheetName, skipHeaderRows, language }: AnalyzeRequest,
): Promise<FileAnalysis> {
  const { enabled } = await findLanguages(reader(tenantId));
  try {
    const source = await sourceOf(files, fileKey, fileName);
    const format = await detectFile(source, { sheet: sheetName });
    return await analyzeFile(source, format, { skipHeaderRows, enabledLanguages: enabled });
  } catch (error) {
    throw asImportError(error, language, fileName);
  }
}
