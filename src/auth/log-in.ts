import { findLogin } from "../../db/auth/lookup.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { ApiError } from "../http/errors.ts";
import type { Services } from "../services.ts";
import { readUserBody } from "../users/user-body.ts";
import { ACCESS_TOKEN_SECONDS } from "./access-tokens.ts";
import { normalEmail } from "./normal-email.ts";
import type { PasswordCheck } from "./passwords.ts";
import { startSession } from "./start-session.ts";

/**
 * Starts a session. Throws INVALID_CREDENTIALS, with the same words and after the same time whether the address or the
 * password is wrong, and ACCOUNT_DISABLED only to who knows the password.
 */
export async function logIn(
  services: Pick<Services, "reader" | "write" | "authenticator">,
  isPassword: PasswordCheck,
  { email, password }: { email: string; password: string },
) {
  const login = await findLogin(services.reader(EVERY_TENANT), normalEmail(email));
  const isRight = await isPassword(password, login?.passwordHash);
  if (!login || !isRight) throw new ApiError("INVALID_CREDENTIALS");
  const { tenantId, userId, isActive } = login;
  if (!isActive) throw new ApiError("ACCOUNT_DISABLED");
  const sessionId = await services.write(startSession, tenantId, { userId });
  const user = await readUserBody(services.reader(tenantId), userId);
  const { signAccessToken } = services.authenticator;
  return {
    access_token: await signAccessToken({ userId, tenantId, sessionId, role: user.role }),
    token_type: "bearer" as const,
    expires_in: ACCESS_TOKEN_SECONDS,
    user,
  };
}
