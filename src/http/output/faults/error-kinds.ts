/** The kinds of error the unified envelope names in `type`. */
export type ErrorType =
  | "validation_error"
  | "not_found"
  | "conflict"
  | "authentication_error"
  | "authorization_error"
  | "database_error"
  | "rate_limit_exceeded"
  | "internal_server_error"
  | "http_error";

export interface ErrorKind {
  status: number;
  type: ErrorType;
}

export const kind = (status: number, type: ErrorType): ErrorKind => ({ status, type });
export const INVALID_PARAMETER = kind(400, "validation_error");
export const UNAUTHENTICATED = kind(401, "authentication_error");
export const FORBIDDEN = kind(403, "authorization_error");
export const MISSING = kind(404, "not_found");
export const CONFLICT = kind(409, "conflict");
export const INVALID_BODY = kind(422, "validation_error");
export const INTERNAL = kind(500, "internal_server_error");
