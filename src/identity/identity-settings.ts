import { anyText, longText, setting, wholeNumber } from "../config/setting-values.ts";

/** Who comes in first, who runs the installation, and when an account is locked. */
export const IDENTITY_SETTINGS = {
  lockoutThreshold: setting({
    fallback: "4",
    description: "Consecutive failed logins that lock an account",
    parse: wholeNumber(1, 1_000),
  }),
  lockoutMinutes: setting({
    fallback: "15",
    description: "Minutes that an account stays locked and that a failed login counts",
    parse: wholeNumber(1, 10_080),
  }),
  operatorKey: setting({
    description: "Key for the operator API, at least 16 characters; not set: the operator API is disabled",
    secret: true,
    parse: longText(16),
  }),
  bootstrapTenant: setting({
    fallback: "Default",
    description: "Name of the tenant created at the first start",
    parse: anyText,
  }),
  bootstrapAdminEmail: setting({
    fallback: "admin@localhost.localdomain",
    description: "Email address of the admin created at the first start",
    parse: anyText,
  }),
  bootstrapAdminPassword: setting({
    description:
      "Password of that admin; not set: a random password, shown once on a terminal, else in first-login.txt",
    secret: true,
    parse: anyText,
  }),
};
