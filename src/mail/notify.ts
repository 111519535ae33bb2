import type { MutationContext, Tx } from "../../db/ports.ts";
import { findLocales } from "../../db/users/users.ts";
import { type MessageKey, type MessageParams, translate } from "../http/output/messages.ts";
import { findLanguages } from "../settings/languages.ts";
import { queueMail } from "./queue-mail.ts";

const DAY_MS = 86_400_000;

/** The notifications, in each language that the service speaks. */
export interface Notice {
  subject: MessageKey;
  body: MessageKey;
  params: (language: "en" | "fr") => MessageParams;
}

/** Notifies the users who want mail: users in their language, others in that of the catalog where the service speaks it. */
export async function notify(
  tx: Tx,
  emails: readonly string[],
  about: Notice,
  context: MutationContext,
): Promise<void> {
  const { pivot } = await findLanguages(tx);
  const locales = await findLocales(tx, emails);
  for (const recipient of emails) {
    const language = (locales.get(recipient) ?? pivot) === "fr" ? "fr" : "en";
    const params = about.params(language);
    const mail = {
      subject: translate(language, about.subject, params),
      body: translate(language, about.body, params),
      expiresAtMs: context.now() + DAY_MS,
    };
    await queueMail(tx, { ...mail, recipient }, context);
  }
}
