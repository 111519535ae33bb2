import { updatePasswordHash } from "../../db/auth/accounts.ts";
import { deleteLoginFailures } from "../../db/auth/login-failures.ts";
import { deletePasswordReset, findPasswordReset } from "../../db/auth/password-resets.ts";
import { markAllRevoked } from "../../db/auth/sessions.ts";
import { mutation } from "../../db/ports.ts";
import { noteAudit } from "../audit/note-audit.ts";

/**
 * Uses a reset token up: sets the password, ends every session of the user and lifts a lock. Returns false, and does
 * nothing, when the token is not good any more.
 */
export const replacePassword = mutation(
  "auth.replace-password",
  async (tx, { tokenHash, passwordHash }: { tokenHash: string; passwordHash: string }, context): Promise<boolean> => {
    const reset = await findPasswordReset(tx, { tokenHash, nowMs: context.now() });
    if (!reset) return false;
    const { userId, email } = reset;
    await deletePasswordReset(tx, userId);
    await updatePasswordHash(tx, userId, passwordHash);
    await markAllRevoked(tx, userId, context.now());
    await deleteLoginFailures(tx, email);
    const details = { changed: ["password"] };
    await noteAudit(tx, context, { action: "user.changed", resource: "user", resourceId: userId, details });
    return true;
  },
);
