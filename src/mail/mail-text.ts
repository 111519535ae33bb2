import { type Language, translate } from "../http/output/messages.ts";

/** What a mail says. */
export interface MailText {
  subject: string;
  /** Plain text. */
  body: string;
}

/** The way to a page of the web application, when there is one. A token stands behind `#`, which no server logs. */
function wayTo(publicUrl: string | undefined, page: string, token: string): string {
  return publicUrl === undefined ? token : `${publicUrl.replace(/\/+$/, "")}/${page}#token=${token}\n\n${token}`;
}

/** Says how to choose a new password. */
export const resetMail = (language: Language, publicUrl: string | undefined, token: string): MailText => ({
  subject: translate(language, "mail.reset_subject"),
  body: translate(language, "mail.reset_body", { way: wayTo(publicUrl, "reset-password", token) }),
});

/** Says how to register. `company` invites. */
export const invitationMail = (
  language: Language,
  publicUrl: string | undefined,
  { token, company }: { token: string; company: string },
): MailText => ({
  subject: translate(language, "mail.invitation_subject", { company }),
  body: translate(language, "mail.invitation_body", { company, way: wayTo(publicUrl, "register", token) }),
});

/** Says that the password was changed, so that an owner who did not do it learns of it. `at` is ISO 8601. */
export const passwordChangedMail = (language: Language, at: string): MailText => ({
  subject: translate(language, "mail.password_changed_subject"),
  body: translate(language, "mail.password_changed_body", { at }),
});
