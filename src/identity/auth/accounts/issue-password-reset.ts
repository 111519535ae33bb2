import { putPasswordReset } from "../../../../db/auth/password-resets.ts";
import { mutation } from "../../../../db/ports.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import type { SealedMail } from "../../../mail/seal-mail.ts";

export interface PasswordResetIssue {
  userId: string;
  email: string;
  /** Of the token in the mail. */
  tokenHash: string;
  mail: SealedMail;
}

const LIFETIME_MS = 60 * 60 * 1000;

/** Lets a user choose a new password for an hour, and mails them how. What they were mailed before is void. */
export const issuePasswordReset = mutation(
  "auth.issue-password-reset",
  async (tx, { userId, email, tokenHash, mail }: PasswordResetIssue, context) => {
    const expiresAtMs = context.now() + LIFETIME_MS;
    await putPasswordReset(tx, { userId, tokenHash, expiresAtMs });
    await queueMail(tx, { ...mail, recipient: email, expiresAtMs }, context);
  },
);
