import { Elysia } from "elysia";
import { access } from "../../http/gate/access.ts";
import type { Services } from "../../runtime/services.ts";
import { uploadBody } from "../../uploads/receive-upload.ts";
import { UPLOAD } from "../policies.ts";
import { DetectedFormat, DetectForm, UploadForm } from "../schema.ts";
import { ImportUploaded, UploadQuery } from "./analysis-schema.ts";
import { detectUpload } from "./detect-upload.ts";
import { uploadImport } from "./upload-import.ts";

/** `/imports/upload` and `/imports/detect-format`: files as they come in. */
export const uploadRoutes = (services: Services) => {
  const body = uploadBody(services, UploadForm);
  return new Elysia({ prefix: "/imports", tags: ["Imports"] })
    .use(access(services))
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
