import { ApiError } from "./errors.ts";

/** The refusal of a value that must be unique. `existingId` is null when the other one is in the same request. */
export const duplicateResource = (field: string, value: unknown, existingId: string | number | null): ApiError =>
  new ApiError("DUPLICATE_RESOURCE", { details: { field, value, existing_id: existingId } });
