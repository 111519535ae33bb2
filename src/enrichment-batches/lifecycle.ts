import { type Batch, type BatchStatus, findBatch, insertBatch, updateBatch } from "../../db/enrichment/batches.ts";
import { enqueue } from "../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { ApiError, required } from "../http/output/errors.ts";

/** A job is made to wait for no longer than this: its clock could have been set. It then waits again. */
const WAIT_MAX_MS = 20 * 60_000;
/** Of jobs that a tenant's other long tasks have: 100. Lower is first. */
const PRIORITY_BASE = 105;

const isOver = (status: BatchStatus) => status === "completed" || status === "failed" || status === "cancelled";

/** Adds the job that works on a batch, now or when its time has come. */
export async function enqueueRun(
  tx: Tx,
  { id, runNo, priority }: Pick<Batch, "id" | "runNo" | "priority">,
  { now, newId }: MutationContext,
  waitMs = 0,
): Promise<void> {
  const nowMs = now();
  const isDelayed = waitMs > 0;
  await enqueue(
    tx,
    "enrichment.batch",
    { batchId: id, runNo },
    {
      uid: newId(),
      runAtMs: nowMs + Math.min(waitMs, WAIT_MAX_MS),
      queue: "outside",
      priority: PRIORITY_BASE - priority,
      isDelayed,
    },
  );
}

type NewBatch = Pick<
  Batch,
  "name" | "description" | "filters" | "types" | "priority" | "maxBudgetMicros" | "scheduledAtMs" | "totalProducts"
>;

/** Stores a batch that waits to be started, or for its time. */
export const createBatch = mutation(
  "enrichment-batches.create",
  async (tx, fields: NewBatch, context): Promise<Batch> => {
    const nowMs = context.now();
    const batch: Batch = {
      ...fields,
      id: context.newId(),
      status: "pending",
      runNo: 0,
      processed: 0,
      failed: 0,
      failuresInRow: 0,
      costMicros: 0,
      dearestMicros: 0,
      afterRow: 0,
      stopReason: null,
      errorMessage: null,
      createdAtMs: nowMs,
      startedAtMs: null,
      completedAtMs: null,
    };
    await insertBatch(tx, batch);
    if (fields.scheduledAtMs !== null) await enqueueRun(tx, batch, context, Math.max(1, fields.scheduledAtMs - nowMs));
    return batch;
  },
);

/** What a request asks of a batch, and from which states it may be asked. */
const MOVES = {
  start: { from: ["pending"], to: "running" },
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused"], to: "running" },
  cancel: { from: ["pending", "running", "paused", "completed", "failed", "cancelled"], to: "cancelled" },
} as const satisfies Record<string, { from: readonly BatchStatus[]; to: BatchStatus }>;
export type BatchMove = keyof typeof MOVES;

/** Throws INVALID_STATE unless a batch may make this move. */
export function requireMove({ status }: Pick<Batch, "status">, move: BatchMove): void {
  const from: readonly BatchStatus[] = MOVES[move].from;
  if (from.includes(status)) return;
  throw new ApiError("INVALID_STATE", { details: { current_state: status, allowed_states: from } });
}

/** Starts, pauses, resumes or cancels a batch. Throws NOT_FOUND and INVALID_STATE. */
export const moveBatch = mutation(
  "enrichment-batches.move",
  async (tx, { id, move }: { id: string; move: BatchMove }, context): Promise<Batch> => {
    const before = required(await findBatch(tx, id), "enrichment_batch", id);
    requireMove(before, move);
    if (before.status === "cancelled") return before;
    const nowMs = context.now();
    const isRun = MOVES[move].to === "running";
    const after: Batch = {
      ...before,
      status: MOVES[move].to,
      runNo: before.runNo + (isRun ? 1 : 0),
      startedAtMs: isRun ? (before.startedAtMs ?? nowMs) : before.startedAtMs,
      completedAtMs: move === "cancel" ? (before.completedAtMs ?? nowMs) : before.completedAtMs,
    };
    await updateBatch(tx, after);
    if (isRun) await enqueueRun(tx, after, context);
    return after;
  },
);

/** Ends a batch, unless it has ended. `stopReason`: why before its end. */
export async function endBatch(
  tx: Tx,
  batch: Batch,
  end: { status: "completed" | "failed"; stopReason?: string; errorMessage?: string },
  { now }: MutationContext,
): Promise<Batch> {
  if (isOver(batch.status)) return batch;
  const { status, stopReason = null, errorMessage = null } = end;
  const isWhole = status === "completed" && stopReason === null;
  const ended: Batch = {
    ...batch,
    status,
    stopReason,
    errorMessage,
    completedAtMs: now(),
    // Products that came or went since it was created.
    totalProducts: isWhole ? batch.processed + batch.failed : batch.totalProducts,
  };
  await updateBatch(tx, ended);
  return ended;
}

/** Ends a batch whose job has failed for good. Called by the job's own end. */
export async function failBatch(
  tx: Tx,
  { batchId }: { batchId: string },
  error: string,
  context: MutationContext,
): Promise<void> {
  const batch = await findBatch(tx, batchId);
  if (!batch || batch.status === "paused") return;
  await endBatch(tx, batch, { status: "failed", stopReason: "interrupted", errorMessage: error }, context);
}
