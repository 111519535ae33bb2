import type { FieldProblem } from "../http/errors.ts";
import { ApiError, invalidBody } from "../http/errors.ts";
import type { BoundWrite } from "../http/gate.ts";
import { type Language, translate } from "../http/messages.ts";
import type { Services } from "../services.ts";
import { FileTooLarge, type StoredFile } from "../storage/files.ts";
import { createImport } from "./create-import.ts";
import { extensionOf, fileProblem, mediaTypeOf } from "./file-kinds.ts";
import { type Form, readForm } from "./read-form.ts";
import { fileFormatOf } from "./saved-mapping.ts";
import { QUEUED_FROM_ROWS } from "./states.ts";
import { readUploadFields } from "./upload-fields.ts";

const MIB = 1024 * 1024;

interface UploadContext {
  request: Request;
  tenantId: string;
  language: Language;
  write: BoundWrite;
}

/** Reads what is left of a stream, for nothing. */
async function drain(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

const fileRefused = (problem: Omit<FieldProblem, "field">) => invalidBody([{ field: "file", ...problem }]);

/** What is wrong with the file of a form as far as its name and size tell. */
function checkFile(form: Form<StoredFile | undefined>): { name: string; sizeBytes: number } {
  const { file } = form;
  if (!file || file.name === "") throw fileRefused({ type: "missing", key: "imports.file_missing" });
  const problem = fileProblem(file.name);
  if (problem) throw invalidBody([problem]);
  if (!file.content?.sizeBytes) throw fileRefused({ type: "invalid_value", key: "imports.file_empty" });
  return { name: file.name, sizeBytes: file.content.sizeBytes };
}

/**
 * Stores an uploaded file, has it analysed and registers its import. Of a file that is refused nothing is kept. Throws
 * PAYLOAD_TOO_LARGE, VALIDATION_FAILED, and IMPORT_PARSE_FAILED for content that cannot be read.
 */
export async function uploadImport(services: Services, { request, tenantId, language, write }: UploadContext) {
  const { files, config, ask } = services;
  const id = services.newId();
  const fileKey = `${tenantId}/imports/${id}`;
  const limitBytes = config.uploadLimitMib * MIB;
  const store = async (name: string, bytes: AsyncIterable<Uint8Array>) =>
    fileProblem(name) ? void (await drain(bytes)) : files.put(fileKey, bytes, { limitBytes });
  try {
    const form = await readForm(request, store);
    const { name, sizeBytes } = checkFile(form);
    const { templateId, skipHeaderRows, ...fields } = readUploadFields(form.fields);
    if (templateId !== null) {
      throw invalidBody([{ field: "template_id", type: "invalid_value", key: "imports.no_such_template" }]);
    }
    const analysis = await ask("imports.analyze", tenantId, { fileKey, skipHeaderRows, language });
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
      message: translate(language, "imports.awaiting_mapping", { rows: analysis.rowCount }),
      data: {
        file_info: {
          original_filename: name,
          size: sizeBytes,
          extension: extensionOf(name),
          content_type: mediaTypeOf(name) ?? "text/csv",
        },
        file_analysis: {
          columns: analysis.columns,
          row_count: analysis.rowCount,
          sample_data: analysis.sampleData,
          suggested_mapping: analysis.suggestedMapping,
          suggested_languages: analysis.suggestedLanguages,
        },
        import_job: {
          id: created.id,
          status: "awaiting_mapping" as const,
          created_at: new Date(created.createdAtMs).toISOString(),
        },
      },
      processing_method: analysis.rowCount >= QUEUED_FROM_ROWS ? ("queued" as const) : ("inline" as const),
    };
  } catch (error) {
    await files.delete(fileKey);
    if (!(error instanceof FileTooLarge)) throw error;
    throw new ApiError("PAYLOAD_TOO_LARGE", { params: { limit: limitBytes }, details: { limit: limitBytes } });
  }
}
