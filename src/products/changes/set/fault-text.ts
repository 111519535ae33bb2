import type { ApiError } from "../../../http/output/errors.ts";
import { type Language, type MessageKey, translate } from "../../../http/output/messages.ts";

/** A fault of one item as one line: `CODE: field: message; field: message`. */
export function faultText({ code, options }: Pick<ApiError, "code" | "options">, language: Language): string {
  const { fields, key, params } = options;
  if (!fields) return `${code}: ${translate(language, key ?? code, params)}`;
  const texts = fields.map((problem) => {
    const said: MessageKey = problem.key ?? `validation.${problem.type}`;
    return `${problem.field}: ${translate(language, said, problem.params)}`;
  });
  return `${code}: ${texts.join("; ")}`;
}
