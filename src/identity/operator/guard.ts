import { isSameSecret } from "../../http/gate/caller/local-caller.ts";
import type { Guard } from "../../http/gate/policy.ts";
import { ApiError } from "../../http/output/errors.ts";

/**
 * Lets in who has the operator's key. Without a key in the settings there are no operator routes: NOT_FOUND. Throws
 * AUTHENTICATION_REQUIRED and INVALID_OPERATOR_KEY; the comparison takes as long for any key.
 */
const operatorGuard = ({ operatorKey }: { operatorKey: string | undefined }): Guard => ({
  scheme: "operatorKey",
  check: ({ headers }) => {
    if (operatorKey === undefined) throw new ApiError("NOT_FOUND");
    const given = headers.get("x-operator-key");
    if (given === null) throw new ApiError("AUTHENTICATION_REQUIRED");
    if (!isSameSecret(given, operatorKey)) throw new ApiError("INVALID_OPERATOR_KEY");
  },
});

/** The policy of every operation of the operator. */
export const operatorPolicy = (config: Parameters<typeof operatorGuard>[0]) =>
  ({
    credential: "none",
    guard: operatorGuard(config),
    refusals: ["AUTHENTICATION_REQUIRED", "NOT_FOUND"],
  }) as const;
