import { isRecord } from "../../../text/unknown-values.ts";
import type { ApiError, FieldProblem } from "../errors.ts";
import { type Language, type MessageKey, translate } from "../messages.ts";
import { ERRORS, type ErrorCode } from "./error-codes.ts";
import type { ErrorResponse } from "./error-shapes.ts";

/** What an error response is made with. */
export interface ErrorContext {
  language: Language;
  path: string;
  requestId: string;
  nowMs: number;
}

/** Says in the caller's language what is wrong with a field. */
export function toProblem({ field, type, key, params }: FieldProblem, language: Language) {
  const said: MessageKey = key ?? `validation.${type}`;
  return { field, message: translate(language, said, params), type };
}

function detailsOf({ options: { fields, details, howToFix } }: ApiError, language: Language): unknown {
  if (fields) return fields.map((problem) => toProblem(problem, language));
  if (howToFix === undefined) return details ?? null;
  return { ...(isRecord(details) && details), how_to_fix: translate(language, howToFix) };
}

/** An error in the caller's language. */
export function toErrorResponse(error: ApiError, { language, path, requestId, nowMs }: ErrorContext): ErrorResponse {
  const { status, type } = ERRORS[error.code];
  return {
    status: error.options.status ?? status,
    errorCode: error.code,
    type,
    message: translate(language, error.options.key ?? error.code, error.options.params),
    details: detailsOf(error, language),
    path,
    requestId,
    timestamp: new Date(nowMs).toISOString(),
  };
}

/** The headers an error of this code always has. */
function headersOf(code: ErrorCode): Record<string, string> {
  if (ERRORS[code].status === 401) return { "www-authenticate": "Bearer" };
  return code === "SYSTEM_SERVICE_UNAVAILABLE" ? { "retry-after": "30" } : {};
}

/** The headers of an error. `link`: those that its answer has already. */
export function errorHeaders(
  { code, options }: ApiError,
  language: Language,
  link: string | number | undefined,
): Record<string, string> {
  const help = `</docs/errors#${code}>; rel="help"`;
  return {
    ...headersOf(code),
    ...options.headers,
    "content-language": language,
    vary: "Accept-Language",
    link: link === undefined ? help : `${link}, ${help}`,
  };
}
