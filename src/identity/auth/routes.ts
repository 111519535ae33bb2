import type { Static } from "@sinclair/typebox";
import { accessRoutes } from "../../http/gate/access.ts";
import type { Permission, Principal, Scope } from "../../http/gate/credentials/principal.ts";
import { required } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";
import { UserBody } from "../users/schema.ts";
import { readUserBody } from "../users/user-body.ts";
import { say } from "./auth-answers.ts";
import { dropCallerAfter } from "./callers/authenticator.ts";
import { Authenticated, LoggedOut } from "./schema.ts";
import { clearedCookies } from "./sessions/session-cookies.ts";
import { endSession } from "./sessions/start-session.ts";

/** Says whom a credential belongs to. */
const authenticatedBody = ({
  kind,
  subjectId,
  tenantId,
  scopes,
  permissions,
}: Principal): Static<typeof Authenticated> => ({
  status: "ok",
  authenticated: true,
  auth_type: kind,
  subject: subjectId,
  tenant_id: tenantId,
  // The authenticator fills the sets with scopes and permissions; the conventions do not know them by name.
  ...(kind === "api_key" ? { scopes: [...scopes] as Scope[] } : { permissions: [...permissions] as Permission[] }),
});

/** `/auth`: who is in. */
export const authRoutes = (services: Services) =>
  accessRoutes(services, "Authentication", "/auth")
    .get("/me", ({ db, principal }) => readUserBody(db, principal.subjectId), {
      policy: { credential: "session", tier: "READ_SENSITIVE" },
      response: { 200: UserBody },
      detail: {
        operationId: "getMe",
        summary: "Get the current user",
        description: "The user of this session, their permissions and their tenant.",
      },
    })
    .get("/test", ({ principal }) => authenticatedBody(principal), {
      policy: { credential: "any", tier: "READ_STANDARD" },
      response: { 200: Authenticated },
      detail: {
        operationId: "testAuthentication",
        summary: "Test a credential",
        description: "Returns the user or API key of a credential. Needs no scope.",
      },
    })
    .post(
      "/logout",
      async ({ tenantId, principal, language, request, set, write }) => {
        const id = required(principal.sessionId ?? undefined, "session");
        await dropCallerAfter(services, tenantId, write(endSession, { id }));
        set.headers["set-cookie"] = clearedCookies({ request, services });
        return say("auth.logged_out", language, set);
      },
      {
        policy: { credential: "session", tier: "AUTH_LOGOUT", takesRefreshToken: true },
        response: { 200: LoggedOut },
        detail: {
          operationId: "logout",
          summary: "Log out",
          description:
            "Ends this session and revokes its tokens. Other sessions continue. The cookie `refresh_token` is enough once the access token has expired.",
        },
      },
    );
