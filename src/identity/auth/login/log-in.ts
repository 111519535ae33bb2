import { listLoginFailures } from "../../../../db/auth/login-failures.ts";
import { isLoginNetwork } from "../../../../db/auth/login-networks.ts";
import { findLogin, type Login } from "../../../../db/auth/lookup.ts";
import { EVERY_TENANT } from "../../../../db/ports.ts";
import { ApiError } from "../../../http/output/errors.ts";
import type { Services } from "../../../runtime/services.ts";
import { readUserBody } from "../../users/user-body.ts";
import { normalEmail } from "../accounts/normal-email.ts";
import { newBearerSecret } from "../callers/bearer-secret.ts";
import { actorOf, type Caller } from "../callers/caller.ts";
import { openSession } from "../sessions/open-session.ts";
import type { SessionSecrets } from "../sessions/session-cookies.ts";
import { accountLocked, lockedUntil, lockoutRule, UNKNOWN_DEVICE } from "./lockout.ts";
import { noteFailedLogin } from "./note-failed-login.ts";

export type LoginServices = Pick<Services, "reader" | "write" | "now" | "config" | "authenticator">;

/** A session that has just begun, and whose it is. */
export interface OpenedSession extends SessionSecrets {
  user: Awaited<ReturnType<typeof readUserBody>>;
}

/** Hands out what a new session is held by. */
export async function introduce(
  { reader, authenticator }: Pick<Services, "reader" | "authenticator">,
  session: { tenantId: string; userId: string; sessionId: string; email: string; refreshToken: string },
  deviceToken = authenticator.newDevice(session.email).token,
): Promise<OpenedSession> {
  const { tenantId, userId, sessionId, refreshToken } = session;
  const user = await readUserBody(reader(tenantId), userId);
  const accessToken = await authenticator.signAccessToken({ userId, tenantId, sessionId, role: user.role });
  return { accessToken, refreshToken, deviceToken, user };
}

/** Who tries to log in, and from what. */
interface Attempt {
  /** As `normalEmail` makes it. */
  email: string;
  /** The known device's id, or `UNKNOWN_DEVICE`. */
  device: string;
}

/** Throws ACCOUNT_LOCKED while it is. */
async function refuseLocked({ reader, now }: LoginServices, { email, device }: Attempt): Promise<void> {
  const untilMs = lockedUntil(await listLoginFailures(reader(EVERY_TENANT), email), device, now());
  if (untilMs !== null) throw accountLocked(untilMs, now());
}

/** Counts a wrong password; throws ACCOUNT_LOCKED from the one on that locks, and INVALID_CREDENTIALS before. */
async function refuseWrong(
  { write, now, config }: LoginServices,
  attempt: Attempt,
  login: Login | undefined,
  caller: Caller,
): Promise<never> {
  const account = login ? { tenantId: login.tenantId, userId: login.userId } : null;
  const failed = { ...attempt, account, rule: lockoutRule(config) };
  const untilMs = await write(noteFailedLogin, EVERY_TENANT, failed, { by: actorOf(caller, null) });
  throw untilMs === null ? new ApiError("INVALID_CREDENTIALS") : accountLocked(untilMs, now());
}

/** Whether the account was logged in to from there. Asks for an unknown one as well: the same work, and no. */
const isFrom = ({ reader }: LoginServices, login: Login | undefined, networkHash: string): Promise<boolean> =>
  isLoginNetwork(reader(login?.tenantId ?? EVERY_TENANT), { userId: login?.userId ?? "", networkHash });

/**
 * Starts a session. Throws ACCOUNT_LOCKED, INVALID_CREDENTIALS with the same words and after the same work whether the
 * address or the password is wrong, and ACCOUNT_DISABLED only to who knows the password.
 */
export async function logIn(
  services: LoginServices,
  credentials: { email: string; password: string },
  caller: Caller,
): Promise<OpenedSession> {
  const { reader, write, now, authenticator } = services;
  const email = normalEmail(credentials.email);
  const known = authenticator.recogniseDevice(caller.deviceToken, email);
  const attempt = { email, device: known?.id ?? UNKNOWN_DEVICE };
  await refuseLocked(services, attempt);
  const login = await findLogin(reader(EVERY_TENANT), email);
  const networkHash = authenticator.hashNetwork(caller.network, login?.userId ?? "");
  const isKnown = (await isFrom(services, login, networkHash)) || known !== undefined;
  const from = { network: caller.network, isKnown };
  const isRight = await authenticator.passwords.isRight(credentials.password, login?.passwordHash, from);
  if (!login || !isRight) return refuseWrong(services, attempt, login, caller);
  const { tenantId, userId, isActive } = login;
  if (!isActive) {
    await refuseLocked(services, attempt);
    throw new ApiError("ACCOUNT_DISABLED");
  }
  const { secret: refreshToken, hash: tokenHash } = newBearerSecret(tenantId);
  const by = actorOf(caller, userId);
  const opened = await write(openSession, tenantId, { userId, tokenHash, networkHash, ...attempt }, { by });
  if (opened.sessionId === undefined) throw accountLocked(opened.lockedUntilMs, now());
  return introduce(services, { tenantId, userId, sessionId: opened.sessionId, email, refreshToken }, known?.token);
}
