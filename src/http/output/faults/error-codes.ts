import type { DeclaredError } from "../../../runtime/vocabulary.ts";
import { FAMILY_ERRORS, type FamilyError } from "../../../vocabulary.ts";
import { ACCESS_ERRORS, INVITATION_ERRORS } from "./access-errors.ts";
import { REQUEST_ERRORS, SERVICE_ERRORS } from "./request-errors.ts";

export type ErrorCode =
  | FamilyError
  | keyof typeof ACCESS_ERRORS
  | keyof typeof INVITATION_ERRORS
  | keyof typeof REQUEST_ERRORS
  | keyof typeof SERVICE_ERRORS;

/** Every error code. Clients match on the code: add, never rename. */
export const ERRORS: Readonly<Record<ErrorCode, DeclaredError>> = {
  ...ACCESS_ERRORS,
  ...REQUEST_ERRORS,
  ...INVITATION_ERRORS,
  ...FAMILY_ERRORS,
  ...SERVICE_ERRORS,
};
