import { isRecord } from "../../../text/unknown-values.ts";
import type { ErrorType } from "./error-kinds.ts";

/** An error in the caller's language. */
export interface ErrorResponse {
  status: number;
  errorCode: string;
  type: ErrorType;
  message: string;
  details: unknown;
  path: string;
  requestId: string;
  /** ISO 8601. */
  timestamp: string;
}

/** The keys of a body outside the envelope; `undefined` when the error has none. */
function rawKeys({ errorCode, message, details }: ErrorResponse): Record<string, unknown> | undefined {
  const facts = isRecord(details) ? details : {};
  if (errorCode === "RATE_LIMIT_EXCEEDED") return { error: "rate_limit_exceeded", message, ...facts };
  if (errorCode === "MODULE_DISABLED") return { detail: message, code: errorCode, ...facts };
  if (errorCode === "CSRF_VALIDATION_FAILED") {
    return { detail: message, error_type: "csrf_validation_error", debug: facts };
  }
  return errorCode === "LICENSE_SUSPENDED" ? { detail: message, code: errorCode } : undefined;
}

function envelope(error: ErrorResponse): Record<string, unknown> {
  const raw = rawKeys(error);
  if (raw) return raw;
  const { status, errorCode, type, message, details, path, requestId, timestamp } = error;
  return {
    error: {
      code: status,
      error_code: errorCode,
      type,
      message,
      details: details ?? null,
      path,
      request_id: requestId,
      timestamp,
    },
  };
}

const isProblem = (value: unknown): value is { field: string; message: string } =>
  isRecord(value) && typeof value["field"] === "string" && typeof value["message"] === "string";

/** The external API's body: one text for each invalid field. */
function externalBody(error: ErrorResponse): Record<string, unknown> {
  const { errorCode, message, details } = error;
  const problems = Array.isArray(details) ? details.filter(isProblem) : [];
  const texts = problems.map(({ field, message: problem }) => `${errorCode}: ${field}: ${problem}`);
  return {
    success: false,
    data: null,
    meta: { total: 0, page: 1, page_size: 0, updated_at: null },
    errors: texts.length > 0 ? texts : [`${errorCode}: ${message}`],
    ...rawKeys(error),
  };
}

/** The ERP-sync API's body. Its `code` is the status, so a raw body's own code becomes `error_code`. */
function syncBody(error: ErrorResponse): Record<string, unknown> {
  const { status, errorCode, message, details } = error;
  const problems = Array.isArray(details) && details.some(isProblem) ? { details } : {};
  return {
    ...rawKeys(error),
    ...problems,
    success: false,
    code: status,
    message,
    data: null,
    count: 0,
    error_code: errorCode,
  };
}

const EXTERNAL = /^\/api\/v1\/ext(?:\/|$)/;
const SYNC = /^\/api\/v1\/appsync(?:\/|$)/;

/** The body an error is answered with under its path. */
export function errorBody(error: ErrorResponse): Record<string, unknown> {
  if (EXTERNAL.test(error.path)) return externalBody(error);
  return SYNC.test(error.path) ? syncBody(error) : envelope(error);
}
