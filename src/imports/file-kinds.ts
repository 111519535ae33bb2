import type { FieldProblem } from "../http/errors.ts";

/** The kinds of file that an import reads, with their media types. */
const READABLE = {
  ".csv": "text/csv",
  ".tsv": "text/tab-separated-values",
  ".txt": "text/plain",
} as const;
/** Kinds of product files that a later version reads. */
const NOT_YET: readonly string[] = [".xlsx", ".json", ".xml"];

const NAME_LENGTH_MAX = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const CONTROL = /[\u0000-\u001f\u007f]/g;

/** A file name as it can be shown: without folders and control characters, at most 255 characters, its ending kept. */
export function cleanFileName(name: string): string {
  const last = (name.split(/[/\\]/).at(-1) ?? "").replace(CONTROL, "").trim();
  const ending = extensionOf(last);
  return last.length <= NAME_LENGTH_MAX ? last : last.slice(0, NAME_LENGTH_MAX - ending.length) + ending;
}

/** The ending of a name in lower case, with its dot; empty when it has none. */
export const extensionOf = (name: string): string => /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? "";

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
