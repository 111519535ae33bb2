import { Elysia } from "elysia";
import { access, openAccess } from "../http/access.ts";
import { required } from "../http/errors.ts";
import { translate } from "../http/messages.ts";
import type { Services } from "../services.ts";
import { UserBody } from "../users/schema.ts";
import { readUserBody } from "../users/user-body.ts";
import { authenticatedBody } from "./authenticated-body.ts";
import { endSession } from "./end-session.ts";
import { forgetAfter } from "./forget-after.ts";
import { logIn } from "./log-in.ts";
import { emailOf, loginIdentity } from "./login-identity.ts";
import { passwordChecks } from "./passwords.ts";
import { Authenticated, LoggedIn, LoggedOut, LoginBody, LoginForm } from "./schema.ts";

const LOGIN = { credential: "none", tier: "AUTH_LOGIN", identity: loginIdentity } as const;
const ONCE = "The answer to a wrong password and to an unknown address is the same.";

/** `/auth/login`: how a person gets in. */
export const loginRoutes = (services: Services) => {
  // Both routes share the places: it is one machine that works for them.
  const isPassword = passwordChecks();
  return new Elysia({ prefix: "/auth", tags: ["Authentication"] })
    .use(openAccess(services))
    .post("/login", ({ body }) => logIn(services, isPassword, { email: emailOf(body), password: body.password }), {
      policy: { ...LOGIN, body: { type: "form" } },
      body: LoginForm,
      response: { 200: LoggedIn },
      detail: {
        operationId: "login",
        summary: "Log in with a form",
        description: `Starts a session; its access token lasts 15 minutes. ${ONCE}`,
      },
    })
    .post("/login/json", ({ body }) => logIn(services, isPassword, body), {
      policy: LOGIN,
      body: LoginBody,
      response: { 200: LoggedIn },
      detail: {
        operationId: "loginJson",
        summary: "Log in with JSON",
        description: `Starts a session; its access token lasts 15 minutes. ${ONCE}`,
      },
    });
};

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
      async ({ tenantId, principal, language, set, write }) => {
        const id = required(principal.sessionId ?? undefined, "session");
        await forgetAfter(services, tenantId, write(endSession, { id }));
        set.headers["content-language"] = language;
        return { message: translate(language, "auth.logged_out") };
      },
      {
        policy: { credential: "session", tier: "AUTH_LOGOUT" },
        response: { 200: LoggedOut },
        detail: {
          operationId: "logout",
          summary: "Log out",
          description: "Ends the session: its access token is refused from now on. Other sessions stay.",
        },
      },
    );
