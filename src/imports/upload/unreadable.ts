import { ApiError, invalidBody } from "../../http/output/errors.ts";
import type { Language } from "../../http/output/messages.ts";
import { FileUnreadable, unreadableMessage } from "../parse/file-unreadable.ts";

const OF_THE_SENDER = { empty_file: "uploads.file_empty", no_rows: "imports.file_without_rows" } as const;
const isOfTheSender = (code: string): code is keyof typeof OF_THE_SENDER => Object.hasOwn(OF_THE_SENDER, code);

/** How a folder and an object store say that there is no such file. */
const MISSING: ReadonlySet<unknown> = new Set(["ENOENT", "NoSuchKey", "NotFound"]);

/** What a caller is told of a file that cannot be read; any other error stays what it is. */
export function asImportError(error: unknown, language: Language): unknown {
  // Whoever deletes an import may do so while it is read for another request.
  if (MISSING.has(Object(error).code)) return new ApiError("INVALID_STATE", { key: "imports.file_purged" });
  if (!(error instanceof FileUnreadable)) return error;
  const { code, params } = error;
  if (isOfTheSender(code)) return invalidBody([{ field: "file", type: "invalid_value", key: OF_THE_SENDER[code] }]);
  return new ApiError("IMPORT_PARSE_FAILED", {
    details: { reason: code, ...params, message: unreadableMessage(error, language) },
  });
}
