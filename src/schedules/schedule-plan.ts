import type { JobKind, JobKinds } from "../../db/jobs/kinds.ts";
import type { Tx } from "../../db/ports.ts";
import { deleteSchedule, putSchedule } from "../../db/schedules/schedules.ts";
import { firstRun, type Timing } from "./next-run.ts";

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
