import type { Services } from "../../../runtime/services.ts";
import type { Caller } from "../callers/caller.ts";
import { logIn, type OpenedSession } from "../login/log-in.ts";
import { resetPassword } from "./reset-password.ts";

/**
 * Gives the first admin a password of their own by the token of the link that the first start prints, and a session. Throws
 * RESET_TOKEN_INVALID, and VALIDATION_FAILED for a weak password, which leaves the link good.
 */
export async function signInFirst(
  services: Services,
  { token, newPassword }: { token: string; newPassword: string },
  caller: Caller,
): Promise<OpenedSession> {
  const email = await resetPassword(services, { token, newPassword }, caller);
  return logIn(services, { email, password: newPassword }, caller);
}
