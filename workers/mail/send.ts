import { outbox, type StoredMail } from "../../db/mail/outbox.ts";
import type { Reader } from "../../db/ports.ts";
import { FatalJobError, type JobContext, type JobHandler } from "../../src/jobs/job.ts";
import { finishMail, storeFailure } from "../../src/mail/queue-mail.ts";
import { bodyOf } from "../../src/mail/seal-mail.ts";
import { instanceMailServer, MailRefused, type MailServer, sendBySmtp, tenantMailServer } from "../../src/mail/smtp.ts";
import { OutboundError } from "../../src/outbound/outbound-error.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { SecretUnreadable } from "../../src/secrets/secret-box.ts";
import { readDependency } from "../../src/settings/read-dependency.ts";

/** The tenant's own server, else that of the instance; `undefined` when there is neither. */
async function mailServerOf(
  db: Reader,
  { secrets, config, outbound }: ThreadServices,
): Promise<MailServer | undefined> {
  const own = await readDependency(db, secrets, "smtp");
  if (own) return tenantMailServer(own, outbound);
  return config.smtpUrl === undefined ? undefined : instanceMailServer(config.smtpUrl, config.mailFrom);
}

/** Ends the job where another try would meet the same refusal. */
function giveUp(error: unknown): never {
  const isFinal = error instanceof MailRefused || (error instanceof OutboundError && error.isRefusal);
  throw isFinal ? new FatalJobError(error.message) : error;
}

/** What the mail says. Throws `FatalJobError` when it was encrypted with a key that is not here. */
function bodyOfMail(mail: StoredMail, tenantId: string, { secrets }: ThreadServices): string {
  try {
    return bodyOf(secrets, tenantId, mail);
  } catch (error) {
    throw error instanceof SecretUnreadable ? new FatalJobError(error.message) : error;
  }
}

/** Sends a mail of the outbox. Interrupted at the wrong time it sends it twice, with one message id. */
export const send: JobHandler<"mail.send"> = async ({ mailId }, context) => {
  const mail = await outbox.find(context.db, { id: mailId });
  if (!mail) return;
  const count = (outcome: string) => context.services.count("catalogd_mails_total", [outcome]);
  await sendMail(mailId, mail, context).then(count, (error: unknown) => {
    count("failed");
    throw error;
  });
};

/** Returns what became of the mail. */
async function sendMail(
  mailId: string,
  mail: StoredMail,
  { db, services, commit }: JobContext<"mail.send">,
): Promise<"sent" | "expired" | "no_server"> {
  if (mail.expiresAtMs <= services.now()) {
    await commit(finishMail, { mailId }, "done");
    return "expired";
  }
  const server = await mailServerOf(db, services).catch(giveUp);
  if (!server) {
    services.log.warn({ mail_id: mailId }, "no mail server is configured: the mail stays in the outbox");
    await commit(storeFailure, { mailId, error: "No mail server is configured" }, "done");
    return "no_server";
  }
  await sendBySmtp(server, { ...mail, body: bodyOfMail(mail, db.tenantId, services) }).catch(giveUp);
  await commit(finishMail, { mailId }, "done");
  return "sent";
}
