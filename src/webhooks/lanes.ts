import { leaseNowMs } from "../../db/jobs/lease.ts";
import { EVERY_TENANT, mutation } from "../../db/ports.ts";
import { claimLanes, type LeasedLane, pullInLanes, renewLanes, rescueLanes } from "../../db/webhooks/lanes.ts";

/** How many lanes of each line a holder has room for. */
export interface LaneRoom {
  owner: string;
  sound: number;
  failing: number;
}

/** Leases the lanes that are due, of all tenants. */
export const takeLanes = mutation(
  "webhooks.take-lanes",
  async (tx, { owner, sound, failing }: LaneRoom, context): Promise<LeasedLane[]> => {
    const line = { owner, nowMs: context.now(), leaseMs: leaseNowMs(context) };
    const taken = sound > 0 ? await claimLanes(tx, { ...line, isFailing: false, limit: sound }) : [];
    return failing > 0 ? [...taken, ...(await claimLanes(tx, { ...line, isFailing: true, limit: failing }))] : taken;
  },
);

/**
 * Holds the lanes of an owner for longer, takes back those of owners that are gone, and makes due what only a clock that was
 * set back holds up.
 */
export const keepLanes = mutation("webhooks.keep-lanes", async (tx, { owner }: { owner: string }, context) => {
  const leaseMs = leaseNowMs(context);
  await renewLanes(tx, { owner, leaseMs });
  await rescueLanes(tx, leaseMs - (context.leases?.graceMs ?? 0));
  await pullInLanes(tx, context.now());
});

/** Gives back every lane. For the start of a process that is alone on its database. */
export const freeLanes = mutation("webhooks.free-lanes", (tx, _: undefined) =>
  rescueLanes(tx.as(EVERY_TENANT), Number.MAX_SAFE_INTEGER),
);
