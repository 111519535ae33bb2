import type { Reader } from "../../../db/ports.ts";
import { invalidBody } from "../../http/output/errors.ts";
import type { Language } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { receiveUpload } from "../../uploads/receive-upload.ts";
import { importFileCall } from "./calls.ts";
import { Template } from "./mapping-file-template.ts";

interface UploadContext {
  request: Request;
  tenantId: string;
  db: Reader;
  language: Language;
  checkForm: (names: Iterable<string>) => void;
}

async function templateOf(db: Reader, given: string | undefined) {
  if (given === undefined || given.trim() === "") {
    throw invalidBody([{ field: "template_id", type: "missing", key: "ean_asin.template_missing" }]);
  }
  const template = /^\d{1,15}$/.test(given.trim()) ? await Template.table.find(db, given.trim()) : undefined;
  if (template) return template;
  throw invalidBody([{ field: "template_id", type: "invalid_value", key: "ean_asin.no_template" }]);
}

/**
 * Reads an uploaded file of mappings by its template and stores them; the file itself is not stored. Throws
 * VALIDATION_FAILED, PAYLOAD_TOO_LARGE and IMPORT_PARSE_FAILED.
 */
export async function importUpload(services: Services, context: UploadContext) {
  const { request, tenantId, db, language, checkForm } = context;
  const fileKey = `${tenantId}/ean-asin/${services.newId()}`;
  return receiveUpload(services, request, { tenantId, fileKey, checkForm }, async ({ fields }) => {
    const template = await templateOf(db, fields.get("template_id"));
    const imported = await services.call(importFileCall, tenantId, { fileKey, template, language });
    await services.files.delete(fileKey);
    return imported;
  });
}
