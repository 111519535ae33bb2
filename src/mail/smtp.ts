import { createTransport } from "nodemailer";
import type { Mail } from "../../db/mail/outbox.ts";

const TIMEOUT_MS = 30_000;

/** The mail server refuses this very mail: trying again will not mend it. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
}

const codeOf = (error: unknown): number => Number(Object(error).responseCode ?? 0);

/** Hands a mail to a mail server. Throws `MailRefused` when it says no for good; any other error may pass. */
export async function sendBySmtp(
  { smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string },
  { id, recipient, subject, body, createdAtMs }: Mail,
): Promise<void> {
  const domain = mailFrom.replace(/^.*@/, "").replace(/>.*$/, "");
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: mailFrom,
      // Not parsed: it is one address, whatever stands in it.
      to: { name: "", address: recipient },
      subject,
      text: body,
      date: new Date(createdAtMs),
      // The same at every try, so that a mail that was sent twice is shown once.
      messageId: `<${id}@${domain}>`,
      headers: { "auto-submitted": "auto-generated" },
    });
  } catch (error) {
    const code = codeOf(error);
    if (code >= 500 && code < 600) throw new MailRefused(error instanceof Error ? error.message : String(error));
    throw error;
  } finally {
    transport.close();
  }
}
