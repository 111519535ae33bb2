import { invalidBody } from "../../../http/output/errors.ts";
import type { Services } from "../../../runtime/services.ts";
import { newBearerSecret } from "../callers/bearer-secret.ts";
import { actorOf, type Caller } from "../callers/caller.ts";
import { introduce, type OpenedSession } from "../login/log-in.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { openInvitation } from "./invitations.ts";
import { passwordProblem } from "./passwords.ts";

/** What somebody who was invited says of themselves. */
export interface Registering {
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
export async function register(services: Services, registering: Registering, caller: Caller): Promise<OpenedSession> {
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
