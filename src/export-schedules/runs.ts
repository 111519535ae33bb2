import { findExportJob, markEnded, markRunning, setFileRows } from "../../db/export-platforms/jobs.ts";
import { markRun, markRunEnded } from "../../db/export-schedules/runs.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { putSchedule } from "../../db/schedules/schedules.ts";
import { addJob } from "../export-platforms/change-jobs.ts";
import { shownError, storedError } from "../export-platforms/item-errors.ts";
import { Platform } from "../export-platforms/platform.ts";
import { notify } from "../mail/notify.ts";
import { Schedule } from "./schedule.ts";

/** Begins a run: counts it, and makes its job. Answers whether there is anything to do. */
export const beginRun = mutation(
  "export-schedules.begin-run",
  async (tx, { scheduleId, jobId: id }: { scheduleId: string; jobId: string }, context): Promise<boolean> => {
    const schedule = await Schedule.table.find(tx, scheduleId);
    const platform = schedule && (await Platform.table.find(tx, schedule.platform_id));
    if (!schedule || !platform) return false;
    await markRun(tx, { id: scheduleId, nowMs: context.now() });
    const metadata = { schedule_id: scheduleId };
    const { origin } = schedule;
    await addJob(tx, { id, platform, jobType: "scheduled", total: 0, metadata, origin }, context);
    await markRunning(tx, { id, nowMs: context.now() });
    return true;
  },
);

/** What a run has sent. */
interface SentRun {
  scheduleId: string;
  jobId: string;
  path: string;
  rows: number;
  /** When the state was read that the file holds, in microseconds. */
  readUs: number;
}

/** Ends a run whose file has arrived. */
export const finishRun = mutation(
  "export-schedules.finish-run",
  async (tx, { scheduleId, jobId, path, rows, readUs }: SentRun, context): Promise<void> => {
    await setFileRows(tx, { id: jobId, rows });
    await markEnded(tx, { id: jobId, status: "completed", error: null, nowMs: context.now() });
    await markRunEnded(tx, { id: scheduleId, status: "completed", successUs: readUs });
    const schedule = await Schedule.table.find(tx, scheduleId);
    if (!schedule?.notify_on_success) return;
    const params = () => ({ name: schedule.schedule_name, platform: schedule.platform_name, rows, path });
    const about = { subject: "export_schedules.done_subject", body: "export_schedules.done_body", params } as const;
    await notify(tx, schedule.notification_emails, about, context);
  },
);

interface FailedRun {
  scheduleId: string;
  jobId: string;
  /** How often it was tried before. */
  attempt: number;
  /** As it is stored. */
  error: string;
}

/** Tries a run again later, or ends it when it was tried often enough. */
async function settleFailure(tx: Tx, { scheduleId, jobId, attempt, error }: FailedRun, context: MutationContext) {
  const schedule = await Schedule.table.find(tx, scheduleId);
  if (schedule && attempt < schedule.max_retries) {
    await putSchedule(tx, {
      kind: "export-schedules.retry",
      ownerId: scheduleId,
      payload: { scheduleId, jobId, attempt: attempt + 1 },
      timing: { schedule_type: "manual", cron_expression: null, interval_minutes: null, timezone: "UTC" },
      plannedAtMs: context.now() + schedule.retry_delay_seconds * 1_000,
    });
    return;
  }
  await markEnded(tx, { id: jobId, status: "failed", error, nowMs: context.now() });
  if (!schedule) return;
  await markRunEnded(tx, { id: scheduleId, status: "failed", successUs: null });
  if (!schedule.notify_on_failure) return;
  const params = (language: "en" | "fr") => ({
    name: schedule.schedule_name,
    platform: schedule.platform_name,
    reason: shownError(error, language) ?? "",
  });
  const about = { subject: "export_schedules.failed_subject", body: "export_schedules.failed_body", params } as const;
  await notify(tx, schedule.notification_emails, about, context);
}

export const noteFailedRun = mutation("export-schedules.note-failed-run", settleFailure);

/** Whether the job of a run is still to be done: it may have been cancelled. */
export const isRunOpen = async (tx: Parameters<typeof findExportJob>[0], jobId: string): Promise<boolean> =>
  (await findExportJob(tx, jobId))?.status === "running";

/** Notes that the thread of a run died too often. Called by the job's own end. */
export async function failRun(
  tx: Tx,
  { scheduleId, jobId }: { scheduleId: string; jobId?: string },
  _: string,
  context: MutationContext,
): Promise<void> {
  const attempt = Number.POSITIVE_INFINITY;
  await settleFailure(tx, { scheduleId, jobId: jobId ?? "", attempt, error: storedError("JOB_INTERRUPTED") }, context);
}
