import { ApiError, wordFor } from "../errors.ts";

const VALUE_MAX = 100;
const isShown = (value: unknown): value is string | number =>
  typeof value === "number" || (typeof value === "string" && value.length <= VALUE_MAX);

/**
 * The refusal of a value that must be unique. `existingId` is null when the other one is in the same request; `resource` says
 * what has it.
 */
export const duplicateResource = (
  field: string,
  value: unknown,
  existingId: string | number | null,
  resource = "item",
): ApiError =>
  new ApiError("DUPLICATE_RESOURCE", {
    ...(isShown(value) && {
      key: "duplicate.named",
      params: { resource: wordFor(resource), field: field.replaceAll("_", " "), value },
    }),
    details: { field, value, existing_id: existingId },
  });

/** The refusal of an address that has an account. */
export const emailInUse = (email: string): ApiError =>
  new ApiError("DUPLICATE_RESOURCE", { key: "duplicate.email", params: { email }, details: { field: "email" } });
