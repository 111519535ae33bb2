import { findPasswordReset } from "../../../../db/auth/password-resets.ts";
import { mutation } from "../../../../db/ports.ts";
import { storePassword } from "../../users/store-password.ts";
import { User } from "../../users/user.ts";

/**
 * Uses a reset token up: sets the password, ends every session of the user, lifts a lock, and mails the user that it
 * happened. Returns false, and does nothing, when the token is not good any more.
 */
export const replacePassword = mutation(
  "auth.replace-password",
  async (tx, { tokenHash, passwordHash }: { tokenHash: string; passwordHash: string }, context): Promise<boolean> => {
    const reset = await findPasswordReset(tx, { tokenHash, nowMs: context.now() });
    if (!reset) return false;
    await storePassword(tx, await User.require(tx, reset.userId), passwordHash, context);
    return true;
  },
);
