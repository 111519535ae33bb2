import type { Import } from "../../../db/imports/imports.ts";
import type { Services } from "../../runtime/services.ts";
import { fileStream } from "../../storage/file-stream.ts";
import { fileOf } from "../require-import.ts";

/** The unchanged file of an import. Throws INVALID_STATE when it was purged, or has not come yet. */
export async function answerSourceFile({ files }: Pick<Services, "files">, found: Import): Promise<Response> {
  const key = fileOf(found);
  // Names hold what no header may.
  const plain = found.fileName.replaceAll(/[^\w.-]/g, "_") || "file";
  return new Response(fileStream(files.read(key)), {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(found.fileSizeBytes),
      "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(found.fileName)}`,
      "cache-control": "private, no-store",
    },
  });
}
