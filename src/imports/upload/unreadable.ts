import { ApiError, invalidBody } from "../../http/output/errors.ts";
import type { Language } from "../../http/output/messages.ts";
import { FileUnreadable, unreadableMessage } from "../parse/file-unreadable.ts";

const OF_THE_SENDER = {
  empty_file: "uploads.file_empty",
  no_rows: "imports.file_without_rows",
  old_workbook: "imports.file_kind_xls",
  no_such_sheet: "imports.no_such_sheet",
  empty_sheet: "imports.empty_sheet",
  no_such_path: "imports.no_such_path",
} as const;
const isOfTheSender = (code: string): code is keyof typeof OF_THE_SENDER => Object.hasOwn(OF_THE_SENDER, code);

/** How a folder and an object store report a missing file. */
const MISSING: ReadonlySet<unknown> = new Set(["ENOENT", "NoSuchKey", "NotFound"]);

/** The message about a file that cannot be read, `name` being its name; any other error stays what it is. */
export function asImportError(error: unknown, language: Language, name?: string): unknown {
  // An import may be deleted while it is read for another request.
  if (MISSING.has(Object(error).code)) return new ApiError("INVALID_STATE", { key: "imports.file_purged" });
  if (!(error instanceof FileUnreadable)) return error;
  const { code, params } = error;
  if (isOfTheSender(code)) {
    const field = code === "no_such_path" ? "record_path" : "file";
    return invalidBody([{ field, type: "invalid_value", key: OF_THE_SENDER[code], params }]);
  }
  return new ApiError("IMPORT_PARSE_FAILED", {
    details: {
      reason: code,
      ...(name !== undefined && { file: name }),
      ...params,
      message: unreadableMessage(error, language),
    },
  });
}
