import { findLogin } from "../../../../db/auth/lookup.ts";
import { enqueue } from "../../../../db/jobs/queue.ts";
import { deleteJob } from "../../../../db/jobs/tenant-jobs.ts";
import { mutation } from "../../../../db/ports.ts";

/**
 * Has a mail written to an address, if it has an account. Who asks learns nothing and waits as long either way: the same
 * pages of the database are written. Without an account the job is deleted before it is visible, so strangers store
 * nothing.
 */
export const requestPasswordReset = mutation(
  "auth.request-password-reset",
  async (tx, { email }: { email: string }, context) => {
    const login = await findLogin(tx, email);
    const uid = context.newId();
    await enqueue(tx, "auth.mail-reset", { email }, context, {
      uid,
      queue: "quick",
      uniqueKey: `auth.mail-reset ${email}`,
    });
    if (!login?.isActive) await deleteJob(tx, uid);
  },
);
