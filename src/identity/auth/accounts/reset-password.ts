import { findPasswordReset } from "../../../../db/auth/password-resets.ts";
import { ApiError, invalidBody } from "../../../http/output/errors.ts";
import type { Services } from "../../../runtime/services.ts";
import { readBearerSecret } from "../callers/bearer-secret.ts";
import { actorOf, type Caller } from "../callers/caller.ts";
import { dropCallerAfter } from "../login/drop-caller-after.ts";
import { passwordProblem } from "./passwords.ts";
import { replacePassword } from "./replace-password.ts";

/**
 * Sets a new password by the token of a mail, and returns whose it is. Throws RESET_TOKEN_INVALID, and VALIDATION_FAILED for a weak password,
 * which leaves the token good.
 */
export async function resetPassword(
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
