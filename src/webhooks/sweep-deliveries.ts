import { mutation } from "../../db/ports.ts";
import { deleteOldDeliveries, deleteOldEvents, deleteOldLogs, deleteOldRetries } from "../../db/webhooks/sweeps.ts";

const DAY_MS = 86_400_000;
const KEPT_MS = 30 * DAY_MS;
/** An event outlives the log of its last attempt, so that each entry can be sent again. */
const EVENT_KEPT_MS = 34 * DAY_MS;
// A sweep runs alone in the process like every mutation, so it takes a little at a time.
const ROWS_MAX = 500;

/** Deletes some of what was delivered, or not, a month ago, of every tenant. Says whether there may be more. */
export const sweepDeliveries = mutation("webhooks.sweep", async (tx, _: undefined, { now }) => {
  const old = { beforeMs: now() - KEPT_MS, limit: ROWS_MAX };
  const logs = await deleteOldLogs(tx, old);
  const deliveries = await deleteOldDeliveries(tx, old);
  const events = await deleteOldEvents(tx, { beforeMs: now() - EVENT_KEPT_MS, limit: ROWS_MAX });
  const retries = await deleteOldRetries(tx, old);
  return { more: [retries, logs, deliveries, events].includes(ROWS_MAX) };
});
