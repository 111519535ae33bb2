import { Elysia, ValidationError } from "elysia";
import { isDiskRefusal } from "../../../../db/local/disk-refusal.ts";
import { errorText } from "../../../runtime/error-text.ts";
import type { Log } from "../../../runtime/log.ts";
import { hasNoRoom } from "../../../storage/no-room.ts";
import { countUnrouted } from "../../gate/admission.ts";
import type { Call } from "../../gate/call.ts";
import type { Authenticator } from "../../gate/credentials/principal.ts";
import { ApiError, type FieldProblem, invalidBody, invalidParameter } from "../errors.ts";
import { ERRORS } from "./error-codes.ts";
import { errorHeaders, toErrorResponse } from "./error-response.ts";
import { errorBody } from "./error-shapes.ts";

/** A longer value is not repeated in a message. */
const VALUE_MAX = 100;

/** The value of a field of a body by its dotted path. */
function valueAt(body: unknown, field: string): unknown {
  let value = body;
  for (const step of field.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

function named(problem: FieldProblem, body: unknown): FieldProblem {
  if (problem.key !== "validation.unknown_reference") return problem;
  const value = valueAt(body, problem.field);
  const isShown = typeof value === "number" || (typeof value === "string" && value.length <= VALUE_MAX);
  return isShown ? { ...problem, key: "validation.unknown_value", params: { value } } : problem;
}

/** An error whose refusals of references name what was sent: who throws them often knows the field only. */
function withValues(error: ApiError, body: unknown): ApiError {
  const { fields } = error.options;
  if (!fields?.some(({ key }) => key === "validation.unknown_reference")) return error;
  return new ApiError(error.code, { ...error.options, fields: fields.map((each) => named(each, body)) });
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** How many parameters the path of a route has; `undefined` when there is no route. */
export type FindRoute = (method: string, path: string) => number | undefined;

/** The methods that a path accepts by a route of fewer parameters than this. */
export const methodsOf = (path: string, find: FindRoute, parameters = Number.POSITIVE_INFINITY) =>
  METHODS.filter((each) => (find(each === "HEAD" ? "GET" : each, path) ?? parameters) < parameters);

const notAllowed = (method: string, allowed: readonly string[]) =>
  new ApiError("METHOD_NOT_ALLOWED", {
    params: { method, allowed: allowed.join(", ") },
    headers: { allow: allowed.join(", ") },
  });

/** 405 with what the path accepts, 404 when it accepts nothing. */
function unknownRoute(method: string, path: string, find: FindRoute): ApiError {
  const allowed = methodsOf(path, find);
  return allowed.length === 0 ? new ApiError("NOT_FOUND", { key: "not_found.path" }) : notAllowed(method, allowed);
}

// What a path is refused with whose parameter names nothing, or cannot.
const NOTHING_THERE: ReadonlySet<number> = new Set([404, 422]);

/**
 * 405 for a path that was taken for a resource of another path, as `PUT /products/search` for a product, and is one of its
 * own for other methods. `undefined` for all other errors.
 */
function wrongMethod(error: ApiError | undefined, method: string, path: string, find: FindRoute): ApiError | undefined {
  if (!error || !NOTHING_THERE.has(ERRORS[error.code].status)) return undefined;
  const allowed = methodsOf(path, find, find(method === "HEAD" ? "GET" : method, path));
  return allowed.length === 0 ? undefined : notAllowed(method, allowed);
}

/** The answer to a request that no route takes: how the key that it came with stands goes before. */
async function unrouted(
  request: Parameters<typeof countUnrouted>[0],
  services: MappingServices,
  refuse: () => ApiError,
): Promise<ApiError> {
  try {
    await countUnrouted(request, services);
    return refuse();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** What Elysia itself refuses: the headers or cookies of the few routes that declare them. */
function refusedByElysia(error: ValidationError): ApiError {
  const fields = error.all.map((issue): FieldProblem => {
    const path = "path" in issue ? String(issue.path) : "";
    return { field: path.replace(/^\//, "").replaceAll("/", ".") || error.type, type: "invalid_value" };
  });
  return error.type === "body" || error.type === "params" ? invalidBody(fields) : invalidParameter(fields);
}

// What is said when the database or the file store cannot be reached or has too much to do: an error's name, or its code.
const UNAVAILABLE: ReadonlySet<unknown> = new Set([
  "DatabaseUnavailable",
  "FileStoreUnavailable",
  "SearchUnavailable",
  "StoreUnavailable",
  "SQLITE_BUSY",
  "ConnectionRefused",
  "ConnectionClosed",
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
]);

/** Whether something the service needs could not be used, by the error or by what it came of. */
function isUnavailable(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (UNAVAILABLE.has(each.name) || ("code" in each && UNAVAILABLE.has(each.code))) return true;
  }
  return false;
}

/** What is said of a disk that takes no writes; `undefined` for any other error. */
function refusedByDisk(error: Error, code: unknown): ApiError | undefined {
  if (isDiskRefusal(error)) return new ApiError("SYSTEM_SERVICE_UNAVAILABLE", { key: "storage.disk_refuses" });
  // A file that could not be written, here or in the object store. EACCES is a fault of the set-up, and reported as one.
  if (hasNoRoom(error)) return new ApiError("INSUFFICIENT_STORAGE");
  return code === "EROFS" ? new ApiError("SYSTEM_SERVICE_UNAVAILABLE", { key: "storage.disk_refuses" }) : undefined;
}

/** The error to answer with; `undefined` for an unforeseen one. */
function foreseen(error: unknown, code: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return undefined;
  if (error.cause instanceof ApiError) return error.cause;
  // Some layers cannot know our class; they name it.
  if (error.name === "ApiError" && typeof code === "string" && code in ERRORS) {
    return new ApiError(code as keyof typeof ERRORS); // the line above has looked
  }
  const refused = refusedByDisk(error, code);
  if (refused) return refused;
  if (error instanceof ValidationError && error.type !== "response") return refusedByElysia(error);
  return isUnavailable(error) ? new ApiError("SYSTEM_SERVICE_UNAVAILABLE") : undefined;
}

interface MappingServices {
  log: Log;
  /** Unix milliseconds. */
  now: () => number;
  authenticator: Authenticator;
}

/** Answers every thrown value in the shape of its path, in the caller's language. Use before the routes it covers. */
export const errorMapping = (services: MappingServices, find: FindRoute) =>
  new Elysia({ name: "error-mapping" })
    .decorate("call", undefined as unknown as Call) // there before any hook runs
    .onError({ as: "global" }, async ({ error, code, set, request, path, route, call, body }) => {
      call.isAt(route, path);
      const found = code === "NOT_FOUND" && !(error instanceof ApiError) ? undefined : foreseen(error, code);
      const known = wrongMethod(found, request.method, path, find) ?? found;
      const isUnknownRoute = code === "NOT_FOUND" && !known;
      const answer = isUnknownRoute
        ? await unrouted({ request, call, headers: set.headers }, services, () =>
            unknownRoute(request.method, path, find),
          )
        : (known ?? internal(error, call, services.log));
      call.giveBack?.(answer.code);
      const response = toErrorResponse(withValues(answer, body), {
        language: call.language,
        path,
        requestId: call.requestId,
        nowMs: services.now(),
      });
      Object.assign(set.headers, errorHeaders(answer, call.language, set.headers["link"]));
      set.status = response.status;
      // Only the kind of failure is shown, never the database's words.
      const isDatabase = answer.code === "SYSTEM_INTERNAL_ERROR" && /^SQLITE_/.test(String(code));
      return errorBody(isDatabase ? { ...response, type: "database_error" } : response);
    });

/** Logs unforeseen errors. The caller learns its id only: messages hold SQL, paths and values. */
function internal(error: unknown, { requestId }: Call, log: Log): ApiError {
  log.error({ request_id: requestId, error: errorText(error) }, "request failed");
  return new ApiError("SYSTEM_INTERNAL_ERROR");
}
