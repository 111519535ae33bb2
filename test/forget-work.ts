import { mutation } from "../db/ports.ts";

const OF_ALL_TENANTS = [
  "delete from job where state in ('scheduled', 'ready', 'running', 'paused')",
  "delete from schedule",
  "delete from webhook_delivery",
  "update webhook_lane set due_at_ms = null where due_at_ms is not null",
];

/**
 * Forgets what is left to do of the files of tests before, in the same process: it would be done, and waited for, by each
 * file that runs jobs, delivers or lets time go on.
 */
export const forgetWork = mutation("test.forget-work", async (tx) => {
  for (const sql of OF_ALL_TENANTS) await tx.run(sql, {});
});
