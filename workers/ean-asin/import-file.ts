import { importMappings } from "../../src/codes/ean-asin/import-mappings.ts";
import { type FileOfMappings, type ImportedMappings, readMappings } from "../../src/codes/ean-asin/read-mappings.ts";
import { sourceOf } from "../../src/imports/parse/file-source.ts";
import { asImportError } from "../../src/imports/upload/unreadable.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Rows that are stored together: more would make other writers wait. */
const CHUNK = 500;

/** Stores the mappings of a file. Throws VALIDATION_FAILED and IMPORT_PARSE_FAILED; rows before a fault are stored. */
export async function importFile(
  { files, write }: ThreadServices,
  tenantId: string,
  file: FileOfMappings,
): Promise<ImportedMappings> {
  const result: ImportedMappings = { created: 0, updated: 0, errors: [] };
  try {
    const source = await sourceOf(files, file.fileKey, "mappings.csv");
    for await (const mappings of readMappings(source, file, result.errors)) {
      for (let start = 0; start < mappings.length; start += CHUNK) {
        const counts = await write(importMappings, tenantId, { rows: mappings.slice(start, start + CHUNK) });
        result.created += counts.created;
        result.updated += counts.updated;
      }
    }
  } catch (error) {
    throw asImportError(error, file.language);
  }
  return result;
}
