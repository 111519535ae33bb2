import {
  deleteItems,
  failPending,
  type ItemResult,
  insertItems,
  reopenFailed,
  skipPending,
  updateItem,
} from "../../../db/export-platforms/items.ts";
import { nextSlot } from "../../../db/export-platforms/platforms.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { ApiError } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { type ExportJob, type ExportJobStatus, ExportJobs, isOpen, lifecycle } from "./export-job.ts";
import { CANCELLED } from "./item-errors.ts";
import { Platform, type PlatformRow } from "./platform.ts";

// Behind mails and other quick jobs: it mostly waits, and for long.
const PRIORITY = 200;

/** Adds the job of the table that sends. */
const enqueueSend = (tx: Tx, jobId: string, context: MutationContext) =>
  enqueue(tx, "export-platforms.send", { jobId }, context, { queue: "quick", priority: PRIORITY });

/** Differs whenever a job does. */
export const jobVersion = ({ status, successItems, failedItems, skippedItems }: ExportJob): string =>
  `${status}-${successItems}-${failedItems}-${skippedItems}`;

/** Makes the row of a job. */
export const addJob = (
  tx: Tx,
  {
    platform,
    ...job
  }: { platform: PlatformRow; id?: string } & Pick<ExportJob, "jobType" | "totalItems" | "metadata" | "origin">,
  { now, newId }: MutationContext,
): Promise<ExportJob> =>
  ExportJobs.table.insert(tx, {
    id: newId(),
    ...job,
    platformId: platform.id,
    platformName: platform.name,
    platformType: platform.platform_type,
    createdAtMs: now(),
  });

const requirePlatform = async (tx: Tx, id: string): Promise<PlatformRow> => {
  const platform = await Platform.require(tx, id);
  if (!platform.is_active) throw new ApiError("PLATFORM_INACTIVE");
  if (platform.missing.length > 0)
    throw new ApiError("PLATFORM_NOT_CONFIGURED", { details: { missing: platform.missing } });
  return platform;
};

/** Makes a job of these products. Throws NOT_FOUND, PLATFORM_INACTIVE and PLATFORM_NOT_CONFIGURED. */
export const createJob = mutation(
  "export-platforms.create-job",
  async (
    tx,
    {
      platformId,
      productIds,
      ...given
    }: { platformId: string; productIds: string[]; metadata: object; origin: string },
    context,
  ): Promise<ExportJob> => {
    const platform = await requirePlatform(tx, platformId);
    const job = await addJob(tx, { platform, jobType: "bulk", totalItems: productIds.length, ...given }, context);
    const items = productIds.map((productId) => [context.newId(), productId] as const);
    await insertItems(tx, { jobId: job.id, from: 0, items });
    await enqueueSend(tx, job.id, context);
    return job;
  },
);

/** Notes one product that was sent while somebody waited, as a job that has ended. Throws as above. */
export const recordSingle = mutation(
  "export-platforms.record-single",
  async (
    tx,
    {
      platformId,
      productId,
      origin,
      result,
    }: {
      platformId: string;
      productId: string;
      origin: string;
      result: Omit<ItemResult, "jobId" | "position">;
    },
    context,
  ): Promise<ExportJob> => {
    const platform = await Platform.require(tx, platformId);
    const job = await addJob(tx, { platform, jobType: "single", totalItems: 1, metadata: {}, origin }, context);
    await insertItems(tx, { jobId: job.id, from: 0, items: [[context.newId(), productId]] });
    await lifecycle.settle(tx, job, "begin", {}, context);
    await settle(tx, { ...result, jobId: job.id, position: 0 });
    await lifecycle.settleById(tx, job.id, "end", {}, context);
    return job;
  },
);

async function settle(tx: Tx, result: ItemResult): Promise<void> {
  if ((await updateItem(tx, result)) === 0) return;
  const { jobId: id, status } = result;
  const counts = {
    successItems: Number(status === "success"),
    failedItems: Number(status === "failed"),
    skippedItems: Number(status === "skipped"),
  };
  await ExportJobs.table.set(tx, { id }, {}, counts);
}

