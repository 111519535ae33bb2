import { invalidBody } from "../http/errors.ts";

/** Unix milliseconds of an `expires_at`; `null`: never. */
export const expiryOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** Throws VALIDATION_FAILED for an end that has passed. */
export function requireFuture(expiresAtMs: number | null, nowMs: number): void {
  if (expiresAtMs === null || expiresAtMs > nowMs) return;
  throw invalidBody([{ field: "expires_at", type: "out_of_range", key: "api_keys.expired" }]);
}
