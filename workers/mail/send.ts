import { findMail } from "../../db/mail/outbox.ts";
import { finishMail, keepMail } from "../../src/mail/finish-mail.ts";
import { MailRefused, sendBySmtp } from "../../src/mail/smtp.ts";
import { FatalJobError, type JobHandler } from "../job.ts";

/** Sends a mail of the outbox. Interrupted at the wrong moment it sends it twice, with one message id. */
export const send: JobHandler<"mail.send"> = async ({ mailId }, { db, services, commit }) => {
  const mail = await findMail(db, mailId);
  if (!mail) return;
  const { smtpUrl, mailFrom } = services.config;
  if (mail.expiresAtMs <= services.now()) {
    await commit(finishMail, { mailId }, "done");
  } else if (smtpUrl === undefined) {
    services.log.warn({ mail_id: mailId }, "no mail server is configured: the mail stays in the outbox");
    await commit(keepMail, { mailId, error: "No mail server is configured" }, "done");
  } else {
    await sendBySmtp({ smtpUrl, mailFrom }, mail).catch((error: unknown) => {
      throw error instanceof MailRefused ? new FatalJobError(error.message) : error;
    });
    await commit(finishMail, { mailId }, "done");
  }
};
