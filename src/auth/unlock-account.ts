import { deleteLoginFailures } from "../../db/auth/login-failures.ts";
import { mutation } from "../../db/ports.ts";

/** Lifts the lock of an account and forgets its failed logins. Doing it again changes nothing. */
export const unlockAccount = mutation("auth.unlock-account", (tx, { email }: { email: string }) =>
  deleteLoginFailures(tx, email),
);
