import { Elysia, ValidationError } from "elysia";
import type { Log } from "../log.ts";
import type { Call } from "./call.ts";
import { ERRORS } from "./error-codes.ts";
import { errorBody } from "./error-shapes.ts";
import { ApiError, type FieldProblem, invalidBody, invalidParameter } from "./errors.ts";
import { headersOf, tell } from "./told-error.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Whether a route exists. */
export type FindRoute = (method: string, path: string) => boolean;

/** 405 with what the path accepts, 404 when it accepts nothing. */
function unknownRoute(method: string, path: string, find: FindRoute): ApiError {
  const allowed = METHODS.filter((each) => find(each === "HEAD" ? "GET" : each, path));
  if (allowed.length === 0) return new ApiError("NOT_FOUND");
  return new ApiError("METHOD_NOT_ALLOWED", { params: { method }, headers: { allow: allowed.join(", ") } });
}

/** What Elysia itself refuses: the headers or cookies of the few routes that declare them. */
function refusedByElysia(error: ValidationError): ApiError {
  const fields = error.all.map((issue): FieldProblem => {
    const path = "path" in issue ? String(issue.path) : "";
    return { field: path.replace(/^\//, "").replaceAll("/", ".") || error.type, type: "invalid_value" };
  });
  return error.type === "body" || error.type === "params" ? invalidBody(fields) : invalidParameter(fields);
}

// What is said when the database cannot be reached or has too much to do: an error's name, or its code.
const UNAVAILABLE: ReadonlySet<unknown> = new Set([
  "DatabaseUnavailable",
  "SearchUnavailable",
  "SQLITE_BUSY",
  "ConnectionRefused",
  "ConnectionClosed",
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
]);

/** The error to answer with; `undefined` for one nobody foresaw. */
function foreseen(error: unknown, code: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return undefined;
  if (error.cause instanceof ApiError) return error.cause;
  // Some layers cannot know our class; they name it.
  if (error.name === "ApiError" && typeof code === "string" && code in ERRORS) {
    return new ApiError(code as keyof typeof ERRORS); // the line above has looked
  }
  if (error instanceof ValidationError && error.type !== "response") return refusedByElysia(error);
  return UNAVAILABLE.has(error.name) || UNAVAILABLE.has(code) ? new ApiError("SYSTEM_SERVICE_UNAVAILABLE") : undefined;
}

/** Answers every thrown value in the shape of its path, in the caller's language. Use before the routes it covers. */
export const errorMapping = (log: Log, now: () => number, find: FindRoute) =>
  new Elysia({ name: "error-mapping" })
    .decorate("call", undefined as unknown as Call) // there before any hook runs
    .onError({ as: "global" }, ({ error, code, set, request, path, route, call }) => {
      call.isAt(route, path);
      call.giveBack?.();
      const known = code === "NOT_FOUND" && !(error instanceof ApiError) ? undefined : foreseen(error, code);
      const isUnknownRoute = code === "NOT_FOUND" && !known;
      const answer = isUnknownRoute ? unknownRoute(request.method, path, find) : (known ?? internal(error, call, log));
      const told = tell(answer, { language: call.language, path, requestId: call.requestId, nowMs: now() });
      Object.assign(set.headers, headersOf(answer.code), answer.options.headers);
      set.headers["content-language"] = call.language;
      set.headers["vary"] = "Accept-Language";
      set.status = told.status;
      // Only the kind of failure is told, never the database's words.
      const isDatabase = answer.code === "SYSTEM_INTERNAL_ERROR" && /^SQLITE_/.test(String(code));
      return errorBody(isDatabase ? { ...told, type: "database_error" } : told);
    });

/** Logs what nobody foresaw. The caller learns its id only: messages hold SQL, paths and values. */
function internal(error: unknown, { requestId }: Call, log: Log): ApiError {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error({ request_id: requestId, error: stack }, "request failed");
  return new ApiError("SYSTEM_INTERNAL_ERROR");
}
