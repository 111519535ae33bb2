import { originOf } from "../../http/gate/caller/origin.ts";
import { byteAnswer } from "../../http/output/byte-answer.ts";
import { ApiError, required } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";
import { fileStream } from "../../storage/file-stream.ts";
import { exportStream } from "../calls.ts";
import type { FileFormat } from "../formats/format.ts";
import type { ProductExport } from "../tables/product-table.ts";
import { contentTypeOf, type ExportOptions, fileKeyOf, fileNameOf } from "./export-options.ts";
import { fileOf, isExpired } from "./export-progress.ts";
import type { ExportTask } from "./task.ts";

const headersOf = ({ name, contentType }: { name: string; contentType: string }) => ({
  "content-type": contentType.startsWith("text/") ? `${contentType}; charset=utf-8` : contentType,
  "content-disposition": `attachment; filename="${name}"`,
  "cache-control": "private, no-store",
});

/** Answers the file of a task. Throws EXPORT_NOT_READY before there is one, NOT_FOUND once it is deleted. */
export async function answerDownload(
  { files, now }: Pick<Services, "files" | "now">,
  tenantId: string,
  task: ExportTask,
  request: Request,
): Promise<Response> {
  if (task.status !== "SUCCESS") throw new ApiError("EXPORT_NOT_READY", { details: { state: task.status } });
  const key = fileKeyOf(tenantId, task.id);
  const found = isExpired(task, now()) ? undefined : await files.sizeBytes(key);
  const sizeBytes = required(found, "export_file", task.id);
  return byteAnswer(request, { headers: headersOf(fileOf(task)), sizeBytes, open: () => fileStream(files.read(key)) });
}

/** Products that are written while they are sent. */
interface StreamedExport {
  wanted: ProductExport;
  format: FileFormat;
}

/** Answers an export while a worker thread makes it; a HEAD has only its headers. */
export function answerStream(
  services: Pick<Services, "stream" | "config" | "now" | "addressOf">,
  tenantId: string,
  what: StreamedExport,
  request: Request,
): Response {
  const options: ExportOptions = { ...what, resource: "products", origin: originOf(request, services) };
  const name = fileNameOf(options, services.now());
  return byteAnswer(request, {
    headers: headersOf({ name, contentType: contentTypeOf(options) }),
    sizeBytes: null,
    open: () => services.stream(exportStream, tenantId, options),
  });
}
