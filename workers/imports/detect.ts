import { type DetectedFile, detectedFile } from "../../src/imports/parse/detected-file.ts";
import { sourceOf } from "../../src/imports/parse/file-source.ts";
import type { DetectRequest } from "../../src/imports/upload/analyze-request.ts";
import { asImportError } from "../../src/imports/upload/unreadable.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Says how a stored file would be read. Throws IMPORT_PARSE_FAILED, and VALIDATION_FAILED for an empty one. */
export async function detect(
  { files }: ThreadServices,
  _: string,
  { fileKey, fileName, sheetName, language }: DetectRequest,
): Promise<DetectedFile> {
  try {
    return await detectedFile(await sourceOf(files, fileKey, fileName), sheetName);
  } catch (error) {
    throw asImportError(error, language, fileName);
  }
}
