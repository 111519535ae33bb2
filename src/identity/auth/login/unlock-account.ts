import { deleteLoginFailures } from "../../../../db/auth/login-failures.ts";
import { mutation } from "../../../../db/ports.ts";
import { noteAudit } from "../../../audit/note-audit.ts";

/** Lifts the lock of an account and forgets its failed logins. Doing it again changes nothing. */
export const unlockAccount = mutation(
  "auth.unlock-account",
  async (tx, { email, userId }: { email: string; userId: string }, context) => {
    if ((await deleteLoginFailures(tx, email)) === 0) return;
    await noteAudit(tx, context, "user.changed", userId, { changed: ["lockout"] });
  },
);
