import { Elysia } from "elysia";
import { EVERY_TENANT } from "../../../../db/ports.ts";
import { openAccess } from "../../../http/gate/access.ts";
import type { Services } from "../../../runtime/services.ts";
import { answerLoggedIn, say } from "../auth-answers.ts";
import { callerOf } from "../callers/caller.ts";
import { emailIdentity } from "../login/identity.ts";
import { FirstStart, ForgotPassword, LoggedIn, RegisterBody, ResetPassword, Said } from "../schema.ts";
import { signInFirst } from "./first-start.ts";
import { normalEmail } from "./normal-email.ts";
import { register } from "./register.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { resetPassword } from "./reset-password.ts";

/** `/auth`: how a person gets an account, and gets back into it. */
export const accountRoutes = (services: Services) =>
  new Elysia({ prefix: "/auth", tags: ["Authentication"] })
    .use(openAccess(services))
    .post(
      "/register",
      async ({ body, request, requestId, set, status }) => {
        const { token, password, first_name: firstName, last_name: lastName, company_name: companyName } = body;
        const registering = { token, password, firstName, lastName, companyName };
        const session = await register(services, registering, callerOf(services, request, requestId));
        set.headers["location"] = "/api/v1/auth/me";
        return status(201, answerLoggedIn(session, set, { request, services }));
      },
      {
        policy: {
          credential: "none",
          tier: "AUTH_REGISTER",
          ownPagesOnly: true,
          refusals: [
            "INVITATION_TOKEN_INVALID",
            "INVITATION_TOKEN_EXPIRED",
            "INVITATION_ALREADY_USED",
            "CSRF_VALIDATION_FAILED",
          ],
        },
        body: RegisterBody,
        response: { 201: LoggedIn },
        detail: {
          operationId: "register",
          summary: "Register with an invitation",
          description:
            "Completes a subscription or joins a tenant with the token from an invitation email, and logs in. Email address and role come from the invitation. The token works once, within seven days.",
        },
      },
    )
    .post(
      "/forgot-password",
      async ({ body, language, set }) => {
        await services.write(requestPasswordReset, EVERY_TENANT, { email: normalEmail(body.email) });
        return say("auth.reset_mailed", language, set);
      },
      {
        policy: { credential: "none", tier: "AUTH_PASSWORD_RESET", identity: emailIdentity },
        body: ForgotPassword,
        response: { 200: Said },
        detail: {
          operationId: "forgotPassword",
          summary: "Request a password reset",
          description:
            "Emails a token for /auth/reset-password if the address has an account. The response is the same if it has none. The token works once, within an hour, and invalidates earlier ones.",
        },
      },
    )
    .post(
      "/reset-password",
      async ({ body, language, request, requestId, set }) => {
        const { token, new_password: newPassword } = body;
        await resetPassword(services, { token, newPassword }, callerOf(services, request, requestId));
        return say("auth.password_reset", language, set);
      },
      {
        policy: { credential: "none", tier: "AUTH_PASSWORD_RESET", refusals: ["RESET_TOKEN_INVALID"] },
        body: ResetPassword,
        response: { 200: Said },
        detail: {
          operationId: "resetPassword",
          summary: "Reset a password",
          description:
            "Takes the token emailed by /auth/forgot-password. Ends all sessions of the user and unlocks the account.",
        },
      },
    )
    .post(
      "/first-start",
      async ({ body, request, requestId, set }) => {
        const { token, new_password: newPassword } = body;
        const session = await signInFirst(services, { token, newPassword }, callerOf(services, request, requestId));
        return answerLoggedIn(session, set, { request, services });
      },
      {
        policy: {
          credential: "none",
          tier: "AUTH_PASSWORD_RESET",
          ownPagesOnly: true,
          refusals: [
            "RESET_TOKEN_INVALID",
            "INVALID_CREDENTIALS",
            "ACCOUNT_DISABLED",
            "ACCOUNT_LOCKED",
            "CSRF_VALIDATION_FAILED",
          ],
        },
        body: FirstStart,
        response: { 200: LoggedIn },
        detail: {
          operationId: "signInFirst",
          summary: "Sign the first admin in",
          description:
            "Takes the token of the link that the first start of an installation prints, sets a password of the admin's own, and logs in. The token works once, within 24 hours; a password that is refused leaves it good.",
        },
      },
    );
