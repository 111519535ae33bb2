import type { BoundWrite } from "../../http/gate/gate.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { extensionOf } from "../../uploads/file-name.ts";
import { receiveUpload, type Upload } from "../../uploads/receive-upload.ts";
import { fileFormatOf } from "../map/saved-mapping.ts";
import { shownReading, urgentWarnings } from "../shown-reading.ts";
import { QUEUED_FROM_ROWS } from "../states.ts";
import { createImport } from "./create-import.ts";
import { fileProblem, mediaTypeOf } from "./file-kinds.ts";
import { readUploadFields } from "./upload-fields.ts";

interface UploadContext {
  request: Request;
  tenantId: string;
  language: Language;
  write: BoundWrite;
}

/**
 * Stores an uploaded file, has it analysed and registers its import. Of a file that is refused nothing is kept. Throws
 * PAYLOAD_TOO_LARGE, VALIDATION_FAILED, and IMPORT_PARSE_FAILED for content that cannot be read.
 */
export async function uploadImport(services: Services, { request, tenantId, language, write }: UploadContext) {
  const { files, ask } = services;
  const id = services.newId();
  const fileKey = `${tenantId}/imports/${id}`;
  const register = async ({ fields: sent, fileName: name, sizeBytes }: Upload) => {
    const { templateId, skipHeaderRows, sheetName, ...fields } = readUploadFields(sent);
    if (templateId !== null) {
      throw invalidBody([{ field: "template_id", type: "invalid_value", key: "imports.no_such_template" }]);
    }
    const analysis = await ask("imports.analyze", tenantId, {
      fileKey,
      fileName: name,
      sheetName,
      skipHeaderRows,
      language,
    });
    const created = await write(createImport, {
      ...fields,
      id,
      fileName: name,
      fileKey,
      fileSizeBytes: sizeBytes,
      fileFormat: fileFormatOf(analysis),
      columns: analysis.columns,
      suggestedMapping: analysis.suggestedMapping,
      language,
      totalRows: analysis.rowCount,
    });
    // A repeated request is given the first one's import, which has a file of its own.
    if (created.id !== id) await files.delete(fileKey);
    return {
      id: created.id,
      status: "awaiting_mapping" as const,
      message: [
        translate(language, "imports.awaiting_mapping", { rows: analysis.rowCount }),
        ...urgentWarnings(analysis.warnings, language),
      ].join(". "),
      data: {
        file_info: fileInfo(name, sizeBytes),
        file_analysis: {
          columns: analysis.columns,
          row_count: analysis.rowCount,
          sample_data: analysis.sampleData,
          suggested_mapping: analysis.suggestedMapping,
          suggested_languages: analysis.suggestedLanguages,
          ...shownReading(analysis, language),
        },
        import_job: {
          id: created.id,
          status: "awaiting_mapping" as const,
          created_at: new Date(created.createdAtMs).toISOString(),
        },
      },
      processing_method: analysis.rowCount >= QUEUED_FROM_ROWS ? ("queued" as const) : ("inline" as const),
    };
  };
  return receiveUpload(services, request, { tenantId, fileKey, nameProblem: fileProblem }, register);
}

const fileInfo = (name: string, size: number) => ({
  original_filename: name,
  size,
  extension: extensionOf(name),
  content_type: mediaTypeOf(name) ?? "text/csv",
});
