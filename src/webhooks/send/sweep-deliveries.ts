import { deleteOldOf } from "../../../db/maintenance/old-rows.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { deleteOldEvents, listExpired } from "../../../db/webhooks/sweeps.ts";
import { retentionMs } from "../../config/retention.ts";
import { giveUpDeliveries } from "./expire-held.ts";

// A sweep runs alone in the process like every mutation, so it takes a little at a time.
const ROWS_MAX = 500;

/**
 * Deletes some of what was delivered, or not, a month ago, of every tenant. What still waits for an active webhook is left to
 * the sender, however old it is: a service that comes back after a long absence has much of it. Says whether there may be
 * more, and how many deliveries were given up because their module is off.
 */
export const sweepDeliveries = mutation("webhooks.sweep", async (tx, _: undefined, context) => {
  const { now } = context;
  const old = { beforeMs: now() - retentionMs("deliveries"), limit: ROWS_MAX };
  const givenUp = await giveUpExpired(tx, old, context);
  const logs = await deleteOldOf(tx, "webhook_log", { beforeMs: now() - retentionMs("deliveryLogs"), limit: ROWS_MAX });
  const deliveries = await deleteOldOf(tx, "webhook_delivery", old);
  // An event outlives the log of its last attempt, so that each entry can be sent again.
  const events = await deleteOldEvents(tx, { beforeMs: now() - retentionMs("events"), limit: ROWS_MAX });
  const retries = await deleteOldOf(tx, "webhook_retry", old);
  return { more: [givenUp, retries, logs, deliveries, events].includes(ROWS_MAX), givenUp };
});

async function giveUpExpired(
  tx: Tx,
  old: { beforeMs: number; limit: number },
  context: MutationContext,
): Promise<number> {
  const expired = await listExpired(tx, old);
  for (const [tenantId, deliveries] of Map.groupBy(expired, (each) => each.tenantId)) {
    await giveUpDeliveries(tx.as(tenantId), deliveries, "Held for 30 days while webhooks were switched off", context);
  }
  return expired.length;
}
