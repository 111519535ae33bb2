import { enqueue } from "../../db/jobs/queue.ts";
import { deleteExpiredMails, insertMail } from "../../db/mail/outbox.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
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
export async function queueMail(tx: Tx, mail: MailToSend, { now, newId }: MutationContext): Promise<string> {
  const nowMs = now();
  const { id, keyId } = "keyId" in mail ? mail : { id: newId(), keyId: null };
  await deleteExpiredMails(tx, { nowMs, limit: SWEEP_MAX });
  await insertMail(tx, { ...mail, id, keyId, createdAtMs: nowMs });
  await enqueue(
    tx,
    "mail.send",
    { mailId: id },
    { uid: newId(), runAtMs: nowMs, queue: "quick", attemptsMax: ATTEMPTS_MAX },
  );
  return id;
}
