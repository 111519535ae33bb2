import { enqueue } from "../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import {
  findTranslation,
  insertTranslation,
  type TranslationBatch,
  type TranslationStatus,
  updateTranslation,
} from "../../db/translation/batches.ts";
import { ApiError, required } from "../http/output/errors.ts";
import type { TranslationEstimate } from "./estimate.ts";
import type { TranslationRequest } from "./request.ts";

/** Adds the job that works on a batch. */
export const enqueueTranslation = (
  tx: Tx,
  { id, runNo }: Pick<TranslationBatch, "id" | "runNo">,
  { now, newId }: MutationContext,
): Promise<void> =>
  enqueue(tx, "translation.batch", { batchId: id, runNo }, { uid: newId(), runAtMs: now(), queue: "outside" });

interface NewTranslation {
  request: TranslationRequest;
  estimate: TranslationEstimate;
  /** Of the filter, whether or not there is something to do for them. */
  products: number;
}

/** Stores a batch, which runs from then on. */
export const createTranslation = mutation(
  "translation.create",
  async (tx, { request, estimate, products }: NewTranslation, context): Promise<TranslationBatch> => {
    const batch: TranslationBatch = {
      id: context.newId(),
      request,
      estimate,
      status: "running",
      runNo: 1,
      products,
      total: products * request.languages.length,
      done: 0,
      failed: 0,
      skipped: 0,
      failuresInRow: 0,
      costMicros: 0,
      cursor: null,
      afterRow: 0,
      errorMessage: null,
      createdAtMs: context.now(),
      completedAtMs: null,
    };
    await insertTranslation(tx, batch);
    await enqueueTranslation(tx, batch, context);
    return batch;
  },
);

const FROM = { pause: "running", resume: "paused" } as const satisfies Record<string, TranslationStatus>;

/** Pauses a batch, or lets it go on. Throws NOT_FOUND and INVALID_STATE. */
export const moveTranslation = mutation(
  "translation.move",
  async (tx, { id, move }: { id: string; move: keyof typeof FROM }, context): Promise<TranslationBatch> => {
    const before = required(await findTranslation(tx, id), "translation_batch", id);
    if (before.status !== FROM[move]) {
      const details = { current_state: before.status, allowed_states: [FROM[move]] };
      throw new ApiError("INVALID_STATE", { details });
    }
    const isResumed = move === "resume";
    const after: TranslationBatch = {
      ...before,
      status: isResumed ? "running" : "paused",
      runNo: before.runNo + (isResumed ? 1 : 0),
    };
    await updateTranslation(tx, after);
    if (isResumed) await enqueueTranslation(tx, after, context);
    return after;
  },
);

/** Ends a batch whose job has failed for good. Called by the job's own end. */
export async function failTranslation(
  tx: Tx,
  { batchId }: { batchId: string },
  error: string,
  { now }: MutationContext,
): Promise<void> {
  const batch = await findTranslation(tx, batchId);
  if (batch?.status !== "running") return;
  await updateTranslation(tx, { ...batch, status: "failed", errorMessage: error, completedAtMs: now() });
}
