import { enqueue } from "../../db/jobs/queue.ts";
import { outbox, updateMailError } from "../../db/mail/outbox.ts";
import { deleteOldOf } from "../../db/maintenance/old-rows.ts";
import { type MutationContext, mutation, type Reader, type Tx } from "../../db/ports.ts";
import type { Config } from "../config/config.ts";
import { DEPENDENCIES } from "../settings/dependencies.ts";
import { findDependency, isConfigured } from "../settings/read-dependency.ts";
import type { MailText } from "./mail-text.ts";
import type { SealedMail } from "./seal-mail.ts";

/** To whom, and until when. */
interface Sending {
  /** One address. */
  recipient: string;
  /** When it stops being true. */
  expiresAtMs: number;
}

export type MailToSend = (MailText | SealedMail) & Sending;

const SWEEP_MAX = 100;
// With the backoff of jobs, a mail server may be away for about an hour.
const ATTEMPTS_MAX = 10;

/**
 * Puts a mail into the outbox and has it sent, both in the caller's transaction. Sweeps out mails that ran out. One that
 * holds a token comes sealed. Returns its id.
 */
export async function queueMail(tx: Tx, mail: MailToSend, context: MutationContext): Promise<string> {
  const nowMs = context.now();
  const { id, keyId } = "keyId" in mail ? mail : { id: context.newId(), keyId: null };
  await deleteOldOf(tx, "mail", { beforeMs: nowMs, limit: SWEEP_MAX });
  await outbox.insert(tx, { ...mail, id, keyId, createdAtMs: nowMs });
  await enqueue(tx, "mail.send", { mailId: id }, context, { queue: "quick", attemptsMax: ATTEMPTS_MAX });
  return id;
}

/** Takes a mail that was sent, or is not true any more, out of the outbox. */
export const finishMail = mutation("mail.finish", (tx, { mailId }: { mailId: string }) =>
  outbox.erase(tx, { id: mailId }),
);

/** Leaves a mail that cannot be sent in the outbox, and says why. */
export const storeFailure = mutation("mail.keep", (tx, { mailId, error }: { mailId: string; error: string }) =>
  updateMailError(tx, mailId, error),
);

/** The same for a mail whose job failed for good. */
export const noteMailFailure = (tx: Tx, { mailId }: { mailId: string }, error: string) =>
  updateMailError(tx, mailId, error);

/** Whether a tenant's mails are sent at all: by its own server or by the instance's. */
export const hasMailServer = async (db: Reader, { smtpUrl }: Pick<Config, "smtpUrl">): Promise<boolean> =>
  smtpUrl !== undefined || isConfigured(DEPENDENCIES.smtp, await findDependency(db, "smtp"));
