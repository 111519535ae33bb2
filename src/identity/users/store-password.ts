import { updatePasswordHash } from "../../../db/auth/accounts.ts";
import { deleteLoginFailures } from "../../../db/auth/login-failures.ts";
import { deletePasswordReset } from "../../../db/auth/password-resets.ts";
import { markAllRevoked } from "../../../db/auth/sessions.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { passwordChangedMail } from "../../mail/mail-text.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { isoOfMs } from "../../text/instant.ts";
import type { UserRow } from "./user.ts";

const NOTICE_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Gives a user another password: ends every session and open reset, lifts a lock, and mails the user that it happened. */
export async function storePassword(
  tx: Tx,
  { id, email, locale }: Pick<UserRow, "id" | "email" | "locale">,
  passwordHash: string,
  context: MutationContext,
): Promise<void> {
  await deletePasswordReset(tx, id);
  await updatePasswordHash(tx, id, passwordHash);
  await markAllRevoked(tx, id, context.now());
  await deleteLoginFailures(tx, email);
  const notice = passwordChangedMail(locale === "fr" ? "fr" : "en", isoOfMs(context.now()));
  await queueMail(tx, { ...notice, recipient: email, expiresAtMs: context.now() + NOTICE_LIFETIME_MS }, context);
  await noteAudit(tx, context, "user.changed", id, { changed: ["password"] });
}
