import { Elysia } from "elysia";
import { access } from "../http/access.ts";
import { required } from "../http/errors.ts";
import type { Services } from "../services.ts";
import { UserBody } from "../users/schema.ts";
import { readUserBody } from "../users/user-body.ts";
import { say } from "./answers.ts";
import { authenticatedBody } from "./authenticated-body.ts";
import { endSession } from "./end-session.ts";
import { forgetAfter } from "./forget-after.ts";
import { Authenticated, LoggedOut } from "./schema.ts";
import { clearedCookies } from "./session-cookies.ts";

/** `/auth`: who is in. */
export const authRoutes = (services: Services) =>
  new Elysia({ prefix: "/auth", tags: ["Authentication"] })
    .use(access(services))
    .get("/me", ({ db, principal }) => readUserBody(db, principal.subjectId), {
      policy: { credential: "session", tier: "READ_SENSITIVE" },
      response: { 200: UserBody },
      detail: {
        operationId: "getMe",
        summary: "Read the own account",
        description: "The user of this session, what they may do, and their tenant.",
      },
    })
    .get("/test", ({ principal }) => authenticatedBody(principal), {
      policy: { credential: "any", tier: "READ_STANDARD" },
      response: { 200: Authenticated },
      detail: {
        operationId: "testAuthentication",
        summary: "Try a credential",
        description: "Says whom a session or an API key stands for. Needs no scope.",
      },
    })
    .post(
      "/logout",
      async ({ tenantId, principal, language, request, set, write }) => {
        const id = required(principal.sessionId ?? undefined, "session");
        await forgetAfter(services, tenantId, write(endSession, { id }));
        set.headers["set-cookie"] = clearedCookies({ request, config: services.config });
        return say("auth.logged_out", language, set);
      },
      {
        policy: { credential: "session", tier: "AUTH_LOGOUT", takesRefreshToken: true },
        response: { 200: LoggedOut },
        detail: {
          operationId: "logout",
          summary: "Log out",
          description:
            "Ends the session: its tokens are refused from now on. Other sessions stay. The cookie `refresh_token` will do when the access token has run out.",
        },
      },
    );
