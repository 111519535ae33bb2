import type { GateFacts } from "../gate/gate.ts";
import type { ErrorCode } from "../output/error-codes.ts";
import { ERRORS } from "../output/error-codes.ts";
import { errorBody } from "../output/error-shapes.ts";
import { ApiError, type ApiErrorOptions } from "../output/errors.ts";
import { headersOf, tell } from "../output/told-error.ts";

/** An answer in the OpenAPI document. */
interface DescribedAnswer {
  description: string;
  headers?: Record<string, { description: string; schema: { type: string } }>;
  content: Record<string, { schema: { $ref: string }; example: unknown }>;
}

// The two families whose errors have a shape of their own, and everything else.
const SHAPES = { Ext: "/api/v1/ext/products", Sync: "/api/v1/appsync/products", "": "/api/v1/products" };
type Shape = keyof typeof SHAPES;

// The statuses that are not, or not always, answered with the envelope.
const RAW_SCHEMAS: Record<number, string> = { 403: "ForbiddenError", 429: "RateLimitError" };

const EXAMPLE_MS = Date.UTC(2026, 10, 21, 10);
const EXAMPLE_ID = "0d9f8c3e-6a1b-4f57-9a55-6f0a3f7c1b2d";

/** The code that stands for each status, and what it is thrown with. */
const EXAMPLES: Record<number, [code: ErrorCode, options?: ApiErrorOptions]> = {
  400: [
    "INVALID_PARAMETER",
    { fields: [{ field: "page", type: "out_of_range", key: "validation.minimum", params: { limit: 1 } }] },
  ],
  401: ["AUTHENTICATION_REQUIRED"],
  403: ["PERMISSION_DENIED", { details: { required_scope: "products:write" } }],
  404: ["NOT_FOUND", { details: { resource: "brand", id: EXAMPLE_ID } }],
  408: ["REQUEST_TIMEOUT", { params: { seconds: 20 } }],
  409: ["DUPLICATE_RESOURCE", { details: { field: "name", existing_id: EXAMPLE_ID } }],
  412: ["PRECONDITION_FAILED"],
  413: ["PAYLOAD_TOO_LARGE", { params: { limit: 1_048_576 }, details: { limit: 1_048_576 } }],
  415: ["UNSUPPORTED_MEDIA_TYPE", { params: { encoding: "gzip" } }],
  422: ["VALIDATION_FAILED", { fields: [{ field: "name", type: "missing" }] }],
  423: ["ACCOUNT_LOCKED", { details: { locked_until: "2026-11-21T10:15:00.000Z", retry_after: 900 } }],
  429: ["RATE_LIMIT_EXCEEDED", { params: { seconds: 12 }, details: { detail: "1000 per minute", retry_after: 12 } }],
  500: ["SYSTEM_INTERNAL_ERROR"],
  503: ["SYSTEM_SERVICE_UNAVAILABLE"],
  507: ["INSUFFICIENT_STORAGE"],
};

const shapeOf = (path: string): Shape => {
  if (/^\/api\/v1\/ext(?:\/|$)/.test(path)) return "Ext";
  return /^\/api\/v1\/appsync(?:\/|$)/.test(path) ? "Sync" : "";
};

