import { openRoutes } from "../../../http/gate/access.ts";
import { COOKIES, readCookie } from "../../../http/gate/credentials/cookies.ts";
import { ApiError } from "../../../http/output/errors.ts";
import type { Services } from "../../../runtime/services.ts";
import { type Answering, answerRefreshed } from "../auth-answers.ts";
import { newBearerSecret, readBearerSecret } from "../callers/bearer-secret.ts";
import { actorOf, type Caller, callerOf } from "../callers/caller.ts";
import { CsrfToken, Refreshed } from "../schema.ts";
import { rotateRefreshToken } from "./rotate-refresh-token.ts";
import { clearedCookies, csrfCookie, type SessionSecrets } from "./session-cookies.ts";

/**
 * Gives out the next tokens of the session whose refresh token the browser holds. Throws AUTHENTICATION_REQUIRED without
 * one, REFRESH_TOKEN_INVALID, and REFRESH_TOKEN_REUSED after ending the session.
 */
async function refreshSession(
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

/** The session that the cookies of a browser hold, by the access token or by what would renew it; `null` without one. */
async function sessionOf(request: Request, { authenticator }: Services): Promise<string | null> {
  const access = readCookie(request, COOKIES.access);
  const refresh = readCookie(request, COOKIES.refresh);
  const principal =
    (access && (await authenticator.byAccessToken(access).catch(() => undefined))) ||
    (refresh && (await authenticator.byRefreshToken(refresh)));
  return principal ? principal.sessionId : null;
}

/** A CSRF token of the browser's session, or an anonymous one, also as a cookie that pages can read. */
async function answerCsrfToken(services: Services, request: Request, set: Answering) {
  const token = services.authenticator.newCsrfToken(await sessionOf(request, services));
  set.headers["set-cookie"] = csrfCookie(token, { request, services });
  return { csrf_token: token };
}

/** `/auth`: what a browser needs while somebody is in. */
export const refreshRoutes = (services: Services) => {
  return openRoutes(services, "Authentication", "/auth")
    .post(
      "/refresh",
      async ({ request, requestId, set }) => {
        const session = await refreshSession(services, request, callerOf(services, request, requestId)).catch(
          (error: unknown) => {
            // Not for a fault of ours: the next try may succeed.
            if (error instanceof ApiError) set.headers["set-cookie"] = clearedCookies({ request, services });
            throw error;
          },
        );
        return answerRefreshed(session, set, { request, services });
      },
      {
        policy: {
          credential: "none",
          tier: "AUTH_REFRESH",
          ownPagesOnly: true,
          refusals: [
            "AUTHENTICATION_REQUIRED",
            "REFRESH_TOKEN_INVALID",
            "REFRESH_TOKEN_REUSED",
            "CSRF_VALIDATION_FAILED",
          ],
        },
        response: { 200: Refreshed },
        detail: {
          operationId: "refresh",
          summary: "Refresh a session",
          description:
            "Uses the cookie `refresh_token` only; any body is ignored. Each refresh token works once: the response sets the next one. A token used twice ends the session at once, because it may have been stolen.",
        },
      },
    )
    .get("/csrf-token", ({ request, set }) => answerCsrfToken(services, request, set), {
      policy: { credential: "none", tier: "READ_PUBLIC" },
      response: { 200: CsrfToken },
      detail: {
        operationId: "getCsrfToken",
        summary: "Get a CSRF token",
        description:
          "When authenticating by cookies, send it as `X-CSRF-Token` with every POST, PUT, PATCH and DELETE. It is valid as long as the session. Bearer tokens and API keys need none.",
      },
    });
};
