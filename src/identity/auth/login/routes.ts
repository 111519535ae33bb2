import { openRoutes } from "../../../http/gate/access.ts";
import type { Services } from "../../../runtime/services.ts";
import { answerLoggedIn } from "../auth-answers.ts";
import { callerOf } from "../callers/caller.ts";
import { LoggedIn, LoginBody, LoginForm } from "../schema.ts";
import { emailIdentity, emailOf, formIdentity } from "./identity.ts";
import { logIn } from "./log-in.ts";

const LOGIN = {
  credential: "none",
  tier: "AUTH_LOGIN",
  forgivesSuccess: true,
  ownPagesOnly: true,
  refusals: ["INVALID_CREDENTIALS", "ACCOUNT_DISABLED", "ACCOUNT_LOCKED", "CSRF_VALIDATION_FAILED"],
} as const;
const HOW = `Starts a session; the access token is valid for 15 minutes. The cookie \`refresh_token\` renews it, and the cookie
\`access_token\` is used when neither Authorization nor X-API-Key is sent. The answer to a wrong password and to an
unknown address is the same. After four wrong passwords in a row the account is locked for 15 minutes: 423.`;

/** `/auth`: how a person gets in. */
export const loginRoutes = (services: Services) => {
  return openRoutes(services, "Authentication", "/auth")
    .post(
      "/login",
      async ({ body, request, requestId, set }) => {
        const credentials = { email: emailOf(body), password: body.password };
        const session = await logIn(services, credentials, callerOf(services, request, requestId));
        return answerLoggedIn(session, set, { request, services });
      },
      {
        policy: { ...LOGIN, identity: formIdentity, body: { type: "form" } },
        body: LoginForm,
        response: { 200: LoggedIn },
        detail: { operationId: "login", summary: "Log in with a form", description: HOW },
      },
    )
    .post(
      "/login/json",
      async ({ body, request, requestId, set }) => {
        const session = await logIn(services, body, callerOf(services, request, requestId));
        return answerLoggedIn(session, set, { request, services });
      },
      {
        policy: { ...LOGIN, identity: emailIdentity },
        body: LoginBody,
        response: { 200: LoggedIn },
        detail: { operationId: "loginJson", summary: "Log in with JSON", description: HOW },
      },
    );
};
