import { Elysia } from "elysia";
import { openAccess } from "../../../http/gate/access.ts";
import { ApiError } from "../../../http/output/errors.ts";
import type { Services } from "../../../runtime/services.ts";
import { answerRefreshed } from "../auth-answers.ts";
import { callerOf } from "../callers/caller.ts";
import { CsrfToken, Refreshed } from "../schema.ts";
import { answerCsrfToken } from "./answer-csrf-token.ts";
import { refreshSession } from "./refresh-session.ts";
import { clearedCookies } from "./session-cookies.ts";

/** `/auth`: what a browser needs while somebody is in. */
export const refreshRoutes = (services: Services) => {
  return new Elysia({ prefix: "/auth", tags: ["Authentication"] })
    .use(openAccess(services))
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
