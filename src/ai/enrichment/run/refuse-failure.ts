import { ApiError } from "../../../http/output/errors.ts";
import type { ProviderFailure } from "../../provider/call-provider.ts";

/** What a request is answered when the provider has failed it. */
export function refuseFailure({ kind, message, retryAfterSeconds }: ProviderFailure): ApiError {
  const details = { dependency: "ai_provider", reason: message };
  if (kind === "refused") {
    return new ApiError("AI_PROVIDER_NOT_CONFIGURED", { details, howToFix: "ai.replace_key" });
  }
  if (kind === "rejected") return new ApiError("AI_PROVIDER_REFUSED", { details });
  if (kind === "budget") return new ApiError("AI_BUDGET_REACHED", { details });
  const headers = { "retry-after": String(retryAfterSeconds) };
  return new ApiError("SYSTEM_SERVICE_UNAVAILABLE", { key: "ai.provider_failed", details, headers });
}
