import type { Services } from "../../runtime/services.ts";
import { receiveUpload } from "../../uploads/receive-upload.ts";
import { detectCall } from "../calls.ts";
import { fileProblem } from "./file-kinds.ts";
import type { UploadContext } from "./upload-import.ts";

/**
 * Says how a file would be read, by its beginning. Keeps nothing: the file lies there only while it is looked at. Throws
 * PAYLOAD_TOO_LARGE, VALIDATION_FAILED, IMPORT_PARSE_FAILED.
 */
export async function detectUpload(
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
