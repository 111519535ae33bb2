import type { Import } from "../../../db/imports/imports.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { receiveUpload, type Upload } from "../../uploads/receive-upload.ts";
import { extensionOf } from "../../uploads/upload-name.ts";
import { analyzeCall, assistCall } from "../calls.ts";
import { type Continued, continuedAnalysis, findContinued } from "../correct/continue-import.ts";
import type { ImportRecord } from "../import-record.ts";
import { fileFormatOf } from "../map/saved-mapping.ts";
import { shownReading, urgentWarnings } from "../shown-reading.ts";
import { QUEUED_FROM_ROWS } from "../states.ts";
import type { AnalyzedFile, AnalyzeRequest } from "./analyze-request.ts";
import { type AppliedTemplate, applyTemplate, chooseTemplate } from "./choose-template.ts";
import { createImport } from "./create-import.ts";
import { fileProblem, mediaTypeOf } from "./file-kinds.ts";
import { readUploadFields, type UploadFields } from "./upload-fields.ts";

/** What an upload's handler knows of its request. */
export interface UploadContext {
  request: Request;
  tenantId: string;
  language: Language;
  write: BoundWrite;
  checkForm: (names: Iterable<string>) => void;
  /** Whether the tenant's model is asked what nothing else says. */
  isAssisted: boolean;
}

/**
 * Stores an uploaded file, has it analysed and registers its import. Nothing of a refused file is stored. Throws
 * PAYLOAD_TOO_LARGE, VALIDATION_FAILED, and IMPORT_PARSE_FAILED for content that cannot be read.
 */
export async function uploadImport(services: Services, context: UploadContext) {
  const { request, tenantId, language, write, checkForm, isAssisted } = context;
  const { files, call } = services;
  const id = services.newId();
  const fileKey = `${tenantId}/imports/${id}`;
  const analysedFile = async (file: AnalyzeRequest): Promise<AnalyzedFile> => {
    const read = await call(analyzeCall, tenantId, file);
    return isAssisted ? call(assistCall, tenantId, read) : read;
  };
  const register = async ({ fields: sent, fileName: name, sizeBytes }: Upload) => {
    const { templateId, skipHeaderRows, sheetName, ...fields } = readUploadFields(sent);
    const db = services.reader(tenantId);
    const template = await chooseTemplate(db, { ...fields, templateId });
    const fileOptions = template?.file_options ?? {};
    const analysed = await analysedFile({
      fileKey,
      fileName: name,
      sheetName: sheetName ?? fileOptions.sheet_name ?? null,
      skipHeaderRows: skipHeaderRows ?? fileOptions.skip_header_rows ?? null,
      fileOptions,
      language,
    });
    const continued = await findContinued(db, analysed);
    const analysis = continued ? continuedAnalysis(analysed, continued.first) : analysed;
    const { message, ...applied } = continued
      ? appliedAgain(continued, analysis.rowCount, { ...fields, language })
      : await applyTemplate(db, template, analysis, { ...fields, language });
    const created = await write(createImport, {
      ...fields,
      ...(continued && senderOf(fields, continued.first)),
      id,
      fileName: name,
      fileKey,
      fileSizeBytes: sizeBytes,
      fileFormat: fileFormatOf(analysis),
      columns: analysis.columns,
      suggestedMapping: analysis.suggestedMapping,
      language,
      totalRows: analysis.rowCount,
      configId: null,
      continuesId: continued?.first.id ?? null,
      tasksMax: services.config.tenantTasks,
      ...applied,
    });
    // A repeated request is given the first one's import, which has a file of its own.
    if (created.id !== id) await files.delete(fileKey);
    return uploaded(created, { name, sizeBytes, analysis, message, language });
  };
  return receiveUpload(services, request, { tenantId, fileKey, checkForm, nameProblem: fileProblem }, register);
}

type Sent = Pick<UploadFields, "supplierId" | "supplierCode" | "autoProcess">;

/** The mapping of the import that is continued. */
function appliedAgain(
  { first, mapping }: Continued,
  rows: number,
  { autoProcess, language }: Pick<Sent, "autoProcess"> & { language: Language },
): AppliedTemplate {
  const key = autoProcess ? "imports.continuing" : "imports.continues";
  return { templateId: null, mapping, message: translate(language, key, { rows, file: first.fileName }) };
}

/** Whose the rows are: as the upload says, else as the import that is continued. */
const senderOf = ({ supplierId, supplierCode }: Sent, first: Import) =>
  supplierId === null && supplierCode === null
    ? { supplierId: first.supplierId, supplierCode: first.supplierCode }
    : { supplierId, supplierCode };

/** What is said of an upload. */
function uploaded(
  { id, status: stored, createdAtMs }: Import,
  about: { name: string; sizeBytes: number; analysis: AnalyzedFile; message: string; language: Language },
) {
  const { name, sizeBytes, analysis, message, language } = about;
  const status = stored as ImportRecord["status"]; // the table checks it
  return {
    id,
    status,
    message: [message, ...urgentWarnings(analysis.warnings, language)].join(". "),
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
        suggested_computed_columns: analysis.suggestedComputed,
        suggested_languages: analysis.suggestedLanguages,
        ...shownReading(analysis, language),
      },
      import_job: { id, status, created_at: new Date(createdAtMs).toISOString() },
    },
    processing_method: analysis.rowCount >= QUEUED_FROM_ROWS ? ("queued" as const) : ("inline" as const),
  };
}
