import { findLastSuccess } from "../../db/export-schedules/runs.ts";
import { type ExportJob, ExportJobs } from "../../src/exports/platforms/export-job.ts";
import { storedError, storedRemoteError } from "../../src/exports/platforms/item-errors.ts";
import { findConfig, openPlatform } from "../../src/exports/platforms/open-platform.ts";
import { Platform } from "../../src/exports/platforms/platform.ts";
import { readScheduled, Schedule, type ScheduleRow } from "../../src/exports/schedules/export-schedule.ts";
import { fileNameIn } from "../../src/exports/schedules/file-name.ts";
import {
  clearItems,
  endCancelled,
  finishRun,
  noteFailedRun,
  noteItems,
} from "../../src/exports/schedules/schedule-runs.ts";
import { type ExportOptions, encode } from "../../src/exports/tasks/export-options.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import type { JobContext } from "../../src/jobs/job.ts";
import { RemoteError } from "../../src/remote-files/remote-error.ts";
import { findPublication } from "../../src/settings/publication.ts";
import { FileTooLarge } from "../../src/storage/files.ts";
import { leavingSpace } from "../../src/storage/free-space.ts";
import { isDiskFull } from "../../src/storage/no-room.ts";
import { storageLeft } from "../../src/storage/tenant-quota.ts";
import { toPng } from "../media/to-png.ts";

type Context = Pick<JobContext<"export-schedules.retry">, "db" | "services" | "signal" | "commit">;

interface Run {
  scheduleId: string;
  jobId: string;
  attempt: number;
}

/** Changes that were being committed when the last state was read. */
const OVERLAP_US = 5_000_000;

/** Makes the file of a run, sends it and notes what became of it. The file here is deleted in any case. */
export async function sendFile(run: Run, context: Context): Promise<void> {
  const { db, services, commit } = context;
  const job = await ExportJobs.find(db, run.jobId);
  const key = `${db.tenantId}/export-files/${run.jobId}`;
  if (job?.status !== "running") {
    // An interrupted try has left it.
    await services.files.delete(key);
    return commit(endCancelled, { scheduleId: run.scheduleId }, "done");
  }
  const readUs = services.now() * 1_000;
  try {
    const path = await makeAndSend(run, { job, key }, context);
    await services.files.delete(key);
    if (path === undefined) return await commit(endCancelled, { scheduleId: run.scheduleId }, "done");
    await commit(finishRun, { scheduleId: run.scheduleId, jobId: run.jobId, readUs, path }, "done");
  } catch (error) {
    await services.files.delete(key).catch(() => undefined);
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    await commit(noteFailedRun, { ...run, error: reason }, "done");
  }
}

/** What a run makes: its job, and where its file is here. */
interface Made {
  job: ExportJob;
  key: string;
}

/** What is stored of an error that a later try may not meet; `undefined` of any other. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof RemoteError) return storedRemoteError(error);
  if (error instanceof FileTooLarge) return storedError("exports.quota_used_up");
  if (isDiskFull(error)) return storedError("exports.disk_full");
  if (error instanceof ApiError) return storedError(error.code);
  return undefined;
}

/** Answers the path of the file on the server; `undefined` when the job was cancelled while the file was made. */
async function makeAndSend(run: Run, { job, key }: Made, context: Context): Promise<string | undefined> {
  const { db, services } = context;
  const schedule = await Schedule.table.find(db, run.scheduleId);
  const platform = schedule && (await Platform.table.find(db, schedule.platform_id));
  if (!schedule || !platform) throw new ApiError("NOT_FOUND");
  if (!platform.is_active) throw new ApiError("PLATFORM_INACTIVE");
  if (platform.missing.length > 0) throw new ApiError("PLATFORM_NOT_CONFIGURED");
  const { sizeBytes, name } = await makeFile(schedule, { run, job, key }, context);
  if ((await ExportJobs.find(db, job.id))?.status !== "running") return undefined;
  const config = await findConfig(db, services.secrets, platform.id);
  const folder = await openPlatform(platform.platform_type, config, services.outbound);
  try {
    const file = { sizeBytes, open: () => services.files.read(key) };
    return await folder.put(name, file, run.jobId.slice(-12));
  } finally {
    await folder.close();
  }
}

/** Which products go into the file: those that are for others, and where wanted only what has changed. */
async function wantedOf(schedule: ScheduleRow, { db }: Pick<Context, "db">): Promise<ExportOptions> {
  const options = await readScheduled(db, schedule);
  if (options.resource !== "products") return options;
  const filter = { ...options.wanted.filter };
  const { enforce } = await findPublication(db);
  if (enforce) filter.workflowStatuses = ["published"];
  const lastUs = schedule.export_config.only_changed ? await findLastSuccess(db, schedule.id) : null;
  if (lastUs) filter.updatedAfterUs = Math.max(filter.updatedAfterUs ?? 0, lastUs - OVERLAP_US);
  return { ...options, wanted: { ...options.wanted, filter } };
}

/** Writes the file from one state of the database, and notes which products it has. */
async function makeFile(
  schedule: ScheduleRow,
  { run: { jobId, attempt }, job, key }: Made & { run: Run },
  { db, services, signal, commit }: Context,
) {
  const { files, now, config } = services;
  while (await commit(clearItems, { scheduleId: schedule.id, jobId }, "kept"));
  const snapshot = await services.snapshot(db.tenantId);
  try {
    const options = await wantedOf(schedule, { db: snapshot });
    let from = 0;
    const announce = async (productIds: string[]) => {
      signal.throwIfAborted();
      // The file may be what fills the disk: waiting for it would be waiting for itself.
      await commit(noteItems, { jobId, attempt, from, productIds }, "kept", { waits: false });
      from += productIds.length;
    };
    const content = encode(options, { db: snapshot, files, nowMs: now(), toPng }, { announce });
    const limitBytes = Math.max(0, await storageLeft(snapshot, config));
    const { sizeBytes } = await files.put(key, leavingSpace(config, content), { limitBytes });
    // By the time of the run: a repeat after an interruption writes the same file again, and no other.
    return { sizeBytes, name: fileNameIn(schedule, options, job.createdAtMs) };
  } finally {
    snapshot.close();
  }
}
