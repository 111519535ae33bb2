import type { FailedJob } from "../../db/jobs/lease.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";

/** Marks the import, export, … of each failed job as failed too, as its family says. */
export async function noteFailures(tx: Tx, jobs: FailedJob[], context: MutationContext): Promise<void> {
  if (jobs.length > 0 && !context.failures) throw new Error("Nothing says what follows a failed job");
  for (const { tenantId, kind, payload, error } of jobs) {
    // enqueue() tied the payload to its kind; the compiler cannot see through the registry.
    await context.failures?.get(kind)?.(tx.as(tenantId), JSON.parse(payload) as never, error, context);
  }
}
