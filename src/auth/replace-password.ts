import { updatePasswordHash } from "../../db/auth/accounts.ts";
import { deleteLoginFailures } from "../../db/auth/login-failures.ts";
import { deletePasswordReset, findPasswordReset } from "../../db/auth/password-resets.ts";
import { markAllRevoked } from "../../db/auth/sessions.ts";
import { mutation } from "../../db/ports.ts";
import { findUser } from "../../db/users/users.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { passwordChangedMail } from "../mail/mail-text.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { isoOfMs } from "../text/instant.ts";

const NOTICE_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Uses a reset token up: sets the password, ends every session of the user, lifts a lock, and mails the user that it
 * happened. Returns false, and does nothing, when the token is not good any more.
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
    const user = await findUser(tx, userId);
    const notice = passwordChangedMail(user?.locale === "fr" ? "fr" : "en", isoOfMs(context.now()));
    await queueMail(tx, { ...notice, recipient: email, expiresAtMs: context.now() + NOTICE_LIFETIME_MS }, context);
    await noteAudit(tx, context, { action: "user.changed", resource: "user", resourceId: userId, details });
    return true;
  },
);
