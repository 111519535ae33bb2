import { type JobKind, type JobKinds, longQueueOf } from "../../db/jobs/kinds.ts";
import { enqueue } from "../../db/jobs/queue.ts";
import { mutation, type Tx } from "../../db/ports.ts";
import { deleteSchedule, listDue, putSchedule, setPlanned } from "../../db/schedules/schedules.ts";
import { afterPlanned, firstRun, type Timing } from "./next-run.ts";

/**
 * Plans the next run of something, from now: call it when a schedule is made, changed or switched on. Inactive ones and those
 * without times of their own are planned no more. When the time comes a job of this kind is added with this payload, unless one
 * of the same owner still waits or runs.
 */
export async function plan<K extends JobKind>(
  tx: Tx,
  owner: { kind: K; ownerId: string; payload: JobKinds[K]["payload"]; isActive: boolean },
  { schedule_type, cron_expression, interval_minutes, timezone }: Timing,
  nowMs: number,
): Promise<void> {
  const { isActive, ...rest } = owner;
  const timing: Timing = { schedule_type, cron_expression, interval_minutes, timezone };
  const plannedAtMs = isActive ? firstRun(timing, nowMs) : null;
  if (plannedAtMs === null) await deleteSchedule(tx, owner.kind, owner.ownerId);
  else await putSchedule(tx, { ...rest, timing, plannedAtMs });
}

/** Plans nothing more for an owner that goes. */
export const unplan = (tx: Tx, kind: JobKind, ownerId: string) => deleteSchedule(tx, kind, ownerId);

// Other writers wait meanwhile.
const AT_ONCE = 50;

/**
 * Adds the jobs of the schedules whose time has come, and plans their next times, together: no run is lost or doubled. Says
 * whether there may be more.
 */
export const beginDue = mutation("schedules.begin-due", async (tx, _: undefined, context) => {
  const nowMs = context.now();
  const due = await listDue(tx, { nowMs, limit: AT_ONCE });
  for (const { tenantId, kind, ownerId, payload, timing, plannedAtMs } of due) {
    const own = tx.as(tenantId);
    // Written by `plan`.
    const { isDue, next } = afterPlanned(timing as Timing, plannedAtMs, nowMs);
    if (isDue) {
      const uniqueKey = `schedule ${tenantId} ${kind} ${ownerId}`;
      // The payload was stored with its kind.
      const given = payload as JobKinds[JobKind]["payload"];
      await enqueue(own, kind, given, context, { queue: longQueueOf(kind), uniqueKey });
    }
    if (next === null) await deleteSchedule(own, kind, ownerId);
    else await setPlanned(own, { kind, ownerId, plannedAtMs: next });
  }
  return { more: due.length === AT_ONCE };
});
