import type { GateFacts } from "../gate/gate.ts";
import { ApiError, type ApiErrorOptions } from "../output/errors.ts";
import type { ErrorCode } from "../output/faults/error-codes.ts";
import { ERRORS } from "../output/faults/error-codes.ts";
import { toErrorResponse } from "../output/faults/error-response.ts";
import { errorBody } from "../output/faults/error-shapes.ts";

/** An answer in the OpenAPI document. */
interface DescribedAnswer {
  description: string;
  headers?: Record<string, { description: string; schema: { type: string } }>;
  content?: Record<string, { schema: { $ref: string }; example: unknown }>;
}

// The two families whose errors have a shape of their own, and everything else.
const SHAPES = { Ext: "/api/v1/ext/products", Sync: "/api/v1/appsync/products", "": "/api/v1/products" };
type Shape = keyof typeof SHAPES;

const EXAMPLE_MS = Date.UTC(2026, 10, 21, 10);
const EXAMPLE_ID = "0d9f8c3e-6a1b-4f57-9a55-6f0a3f7c1b2d";

/** Which errors there are, and the one that is shown. */
const RANGES = {
  "4XX": {
    name: "ClientError",
    text: "Something is wrong with the request. Each code and its remedy: [/docs/errors](/docs/errors).",
    code: "VALIDATION_FAILED",
    options: { fields: [{ field: "name", type: "missing" }] },
  },
  "5XX": {
    name: "ServerError",
    text: "The service could not do it. Try again later, and name the `request_id` when you ask for support.",
    code: "SYSTEM_SERVICE_UNAVAILABLE",
    options: {},
  },
} satisfies Record<string, { name: string; text: string; code: ErrorCode; options: ApiErrorOptions }>;

const shapeOf = (path: string): Shape => {
  if (/^\/api\/v1\/ext(?:\/|$)/.test(path)) return "Ext";
  return /^\/api\/v1\/appsync(?:\/|$)/.test(path) ? "Sync" : "";
};

function describe({ name, text, code, options }: (typeof RANGES)[keyof typeof RANGES], shape: Shape): DescribedAnswer {
  const error = new ApiError(code, options);
  const response = toErrorResponse(error, {
    language: "en",
    path: SHAPES[shape],
    requestId: EXAMPLE_ID,
    nowMs: EXAMPLE_MS,
  });
  const schema = shape === "" && name === "ClientError" ? "AnyError" : `${shape || "Api"}Error`;
  return {
    description: text,
    headers: { "Retry-After": { description: "Seconds to wait, on 423, 429 and 503.", schema: { type: "integer" } } },
    content: {
      "application/json": { schema: { $ref: `#/components/schemas/${schema}` }, example: errorBody(response) },
    },
  };
}

/** Every error answer, by the name that operations refer to, and the answer to who has everything already. */
export function describedErrors(): Record<string, DescribedAnswer> {
  const answers: Record<string, DescribedAnswer> = {
    NotModified: { description: "Nothing has changed since the `ETag` that you sent." },
  };
  for (const shape of Object.keys(SHAPES) as Shape[]) {
    for (const range of Object.values(RANGES)) answers[`${shape}${range.name}`] = describe(range, shape);
  }
  return answers;
}

/** Whether an Idempotency-Key makes a repeat of this operation safe. */
export const takesIdempotencyKey = (method: string, { policy }: GateFacts): boolean =>
  method !== "GET" && policy.credential !== "none" && !policy.secretAnswer;

// What changes an existing resource; a POST does where its path names one.
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

/** The error answers of one operation: one for its mistakes, one for ours, and the statuses of each. */
export function errorAnswersOf(method: string, path: string, facts: GateFacts) {
  const statuses = [...new Set(errorStatuses(method, path, facts))].toSorted();
  const ranges = Object.entries(RANGES).map(([range, { name }]) => {
    const own = statuses.filter((status) => `${status}`.startsWith(range.charAt(0)));
    return [
      range,
      { $ref: `#/components/responses/${shapeOf(path)}${name}`, description: `${own.join(", ")}.` },
    ] as const;
  });
  return { statuses, answers: Object.fromEntries(ranges) };
}

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
  AnyError: {
    description: "The standard error response; 403 and 429 also have special bodies.",
    anyOf: ["ApiError", "CsrfError", "ModuleError", "LicenseError", "RateLimitError"].map((name) => ({
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
      details: { description: "On 400 and 422, a list of {field, message, type}" },
    },
  },
};
