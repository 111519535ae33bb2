import { findPasswordReset } from "../../../../db/auth/password-resets.ts";
import { EVERY_TENANT } from "../../../../db/ports.ts";
import { openRoutes } from "../../../http/gate/access.ts";
import { ApiError, invalidBody } from "../../../http/output/errors.ts";
import type { Services } from "../../../runtime/services.ts";
import { answerLoggedIn, say } from "../auth-answers.ts";
import { dropCallerAfter } from "../callers/authenticator.ts";
import { newBearerSecret, readBearerSecret } from "../callers/bearer-secret.ts";
import { actorOf, type Caller, callerOf } from "../callers/caller.ts";
import { emailIdentity } from "../login/identity.ts";
import { introduce, logIn, type OpenedSession } from "../login/log-in.ts";
import { FirstStart, ForgotPassword, LoggedIn, RegisterBody, ResetPassword, Said } from "../schema.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { openInvitation } from "./invitations.ts";
import { normalEmail } from "./normal-email.ts";
import { passwordProblem } from "./passwords.ts";
import { replacePassword } from "./replace-password.ts";
import { requestPasswordReset } from "./request-password-reset.ts";

/**
 * Sets a new password by the token of a mail, and returns whose it is. Throws RESET_TOKEN_INVALID, and VALIDATION_FAILED for a weak password,
 * which leaves the token good.
 */
async function resetPassword(
  services: Services,
  { token, newPassword }: { token: string; newPassword: string },
  caller: Caller,
): Promise<string> {
  const presented = readBearerSecret(token);
  if (!presented) throw new ApiError("RESET_TOKEN_INVALID");
  const { tenantId, hash: tokenHash } = presented;
  const reset = await findPasswordReset(services.reader(tenantId), { tokenHash, nowMs: services.now() });
  if (!reset) throw new ApiError("RESET_TOKEN_INVALID");
  const problem = passwordProblem(newPassword, reset.email);
  if (problem) throw invalidBody([{ ...problem, field: "new_password" }]);
  const passwordHash = await services.authenticator.passwords.hash(newPassword, caller.network);
  const change = services.write(
    replacePassword,
    tenantId,
    { tokenHash, passwordHash },
    { by: actorOf(caller, reset.userId) },
  );
  if (!(await dropCallerAfter(services, tenantId, change))) throw new ApiError("RESET_TOKEN_INVALID");
  return reset.email;
}

/** What somebody who was invited says of themselves. */
interface Registering {
  token: string;
  password: string;
  firstName: string;
  lastName: string;
  companyName: string | undefined;
}

/**
 * Makes the account of an invitation and logs it in. Throws what `openInvitation` and `acceptInvitation` do, and
 * VALIDATION_FAILED for a weak password.
 */
async function register(services: Services, registering: Registering, caller: Caller): Promise<OpenedSession> {
  const { token, password, ...person } = registering;
  const { id: invitationId, tenantId, email } = await openInvitation(services, token);
  const problem = passwordProblem(password, email);
  if (problem) throw invalidBody([problem]);
  const passwordHash = await services.authenticator.passwords.hash(password, caller.network);
  const { secret: refreshToken, hash: tokenHash } = newBearerSecret(tenantId);
  const registration = { invitationId, ...person, passwordHash, tokenHash };
  const { userId, sessionId } = await services.write(acceptInvitation, tenantId, registration, {
    by: actorOf(caller, null),
  });
  return introduce(services, { tenantId, userId, sessionId, email, refreshToken });
}

/**
 * Gives the first admin a password of their own by the token of the link that the first start prints, and a session. Throws
 * RESET_TOKEN_INVALID, and VALIDATION_FAILED for a weak password, which leaves the link good.
 */
async function signInFirst(
  services: Services,
  { token, newPassword }: { token: string; newPassword: string },
  caller: Caller,
): Promise<OpenedSession> {
  const email = await resetPassword(services, { token, newPassword }, caller);
  return logIn(services, { email, password: newPassword }, caller);
}

/** `/auth`: how a person gets an account, and gets back into it. */
export const accountRoutes = (services: Services) =>
  openRoutes(services, "Authentication", "/auth")
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