/** Notes what became of an item, and counts it, once. Answers how the job stands: it may have been cancelled. */
export const settleItem = mutation(
  "export-platforms.settle-item",
  async (tx, result: ItemResult): Promise<ExportJobStatus | undefined> => {
    await settle(tx, result);
    return (await ExportJobs.find(tx, result.jobId))?.status;
  },
);

/** When the next file may be sent to a platform; `null` when the platform is deleted. */
export const takeSlot = mutation("export-platforms.take-slot", (tx, { platformId }: { platformId: string }, { now }) =>
  nextSlot(tx, platformId, now()),
);

/** Takes up a job. Answers whether it is still to be done. */
export const beginJob = mutation(
  "export-platforms.begin-job",
  async (tx, { jobId }: { jobId: string }, context) =>
    (await lifecycle.settleById(tx, jobId, "begin", {}, context)) !== undefined,
);

/** Ends a job whose items are done; with an error, those that were not sent fail with it. */
export const endJob = mutation(
  "export-platforms.end-job",
  async (
    tx,
    { jobId, error, retryCount = 0 }: { jobId: string; error: string | null; retryCount?: number },
    context,
  ): Promise<void> => {
    const job = await ExportJobs.find(tx, jobId);
    if (!job || !isOpen(job)) return;
    const failed = error === null ? 0 : await failPending(tx, { jobId, error, retryCount });
    await lifecycle.settle(tx, { ...job, failedItems: job.failedItems + failed }, "end", { error }, context);
  },
);

/** Notes that a job's thread died too often. Called by the job's own end. */
export const failExportJob = (tx: Tx, { jobId }: { jobId: string }, error: string, context: MutationContext) =>
  endJob.run(tx, { jobId, error: JSON.stringify({ key: "JOB_INTERRUPTED", detail: error }) }, context);

/** Sends what failed again. Throws NOT_FOUND, and INVALID_STATE for a job that is not over or has nothing that failed. */
export const retryJob = mutation(
  "export-platforms.retry-job",
  async (tx, { id: jobId }: { id: string }, context): Promise<ExportJob> => {
    const job = await ExportJobs.require(tx, jobId);
    const mayRetry = job.status === "failed" || (job.status === "completed" && job.failedItems > 0);
    if (!mayRetry || job.jobType === "scheduled") {
      throw new ApiError("INVALID_STATE", {
        details: { current_state: job.status, allowed_states: ExportJobs.moves.retry.from },
      });
    }
    await requirePlatform(tx, job.platformId);
    const retried = await lifecycle.settle(tx, job, "retry", { failedItems: 0, error: null }, context);
    await reopenFailed(tx, jobId);
    await enqueueSend(tx, jobId, context);
    return retried ?? job;
  },
);

const ITEMS_AT_ONCE = 2_000;

/** Cancels an open job, or deletes one that is over with its items, some at each call. Throws NOT_FOUND. */
export const removeJob = mutation(
  "export-platforms.remove-job",
  async (
    tx,
    { jobId, expected }: { jobId: string; expected: string[] | null },
    context,
  ): Promise<{ cancelled?: ExportJob; isDone: boolean }> => {
    const job = await ExportJobs.require(tx, jobId);
    requireVersion(expected, jobVersion(job));
    const cancelled = await lifecycle.settle(tx, job, "cancel", { error: null }, context);
    if (cancelled) {
      const skippedItems = job.skippedItems + (await skipPending(tx, { jobId, error: CANCELLED }));
      await ExportJobs.table.set(tx, { id: jobId }, { skippedItems });
      return { cancelled: { ...cancelled, skippedItems }, isDone: true };
    }
    if ((await deleteItems(tx, { jobId, limit: ITEMS_AT_ONCE })) === ITEMS_AT_ONCE) return { isDone: false };
    await ExportJobs.table.erase(tx, { id: jobId });
    return { isDone: true };
  },
);
