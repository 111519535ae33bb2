import { type Static, Type } from "@sinclair/typebox";
import { maybe } from "../../http/input/fields.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { decoderOf } from "../parse/text/code-pages.ts";

const DELIMITERS = [",", ";", "\t", "|"];

export const FileOptionsBody = Type.Object(
  {
    delimiter: maybe(Type.String({ maxLength: 1, description: "Comma, semicolon, tab or |.", examples: [";"] })),
    encoding: maybe(
      Type.String({
        maxLength: 40,
        description: "Such as utf-8, utf-16le, windows-1252, iso-8859-15, cp850.",
        examples: ["windows-1252"],
      }),
    ),
    skip_header_rows: maybe(Type.Integer({ minimum: 0, maximum: 100, description: "Rows before the header." })),
    sheet_name: maybe(Type.String({ minLength: 1, maxLength: 100, description: "Sheet of a workbook." })),
  },
  { title: "FileOptions", description: "How files are read; what is absent or null is detected." },
);
export type FileOptions = Static<typeof FileOptionsBody>;

function isEncoding(label: string): boolean {
  try {
    decoderOf(label.toLowerCase(), { strict: false });
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with the file options of a request, which are fields of `inside`. */
export function* fileOptionProblems(
  { delimiter, encoding }: FileOptions,
  inside = "file_options.",
): Generator<FieldProblem> {
  const of = (name: string) => ({ field: `${inside}${name}`, type: "invalid_value" as const });
  if (typeof delimiter === "string" && !DELIMITERS.includes(delimiter)) {
    yield { ...of("delimiter"), key: "validation.one_of", params: { allowed: ", ; | \\t" } };
  }
  if (typeof encoding === "string" && !isEncoding(encoding)) yield { ...of("encoding"), key: "templates.encoding" };
}
