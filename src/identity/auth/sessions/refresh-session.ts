import { COOKIES, readCookie } from "../../../http/gate/credentials/cookies.ts";
import { ApiError } from "../../../http/output/errors.ts";
import type { Services } from "../../../runtime/services.ts";
import { newBearerSecret, readBearerSecret } from "../callers/bearer-secret.ts";
import { actorOf, type Caller } from "../callers/caller.ts";
import { rotateRefreshToken } from "./rotate-refresh-token.ts";
import type { SessionSecrets } from "./session-cookies.ts";

/**
 * Gives out the next tokens of the session whose refresh token the browser holds. Throws AUTHENTICATION_REQUIRED without
 * one, REFRESH_TOKEN_INVALID, and REFRESH_TOKEN_REUSED after ending the session.
 */
export async function refreshSession(
  { write, authenticator }: Pick<Services, "write" | "authenticator">,
  request: Request,
  caller: Caller,
): Promise<SessionSecrets> {
  const cookie = readCookie(request, COOKIES.refresh);
  if (cookie === undefined) throw new ApiError("AUTHENTICATION_REQUIRED", { key: "auth.refresh_cookie_required" });
  const token = readBearerSecret(cookie);
  if (!token) throw new ApiError("REFRESH_TOKEN_INVALID");
  const { tenantId, hash } = token;
  const next = newBearerSecret(tenantId);
  // Its holder need not be its owner.
  const by = actorOf(caller, null);
  const rotation = await write(rotateRefreshToken, tenantId, { tokenHash: hash, nextHash: next.hash }, { by });
  if (rotation === "unknown") throw new ApiError("REFRESH_TOKEN_INVALID");
  if (rotation === "reused") {
    authenticator.drop(tenantId);
    throw new ApiError("REFRESH_TOKEN_REUSED");
  }
  return { accessToken: await authenticator.signAccessToken({ ...rotation, tenantId }), refreshToken: next.secret };
}
