import { deleteMail, updateMailError } from "../../db/mail/outbox.ts";
import { mutation, type Tx } from "../../db/ports.ts";

/** Takes a mail that was sent, or is not true any more, out of the outbox. */
export const finishMail = mutation("mail.finish", (tx, { mailId }: { mailId: string }) => deleteMail(tx, mailId));

/** Leaves a mail that cannot be sent in the outbox, and says why. */
export const storeFailure = mutation("mail.keep", (tx, { mailId, error }: { mailId: string; error: string }) =>
  updateMailError(tx, mailId, error),
);

/** The same for a mail whose job failed for good. */
export const noteMailFailure = (tx: Tx, { mailId }: { mailId: string }, error: string) =>
  updateMailError(tx, mailId, error);
