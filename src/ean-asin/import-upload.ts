import { findTemplate } from "../../db/ean-asin/templates.ts";
import type { Reader } from "../../db/ports.ts";
import { ApiError, invalidBody } from "../http/errors.ts";
import type { Language } from "../http/messages.ts";
import type { Services } from "../services.ts";
import { FileTooLarge, type StoredFile } from "../storage/files.ts";
import { readForm } from "../uploads/read-form.ts";

/** Room for some 250,000 mappings. */
export const FILE_BYTES_MAX = 10 * 1024 * 1024;

interface UploadContext {
  request: Request;
  tenantId: string;
  db: Reader;
  language: Language;
}

async function templateOf(db: Reader, given: string | undefined) {
  if (given === undefined || given.trim() === "") {
    throw invalidBody([{ field: "template_id", type: "missing", key: "ean_asin.template_missing" }]);
  }
  const template = /^\d{1,15}$/.test(given.trim()) ? await findTemplate(db, Number(given)) : undefined;
  if (template) return template;
  throw invalidBody([{ field: "template_id", type: "invalid_value", key: "ean_asin.no_template" }]);
}

/**
 * Reads an uploaded file of mappings by its template and stores them; the file itself is not kept. Throws
 * VALIDATION_FAILED, PAYLOAD_TOO_LARGE and IMPORT_PARSE_FAILED.
 */
export async function importUpload(services: Services, { request, tenantId, db, language }: UploadContext) {
  const { files, ask } = services;
  const fileKey = `${tenantId}/ean-asin/${services.newId()}`;
  const store = (_: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> =>
    files.put(fileKey, bytes, { limitBytes: FILE_BYTES_MAX });
  try {
    const { fields, file } = await readForm(request, store);
    const template = await templateOf(db, fields.get("template_id"));
    if (!file?.content.sizeBytes) {
      throw invalidBody([{ field: "file", type: "missing", key: "ean_asin.file_missing" }]);
    }
    return await ask("ean-asin.import-file", tenantId, { fileKey, template, language });
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    throw new ApiError("PAYLOAD_TOO_LARGE", { params: { limit: FILE_BYTES_MAX }, details: { limit: FILE_BYTES_MAX } });
  } finally {
    await files.delete(fileKey);
  }
}
