import { findLogin } from "../../db/auth/lookup.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { issuePasswordReset } from "../../src/identity/auth/accounts/issue-password-reset.ts";
import { newBearerSecret } from "../../src/identity/auth/callers/bearer-secret.ts";
import { User } from "../../src/identity/users/user.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { resetMail } from "../../src/mail/mail-text.ts";
import { sealMail } from "../../src/mail/seal-mail.ts";

/** Mails a reset token to the owner of an account with this address. The answer does not reveal whether there is one. */
export const mailReset: JobHandler<"auth.mail-reset"> = async ({ email }, { services }) => {
  const { reader, write, config } = services;
  const login = await findLogin(reader(EVERY_TENANT), email);
  if (!login?.isActive) return;
  const { tenantId, userId } = login;
  const user = await User.table.find(reader(tenantId), userId);
  const { secret, hash: tokenHash } = newBearerSecret(tenantId);
  const text = resetMail(user?.locale === "fr" ? "fr" : "en", config.publicUrl, secret);
  const mail = sealMail(services, tenantId, text);
  // In the tenant of the account, which is not that of this job. Run again it sends another mail, whose token counts.
  await write(issuePasswordReset, tenantId, { userId, email, tokenHash, mail });
};
