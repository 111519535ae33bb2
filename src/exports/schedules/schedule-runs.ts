import { deleteItems, deleteOldFileItems, insertItems } from "../../../db/export-platforms/items.ts";
import { findOpenRun } from "../../../db/export-platforms/jobs.ts";
import { markRun, markRunEnded } from "../../../db/export-schedules/runs.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { putSchedule } from "../../../db/schedules/schedules.ts";
import { notify } from "../../mail/notify.ts";
import { ONCE } from "../../schedules/next-run.ts";
import { addJob } from "../platforms/change-jobs.ts";
import { ExportJobs, lifecycle, OPEN_JOBS } from "../platforms/export-job.ts";
import { shownError, storedError } from "../platforms/item-errors.ts";
import { Platform } from "../platforms/platform.ts";
import { Schedule, type ScheduleRow } from "./export-schedule.ts";
import { plannedName } from "./file-name.ts";

/**
 * Begins a run: counts it, and makes its job. Answers whether there is anything to do: not while another run of the schedule
 * goes on or waits to be tried again.
 */
export const beginRun = mutation(
  "export-schedules.begin-run",
  async (tx, { scheduleId, jobId: id }: { scheduleId: string; jobId: string }, context): Promise<boolean> => {
    const schedule = await Schedule.table.find(tx, scheduleId);
    const platform = schedule && (await Platform.table.find(tx, schedule.platform_id));
    if (!schedule || !platform || (await findOpenRun(tx, scheduleId))) return false;
    await markRun(tx, { id: scheduleId, nowMs: context.now() });
    const metadata = { schedule_id: scheduleId };
    const { origin } = schedule;
    const job = await addJob(tx, { id, platform, jobType: "scheduled", totalItems: 0, metadata, origin }, context);
    await lifecycle.settle(tx, job, "begin", {}, context);
    return true;
  },
);

/** Runs of a schedule whose items are stored, including the new one; each may have one for every product of the catalog. */
const RUNS_WITH_ITEMS = 3;
const ITEMS_AT_ONCE = 2_000;

/** Notes how many products the file of a run has so far. */
const setFileItems = (tx: Tx, id: string, totalItems: number) =>
  ExportJobs.table.set(tx, { id, ...OPEN_JOBS }, { totalItems });

/** Takes away some of the items that an earlier try of a run has noted, and of those of older runs. Says whether there may be more. */
export const clearItems = mutation(
  "export-schedules.clear-items",
  async (tx, { scheduleId, jobId }: { scheduleId: string; jobId: string }): Promise<boolean> => {
    if (!(await ExportJobs.find(tx, jobId))) return false;
    const own = await deleteItems(tx, { jobId, limit: ITEMS_AT_ONCE });
    const old = await deleteOldFileItems(tx, { scheduleId, kept: RUNS_WITH_ITEMS, limit: ITEMS_AT_ONCE });
    await setFileItems(tx, jobId, 0);
    return Math.max(own, old) === ITEMS_AT_ONCE;
  },
);

/** Products that have been written to the file of a run. */
interface WrittenItems {
  jobId: string;
  attempt: number;
  /** How many were written before. */
  from: number;
  productIds: readonly string[];
}

/** Notes which products the file of a run has. */
export const noteItems = mutation(
  "export-schedules.note-items",
  async (tx, { jobId, attempt, from, productIds }: WrittenItems, { newId }): Promise<void> => {
    const items = productIds.map((productId) => [newId(), productId] as const);
    await insertItems(tx, { jobId, from, items, status: "success", retryCount: attempt });
    await setFileItems(tx, jobId, from + productIds.length);
  },
);

/** What a run has sent. */
interface SentRun {
  scheduleId: string;
  jobId: string;
  path: string;
  /** When the state was read that the file holds, in microseconds. */
  readUs: number;
}

/** Ends a run whose file has arrived. */
export const finishRun = mutation(
  "export-schedules.finish-run",
  async (tx, { scheduleId, jobId, path, readUs }: SentRun, context): Promise<void> => {
    const rows = (await ExportJobs.find(tx, jobId))?.totalItems ?? 0;
    // All products of a file share what became of it.
    const counts = { successItems: rows, failedItems: 0 };
    await lifecycle.settleById(tx, jobId, "complete", { filePath: path, error: null, ...counts }, context);
    await markRunEnded(tx, { id: scheduleId, status: "completed", successUs: readUs });
    const schedule = await Schedule.table.find(tx, scheduleId);
    if (!schedule?.notify_on_success) return;
    const link = linkTo(schedule, jobId);
    const params = () => ({ name: schedule.schedule_name, platform: schedule.platform_name, rows, path, link });
    const about = { subject: "export_schedules.done_subject", body: "export_schedules.done_body", params } as const;
    await notify(tx, schedule.notification_emails, about, context);
  },
);

/** The address of a run in mails, as the author of the schedule reaches the service. */
const linkTo = ({ origin }: Pick<ScheduleRow, "origin">, jobId: string) => `${origin}/api/v1/exports/jobs/${jobId}`;

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
      timing: ONCE,
      plannedAtMs: context.now() + schedule.retry_delay_seconds * 1_000,
    });
    return;
  }
  const job = await ExportJobs.find(tx, jobId);
  const rows = job?.totalItems ?? 0;
  const counts = { successItems: 0, failedItems: rows };
  await lifecycle.settleById(tx, jobId, "fail", { filePath: null, error, ...counts }, context);
  if (!schedule) return;
  await markRunEnded(tx, { id: scheduleId, status: "failed", successUs: null });
  if (!schedule.notify_on_failure) return;
  const params = (language: "en" | "fr") => ({
    name: schedule.schedule_name,
    platform: schedule.platform_name,
    file: plannedName(schedule, job?.createdAtMs ?? context.now()),
    link: linkTo(schedule, jobId),
    reason: shownError(error, language) ?? "",
  });
  const about = { subject: "export_schedules.failed_subject", body: "export_schedules.failed_body", params } as const;
  await notify(tx, schedule.notification_emails, about, context);
}

export const noteFailedRun = mutation("export-schedules.note-failed-run", settleFailure);

/** Notes that a run is over because somebody has cancelled its job. */
export const endCancelled = mutation(
  "export-schedules.end-cancelled",
  async (tx, { scheduleId }: { scheduleId: string }): Promise<void> => {
    if (await findOpenRun(tx, scheduleId)) return;
    await markRunEnded(tx, { id: scheduleId, status: "failed", successUs: null });
  },
);

/** Notes that the thread of a run died too often. Called by the job's own end. */
export async function failRun(
  tx: Tx,
  { scheduleId }: { scheduleId: string },
  _: string,
  context: MutationContext,
): Promise<void> {
  const jobId = await findOpenRun(tx, scheduleId);
  const attempt = Number.POSITIVE_INFINITY;
  const error = storedError("JOB_INTERRUPTED");
  if (jobId !== undefined) await settleFailure(tx, { scheduleId, jobId, attempt, error }, context);
}
