import type { FieldProblem } from "../../http/output/errors.ts";
import { extensionOf } from "../../uploads/file-name.ts";

/** The kinds of file that an import reads, with their media types. */
const READABLE = {
  ".csv": "text/csv",
  ".tsv": "text/tab-separated-values",
  ".txt": "text/plain",
} as const;
/** Kinds of product files that a later version reads. */
const NOT_YET: readonly string[] = [".xlsx", ".json", ".xml"];

/** The media type of a file that can be read; `undefined` for any other. */
export const mediaTypeOf = (name: string): string | undefined =>
  new Map<string, string>(Object.entries(READABLE)).get(extensionOf(name));

/** What is wrong with a file of this name; `undefined` when it can be read. */
export function fileProblem(name: string): FieldProblem | undefined {
  if (mediaTypeOf(name) !== undefined) return undefined;
  const isLater = NOT_YET.includes(extensionOf(name));
  return {
    field: "file",
    type: "invalid_value",
    key: isLater ? "imports.file_kind_later" : "imports.file_kind",
    params: { allowed: Object.keys(READABLE).join(", ") },
  };
}
