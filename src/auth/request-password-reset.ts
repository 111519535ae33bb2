import { enqueue } from "../../db/jobs/queue.ts";
import { mutation } from "../../db/ports.ts";

/**
 * Has a mail written to an address, if it has an account. Who asks learns nothing and waits as long either way: a job
 * looks for the account.
 */
export const requestPasswordReset = mutation(
  "auth.request-password-reset",
  async (tx, { email }: { email: string }, { now, newId }) => {
    const options = { uid: newId(), runAtMs: now(), queue: "quick", uniqueKey: `auth.mail-reset ${email}` } as const;
    await enqueue(tx, "auth.mail-reset", { email }, options);
  },
);
