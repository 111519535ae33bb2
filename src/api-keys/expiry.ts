import type { FieldProblem } from "../http/output/errors.ts";
import { millisecondsOf } from "../text/instant.ts";

const PASSED: FieldProblem = { field: "expires_at", type: "out_of_range", key: "api_keys.expired" };

/** What no schema says of a key's fields: its end lies ahead. */
export const expiryChecks = ({ now }: { now: () => number }) => ({
  expires_at: (text: string) => (millisecondsOf(text) <= now() ? [PASSED] : []),
});
