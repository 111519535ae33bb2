import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { translate } from "../http/output/messages.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { isoOfMs } from "../text/instant.ts";

const DAY_MS = 86_400_000;

interface FailedBackup {
  /** Null: no one is notified. */
  mailTo: string | null;
  reason: string;
}

/** Notifies the operator by the mail server of the instance. */
async function notifyOperator(tx: Tx, { mailTo, reason }: FailedBackup, context: MutationContext): Promise<void> {
  if (mailTo === null) return;
  const at = isoOfMs(context.now());
  await queueMail(
    tx,
    {
      recipient: mailTo,
      subject: translate("en", "backups.failed_subject"),
      body: translate("en", "backups.failed_body", { at, reason }),
      expiresAtMs: context.now() + DAY_MS,
    },
    context,
  );
}

/** Notifies the operator of a failed backup. */
export const mailFailure = mutation("backup.mail-failure", notifyOperator);

/** The same for one of the schedule, which was tried several times. */
export const noteFailedBackup = (
  tx: Tx,
  { mailTo }: { mailTo: string | null },
  reason: string,
  context: MutationContext,
) => notifyOperator(tx, { mailTo, reason }, context);
