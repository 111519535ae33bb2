import { type FieldProblem, invalidBody } from "../http/output/errors.ts";
import { millisecondsOf } from "../text/instant.ts";

/** Unix milliseconds of an `expires_at`; `null`: never. */
export const expiryOf = (text: string | null): number | null => (text === null ? null : millisecondsOf(text));

const hasPassed = (expiresAtMs: number | null, nowMs: number) => expiresAtMs !== null && expiresAtMs <= nowMs;
const PASSED: FieldProblem = { field: "expires_at", type: "out_of_range", key: "api_keys.expired" };

/** What no schema says of a key's fields: its end lies ahead. */
export const expiryChecks = ({ now }: { now: () => number }) => ({
  expires_at: (text: string) => (hasPassed(expiryOf(text), now()) ? [PASSED] : []),
});

/** Throws VALIDATION_FAILED for an end that has passed. */
export function requireFuture(expiresAtMs: number | null, nowMs: number): void {
  if (hasPassed(expiresAtMs, nowMs)) throw invalidBody([PASSED]);
}
