import { anyText, longText, setting, wholeNumber } from "../config/setting-values.ts";

/** Who comes in first, who runs the installation, and when an account is locked. */
export const IDENTITY_SETTINGS = {
  lockoutThreshold: setting({
    env: "CATALOGD_LOCKOUT_THRESHOLD",
    fallback: "4",
    description: "Consecutive failed logins that lock an account",
    parse: wholeNumber(1, 1_000),
  }),
  lockoutMinutes: setting({
    env: "CATALOGD_LOCKOUT_MINUTES",
    fallback: "15",
    description: "Minutes that an account stays locked and that a failed login counts",
    parse: wholeNumber(1, 10_080),
  }),
  operatorKey: setting({
    env: "CATALOGD_OPERATOR_KEY",
    fallback: undefined,
    description: "Key for the operator API, at least 16 characters; not set: the operator API is disabled",
    secret: true,
    parse: longText(16),
  }),
  bootstrapTenant: setting({
    env: "CATALOGD_BOOTSTRAP_TENANT",
    fallback: "Default",
    description: "Name of the tenant created at the first start",
    parse: anyText,
  }),
  bootstrapAdminEmail: setting({
    env: "CATALOGD_BOOTSTRAP_ADMIN_EMAIL",
    fallback: "admin@localhost.localdomain",
    description: "Email address of the admin created at the first start",
    parse: anyText,
  }),
  bootstrapAdminPassword: setting({
    env: "CATALOGD_BOOTSTRAP_ADMIN_PASSWORD",
    fallback: undefined,
    description:
      "Password of that admin; not set: a random password, shown once on a terminal, else in first-login.txt",
    secret: true,
    parse: anyText,
  }),
};
