import { leaseNowMs } from "../../../db/jobs/lease.ts";
import { EVERY_TENANT, mutation } from "../../../db/ports.ts";
import {
  advanceQueues,
  claimQueues,
  type LeasedQueue,
  renewQueues,
  rescueQueues,
} from "../../../db/webhooks/webhook-queues.ts";

/** How many more webhooks a holder can take, healthy and failing ones. */
export interface QueueRoom {
  owner: string;
  healthy: number;
  failing: number;
}

/** Leases the webhooks with due deliveries, of all tenants. */
export const leaseQueues = mutation(
  "webhooks.take-lanes",
  async (tx, { owner, healthy, failing }: QueueRoom, context): Promise<LeasedQueue[]> => {
    const lease = { owner, nowMs: context.now(), leaseMs: leaseNowMs(context) };
    const taken = healthy > 0 ? await claimQueues(tx, { ...lease, isFailing: false, limit: healthy }) : [];
    return failing > 0 ? [...taken, ...(await claimQueues(tx, { ...lease, isFailing: true, limit: failing }))] : taken;
  },
);

/**
 * Renews the leases of an owner, takes back those of owners that have ended, and makes due what only a clock that was set
 * back delays.
 */
export const renewLeases = mutation("webhooks.keep-lanes", async (tx, { owner }: { owner: string }, context) => {
  const leaseMs = leaseNowMs(context);
  await renewQueues(tx, { owner, leaseMs });
  await rescueQueues(tx, leaseMs - (context.leases?.graceMs ?? 0));
  await advanceQueues(tx, context.now());
});

/** Releases the lease of every webhook. For the start of a process that is alone on its database. */
export const releaseQueues = mutation("webhooks.free-lanes", (tx, _: undefined) =>
  rescueQueues(tx.as(EVERY_TENANT), Number.MAX_SAFE_INTEGER),
);
