import type { StoredMail } from "../../db/mail/outbox.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { MailText } from "./mail-text.ts";

/** A mail that only this instance can read while it waits: its body is encrypted. */
export interface SealedMail extends MailText {
  id: string;
  keyId: string;
}

const placeOf = (tenantId: string, id: string) => ({ tenantId, place: `mail/${id}`, field: "body" });

/** Encrypts what a mail says: for one that holds a token, which is as good as a password to a reader of the database. */
export function sealMail(
  { secrets, newId }: { secrets: SecretBox; newId: () => string },
  tenantId: string,
  { subject, body }: MailText,
): SealedMail {
  const id = newId();
  const { keyId, sealed } = secrets.seal(placeOf(tenantId, id), body);
  return { id, subject, body: sealed, keyId };
}

/** The body of a mail of the outbox. Throws `SecretUnreadable`. */
export const bodyOf = (secrets: SecretBox, tenantId: string, { id, body, keyId }: StoredMail): string =>
  keyId === null ? body : secrets.open(placeOf(tenantId, id), { keyId, sealed: body });
