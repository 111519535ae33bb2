import { findUserIdByEmail } from "../../../../db/auth/accounts.ts";
import type { Reader } from "../../../../db/ports.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import { required } from "../../../http/output/errors.ts";
import type { Services } from "../../../runtime/services.ts";
import { normalEmail } from "../accounts/normal-email.ts";
import { Lockout, LockoutParams } from "../schema.ts";
import { readLockout } from "./lockout.ts";
import { unlockAccount } from "./unlock-account.ts";

/** An account of the caller's own tenant. Throws NOT_FOUND. */
async function ownAccount(db: Reader, address: string): Promise<{ email: string; userId: string }> {
  const email = normalEmail(address);
  return { email, userId: required(await findUserIdByEmail(db, email), "user", email) };
}

const MANAGE = { credential: "session", permission: "MANAGE_USERS" } as const;

/** `/auth/lockout`: accounts that failed logins have locked. */
export const lockoutRoutes = (services: Services) =>
  accessRoutes(services, "Authentication", "/auth/lockout")
    .get(
      "/status/:email",
      async ({ db, params }) => readLockout(services, (await ownAccount(db, params.email)).email),
      {
        policy: { ...MANAGE, tier: "READ_ADMIN" },
        params: LockoutParams,
        response: { 200: Lockout },
        detail: {
          operationId: "getLockout",
          summary: "Get the lockout status of an account",
          description: "Only for accounts of your tenant; others are not found.",
        },
      },
    )
    .post(
      "/unlock/:email",
      async ({ db, params, write }) => {
        const account = await ownAccount(db, params.email);
        await write(unlockAccount, account);
        return readLockout(services, account.email);
      },
      {
        policy: { ...MANAGE, tier: "WRITE_USER_MGMT", ignoresLicence: true },
        params: LockoutParams,
        response: { 200: Lockout },
        detail: {
          operationId: "unlockAccount",
          summary: "Unlock an account",
          description: "Removes the lock and resets failed logins. Has no effect on an unlocked account.",
        },
      },
    );
