import { enqueue } from "../../../../db/jobs/queue.ts";
import { mutation, type Tx } from "../../../../db/ports.ts";
import { hasActive } from "../../../../db/price-monitor/checks.ts";
import type { Tier } from "../../../../db/price-monitor/monitored.ts";
import { listWatched } from "../../../../db/price-monitor/watched.ts";
import { isPlanned } from "../../../../db/schedules/schedules.ts";
import { everyMinutes } from "../../../schedules/next-run.ts";
import { plan, unplan } from "../../../schedules/schedule-plan.ts";

/** How often somebody looks which products of a tier are due. */
const LOOK_MINUTES: Readonly<Record<Tier, number>> = { tier1_high: 15, tier2_medium: 30, tier3_standard: 60 };

/** Sees to it that due products of a tier are checked from now on. */
export async function planChecks(tx: Tx, tier: Tier, nowMs: number): Promise<void> {
  if (await isPlanned(tx, "price-monitor.check", tier)) return;
  const owner = {
    kind: "price-monitor.check" as const,
    ownerId: tier,
    payload: { tier, productIds: null, sinceMs: nowMs },
    isActive: true,
  };
  await plan(tx, owner, everyMinutes(LOOK_MINUTES[tier]), nowMs);
}

/** Looks no more for due products of a tier that has none. */
export const endChecks = mutation("price-monitor.end-checks", async (tx, { tier }: { tier: Tier }) => {
  if (!(await hasActive(tx, tier))) await unplan(tx, "price-monitor.check", tier);
});

/** Begins the check of watched products, those that were not seen for longest first. Says how many there are. */
export const beginChecks = mutation(
  "price-monitor.begin-checks",
  async (tx, { tier, limit }: { tier: Tier | null; limit: number }, context) => {
    const productIds = (await listWatched(tx, tier, limit)).map(({ productId }) => productId);
    const id = context.newId();
    const payload = { tier: null, productIds, sinceMs: context.now() };
    if (productIds.length > 0)
      await enqueue(tx, "price-monitor.check", payload, context, { uid: id, queue: "outside" });
    return { id, products: productIds.length };
  },
);
