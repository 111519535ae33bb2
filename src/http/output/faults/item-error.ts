import type { ApiError } from "../errors.ts";
import type { Language } from "../messages.ts";
import { translate } from "../messages.ts";
import { toProblem } from "./error-response.ts";

/** What is said of one item of a bulk that was refused while others were taken. */
export interface ItemError {
  error_code: string;
  message: string;
  /** The first invalid field. */
  field?: string;
}

/** Says in the caller's language why an item was refused. */
export function itemError({ code, options }: Pick<ApiError, "code" | "options">, language: Language): ItemError {
  const [problem] = options.fields ?? [];
  if (!problem) return { error_code: code, message: translate(language, options.key ?? code, options.params) };
  const { field, message } = toProblem(problem, language);
  return { error_code: code, message, field };
}
