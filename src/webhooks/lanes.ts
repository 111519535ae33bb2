import { EVERY_TENANT, mutation } from "../../db/ports.ts";
import { claimLanes, type LeasedLane, renewLanes, rescueLanes } from "../../db/webhooks/lanes.ts";

/** How many lanes of each line a holder has room for. */
export interface LaneRoom {
  owner: string;
  sound: number;
  failing: number;
}

/** Leases the lanes that are due, of all tenants. */
export const takeLanes = mutation(
  "webhooks.take-lanes",
  async (tx, { owner, sound, failing }: LaneRoom, { now }): Promise<LeasedLane[]> => {
    const line = { owner, nowMs: now() };
    const taken = sound > 0 ? await claimLanes(tx, { ...line, isFailing: false, limit: sound }) : [];
    return failing > 0 ? [...taken, ...(await claimLanes(tx, { ...line, isFailing: true, limit: failing }))] : taken;
  },
);

/** Holds the lanes of an owner for longer, and takes back those of owners that are gone. */
export const keepLanes = mutation("webhooks.keep-lanes", async (tx, { owner }: { owner: string }, { now }) => {
  await renewLanes(tx, { owner, nowMs: now() });
  await rescueLanes(tx, now());
});

/** Gives back every lane. For the start of a process that is alone on its database. */
export const freeLanes = mutation("webhooks.free-lanes", (tx, _: undefined) =>
  rescueLanes(tx.as(EVERY_TENANT), Number.MAX_SAFE_INTEGER),
);
