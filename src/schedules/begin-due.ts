import { type JobKind, type JobKinds, longQueueOf } from "../../db/jobs/kinds.ts";
import { enqueue } from "../../db/jobs/queue.ts";
import { mutation } from "../../db/ports.ts";
import { deleteSchedule, listDue, setPlanned } from "../../db/schedules/schedules.ts";
import { afterPlanned, type Timing } from "./next-run.ts";

// Other writers wait meanwhile.
const AT_ONCE = 50;

/**
 * Adds the jobs of the schedules whose time has come, and plans their next times, together: no run is lost or doubled. Says
 * whether there may be more.
 */
export const beginDue = mutation("schedules.begin-due", async (tx, _: undefined, { now, newId }) => {
  const nowMs = now();
  const due = await listDue(tx, { nowMs, limit: AT_ONCE });
  for (const { tenantId, kind, ownerId, payload, timing, plannedAtMs } of due) {
    const own = tx.as(tenantId);
    // Written by `plan`.
    const { isDue, next } = afterPlanned(timing as Timing, plannedAtMs, nowMs);
    if (isDue) {
      const uniqueKey = `schedule ${tenantId} ${kind} ${ownerId}`;
      // The payload was stored with its kind.
      const given = payload as JobKinds[JobKind]["payload"];
      await enqueue(own, kind, given, { uid: newId(), runAtMs: nowMs, queue: longQueueOf(kind), uniqueKey });
    }
    if (next === null) await deleteSchedule(own, kind, ownerId);
    else await setPlanned(own, { kind, ownerId, plannedAtMs: next });
  }
  return { more: due.length === AT_ONCE };
});
