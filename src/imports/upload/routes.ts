import { accessRoutes } from "../../http/gate/access.ts";
import type { Services } from "../../runtime/services.ts";
import { receiveUpload, uploadBody } from "../../uploads/receive-upload.ts";
import { detectCall } from "../calls.ts";
import { UPLOAD } from "../policies.ts";
import { DetectedFormat, DetectForm, UploadForm } from "../schema.ts";
import { ImportUploaded, UploadQuery } from "./analysis-schema.ts";
import { fileProblem } from "./file-kinds.ts";
import { type UploadContext, uploadImport } from "./upload-import.ts";

/**
 * Says how a file would be read, by its beginning. Keeps nothing: the file lies there only while it is looked at. Throws
 * PAYLOAD_TOO_LARGE, VALIDATION_FAILED, IMPORT_PARSE_FAILED.
 */
async function detectUpload(
  services: Services,
  { request, tenantId, language, checkForm }: Omit<UploadContext, "write" | "isAssisted">,
) {
  const fileKey = `${tenantId}/imports/${services.newId()}`;
  const answer = await receiveUpload(
    services,
    request,
    { tenantId, fileKey, checkForm, nameProblem: fileProblem },
    ({ fileName, fields }) => {
      const sheetName = fields.get("sheet_name")?.trim() || null;
      return services.call(detectCall, tenantId, { fileKey, fileName, sheetName, language });
    },
  );
  await services.files.delete(fileKey);
  return answer;
}

/** `/imports/upload` and `/imports/detect-format`: files as they come in. */
export const uploadRoutes = (services: Services) => {
  const body = uploadBody(services, UploadForm);
  return accessRoutes(services, "Imports", "/imports")
    .post(
      "/upload",
      async ({ request, tenantId, language, write, checkForm, query, status }) => {
        const isAssisted = query.assist === "ai";
        return status(202, await uploadImport(services, { request, tenantId, language, write, checkForm, isAssisted }));
      },
      {
        policy: { ...UPLOAD, body, refusals: ["AI_PROVIDER_NOT_CONFIGURED"] },
        query: UploadQuery,
        response: { 202: ImportUploaded },
        detail: {
          operationId: "uploadImport",
          summary: "Upload a product file",
          description: [
            "Multipart: `file` (.csv, .tsv, .txt, .xlsx, .ods, .json, .ndjson, .xml, or one of them in .gz or .zip), and",
            "optionally `supplier_code`, `supplier_id`, `template_id`,",
            "`import_type` (default `manual`), `auto_process`, `skip_header_rows` (0 to 100) and `sheet_name`.",
            "Of a workbook the sheet `sheet_name` is read, else the first with a table; of JSON and XML the list or element",
            "that is repeated most, with nested fields as dotted columns.",
            "Encoding, delimiter and header row are detected; set `skip_header_rows` if the detected header is",
            "wrong. The import then waits for its mapping. With `assist=ai` the tenant's AI provider is shown the headers and",
            "ten values of each column that nothing is suggested for, and its answers join the suggestions.",
          ].join(" "),
        },
      },
    )
    .post(
      "/detect-format",
      ({ request, tenantId, language, checkForm }) =>
        detectUpload(services, { request, tenantId, language, checkForm }),
      {
        policy: { ...UPLOAD, readOnly: true, body: uploadBody(services, DetectForm) },
        response: { 200: DetectedFormat },
        detail: {
          operationId: "detectImportFormat",
          summary: "Detect the format of a file",
          description:
            "Multipart: `file`, a whole file or the beginning of one (workbooks and archives whole), and optionally `sheet_name`. Creates no import and keeps nothing.",
        },
      },
    );
};
