import type { WireError } from "../../../db/local/write-port.ts";
import { ERRORS, type ErrorCode } from "./faults/error-codes.ts";
import { type MessageKey, type MessageParams, translate } from "./messages.ts";

/** What can be wrong with a field. */
export type ProblemType =
  | "missing"
  | "wrong_type"
  | "out_of_range"
  | "invalid_value"
  | "too_long"
  | "too_short"
  | "invalid_format"
  | "json_invalid";

/** One invalid field. It is answered as `{field, message, type}` in the caller's language. */
export interface FieldProblem {
  /** Dotted path without the place: `credentials.access_token`, `events.0`. */
  field: string;
  type: ProblemType;
  /** What is said; the type's own text when absent. */
  key?: MessageKey | undefined;
  params?: MessageParams | undefined;
}

export interface ApiErrorOptions {
  /** The message; the code's own text when absent. */
  key?: MessageKey | undefined;
  params?: MessageParams | undefined;
  /** Facts a client can act on: plain data. */
  details?: unknown;
  /** Adds `how_to_fix` to the details, in the caller's language. */
  howToFix?: MessageKey | undefined;
  headers?: Record<string, string> | undefined;
  /** Why, for the log alone: a stranger does not learn it. */
  reason?: string | undefined;
  /** Another status than the code's own, where the contract has one code with two. */
  status?: number | undefined;
  /** The invalid fields; they become the details. */
  fields?: FieldProblem[] | undefined;
}

/** An error the client may see. Anything else thrown is logged and answered as an internal error. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly options: ApiErrorOptions;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(translate("en", options.key ?? code, options.params));
    this.code = code;
    this.options = options;
  }
}

/** 422: the body or a path id is invalid. */
export const invalidBody = (fields: FieldProblem[]) => new ApiError("VALIDATION_FAILED", { fields });

/** 400: a query parameter or header is invalid. */
export const invalidParameter = (fields: FieldProblem[]) => new ApiError("INVALID_PARAMETER", { fields });

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === "string" && Object.hasOwn(ERRORS, code);

/** Rebuilds an error that another thread threw, with that thread's stack. */
export function reviveError({ code, options, ...wire }: WireError): Error {
  const error =
    wire.name === "ApiError" && isErrorCode(code)
      ? // Written by an ApiError of the other thread, or absent.
        new ApiError(code, (options ?? {}) as ApiErrorOptions)
      : Object.assign(new Error(wire.message), { name: wire.name, code });
  return Object.assign(error, { stack: wire.stack });
}

/** A longer value is not repeated in a message. */
const SHOWN_MAX = 100;
const NAMED: Partial<Record<ErrorCode, MessageKey>> = {
  PRODUCT_NOT_FOUND: "not_found.product",
  IMPORT_JOB_NOT_FOUND: "not_found.import",
};
const NOT_FOUND_CODES: Record<string, ErrorCode> = { product: "PRODUCT_NOT_FOUND", import: "IMPORT_JOB_NOT_FOUND" };

/** What messages call resources whose name is not enough. */
const NOUNS: Record<string, string> = {
  api_key: "API key",
  ean_asin_mapping: "EAN-ASIN mapping",
  ai_document: "document",
};

/** What messages call a resource. */
export const wordFor = (resource: string): string => NOUNS[resource] ?? resource.replaceAll("_", " ");

/** Turns "no such row" into a 404 that names the resource. `id` is the requested one. */
export function required<T>(value: T | undefined, resource: string, id?: string | number): T {
  if (value !== undefined) return value;
  const code = NOT_FOUND_CODES[resource];
  const requested =
    id !== undefined && String(id).length <= SHOWN_MAX ? { params: { resource: wordFor(resource), id } } : {};
  if (code) throw new ApiError(code, requested.params && { key: NAMED[code], ...requested });
  throw new ApiError("NOT_FOUND", {
    ...(requested.params && { key: "not_found.named", ...requested }),
    details: { resource, id: id ?? null },
  });
}

/** The one of these with that id. Throws as `required` does. */
export const requiredOf = <T extends { id: string }>(items: readonly T[], resource: string, id: string): T =>
  required(
    items.find((each) => each.id === id),
    resource,
    id,
  );