function describe(status: number, shape: Shape): DescribedAnswer {
  const [code, options] = EXAMPLES[status] ?? ["SYSTEM_INTERNAL_ERROR"];
  const error = new ApiError(code, options);
  const told = tell(error, { language: "en", path: SHAPES[shape], requestId: EXAMPLE_ID, nowMs: EXAMPLE_MS });
  const names = Object.keys({ ...headersOf(code), ...((status === 423 || status === 429) && { "retry-after": "" }) });
  const headers = names.map((name) => [name, { description: name, schema: { type: "string" } }]);
  return {
    description: told.message,
    ...(names.length > 0 && { headers: Object.fromEntries(headers) as NonNullable<DescribedAnswer["headers"]> }), // made above
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${(shape === "" && RAW_SCHEMAS[status]) || `${shape || "Api"}Error`}` },
        example: errorBody(told),
      },
    },
  };
}

/** Every error answer, by the name that operations refer to. */
export function describedErrors(): Record<string, DescribedAnswer> {
  const answers: Record<string, DescribedAnswer> = {};
  for (const shape of Object.keys(SHAPES) as Shape[]) {
    for (const status of Object.keys(EXAMPLES)) answers[`${shape}Error${status}`] = describe(Number(status), shape);
  }
  return answers;
}

/** Whether an Idempotency-Key makes a repeat of this operation safe. */
export const takesIdempotencyKey = (method: string, { policy }: GateFacts): boolean =>
  method !== "GET" && policy.credential !== "none" && !policy.secretAnswer;

// What changes a thing that is there; a POST does where its path names one.
const CHANGING: ReadonlySet<string> = new Set(["PUT", "PATCH", "DELETE"]);

/** The statuses a route can be refused with, by what it declares. */
function errorStatuses(method: string, path: string, facts: GateFacts): number[] {
  const { policy, schemas } = facts;
  const isPublic = policy.credential === "none";
  const hasId = path.includes(":");
  const takesBody = Boolean(schemas.body) || policy.body?.type === "upload";
  const isRepeatable = takesIdempotencyKey(method, facts);
  const refusals: [status: number, when: boolean][] = [
    [400, Boolean(schemas.query) || isRepeatable],
    [401, !isPublic],
    [403, !isPublic],
    [404, hasId],
    [408, takesBody && policy.body?.type !== "upload"],
    [409, method !== "GET" && !isPublic],
    [412, CHANGING.has(method) || (hasId && method === "POST")],
    [413, takesBody],
    [415, takesBody],
    [422, takesBody || hasId || isRepeatable],
    ...(policy.refusals ?? []).map((code): [number, boolean] => [ERRORS[code].status, true]),
    [429, true],
    [500, true],
    [503, true],
    [507, policy.body?.type === "upload"],
  ];
  return refusals.flatMap(([status, when]) => (when ? [status] : []));
}

/** The error answers of one operation. */
export const errorAnswersOf = (method: string, path: string, facts: GateFacts): Record<string, { $ref: string }> =>
  Object.fromEntries(
    errorStatuses(method, path, facts).map((status) => [
      String(status),
      { $ref: `#/components/responses/${shapeOf(path)}Error${status}` },
    ]),
  );

const text = { type: "string" };

/** The schemas of the error bodies. */
export const ERROR_SCHEMAS = {
  ApiError: {
    type: "object",
    description: "Standard error response. /docs/errors explains each error_code.",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["code", "error_code", "type", "message", "details", "path", "request_id", "timestamp"],
        properties: {
          code: { type: "integer", description: "The HTTP status" },
          error_code: { type: "string", enum: Object.keys(ERRORS) },
          type: { type: "string", enum: [...new Set(Object.values(ERRORS).map(({ type }) => type))] },
          message: { type: "string", description: "Message in the language of Content-Language" },
          details: { description: "On 400 and 422, a list of {field, message, type}" },
          path: text,
          request_id: text,
          timestamp: { type: "string", format: "date-time" },
        },
      },
    },
  },
  ForbiddenError: {
    description: "The standard error response, or one of three special bodies.",
    anyOf: ["ApiError", "CsrfError", "ModuleError", "LicenseError"].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    })),
  },
  CsrfError: {
    type: "object",
    required: ["detail", "error_type", "debug"],
    properties: {
      detail: text,
      error_type: { const: "csrf_validation_error" },
      debug: { type: "object", properties: { reason: { type: "string", enum: ["missing", "invalid"] } } },
    },
  },
  ModuleError: {
    type: "object",
    required: ["detail", "code", "module_id"],
    properties: { detail: text, code: { const: "MODULE_DISABLED" }, module_id: text },
  },
  LicenseError: {
    type: "object",
    required: ["detail", "code"],
    properties: { detail: text, code: { const: "LICENSE_SUSPENDED" } },
  },
  RateLimitError: {
    type: "object",
    required: ["error", "message", "detail", "retry_after"],
    properties: {
      error: { const: "rate_limit_exceeded" },
      message: text,
      detail: { type: "string", description: "The limit, as <n> per <window>" },
      retry_after: { type: "integer", description: "Seconds" },
    },
  },
  ExtError: {
    type: "object",
    required: ["success", "data", "meta", "errors"],
    properties: {
      success: { const: false },
      data: { type: "null" },
      meta: { type: "object" },
      errors: { type: "array", items: { type: "string" }, description: "CODE: message" },
    },
  },
  SyncError: {
    type: "object",
    required: ["success", "code", "message", "data", "count"],
    properties: {
      success: { const: false },
      code: { type: "integer", description: "The HTTP status" },
      message: text,
      data: { type: "null" },
      count: { const: 0 },
      error_code: text,
    },
  },
};
