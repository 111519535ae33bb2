import { type Batch, findBatch, insertItem, updateBatch } from "../../db/enrichment/batches.ts";
import { holdProduct, releaseProduct } from "../../db/enrichment/runs.ts";
import { mutation } from "../../db/ports.ts";
import { storeFinished } from "../enrichment/store-run.ts";
import type { Generated } from "../enrichment/types.ts";
import { endBatch, enqueueRun } from "./lifecycle.ts";

/** So many failures in a row are not the products' fault. */
const FAILURES_IN_ROW_MAX = 20;

/** Which run of which batch. */
export interface BatchRun {
  batchId: string;
  runNo: number;
}

/** A run goes on as long as nobody has paused, cancelled or resumed its batch. */
const isCurrent = (batch: Batch | undefined, { runNo }: BatchRun): batch is Batch =>
  batch?.status === "running" && batch.runNo === runNo;

/**
 * Begins a run, or goes on with it. Run 0 waits for a batch's time: it adds the first run when that has come, and otherwise
 * waits again. `undefined`: there is nothing to do for this run.
 */
export const beginBatch = mutation("enrichment-batches.begin", async (tx, run: BatchRun, context) => {
  const batch = await findBatch(tx, run.batchId);
  if (run.runNo > 0) return isCurrent(batch, run) ? batch : undefined;
  if (batch?.status !== "pending" || batch.scheduledAtMs === null) return undefined;
  const nowMs = context.now();
  if (batch.scheduledAtMs > nowMs) {
    await enqueueRun(tx, batch, context, batch.scheduledAtMs - nowMs);
    return undefined;
  }
  const started: Batch = { ...batch, status: "running", runNo: 1, startedAtMs: nowMs };
  await updateBatch(tx, started);
  await enqueueRun(tx, started, context);
  return undefined;
});

/** Takes a product for a batch. Answers whether it has it. */
export const holdForBatch = mutation(
  "enrichment-batches.hold",
  async (tx, { productId, runId, forMs }: { productId: string; runId: string; forMs: number }, { now }) => {
    const nowMs = now();
    return (await holdProduct(tx, { productId, id: runId, nowMs, untilMs: nowMs + forMs })) > 0;
  },
);

/** What came of a product of a batch. */
export interface ItemResult extends BatchRun {
  productId: string;
  runId: string;
  generated: readonly Generated[];
  /** Why something of it was not made. */
  error: string | null;
  /** The provider will refuse all others too. */
  isRefused: boolean;
  costMicros: number;
}

/**
 * Stores what was made for a product with the batch's figures, in one transaction, however often it is told. Answers whether
 * the run goes on. Reviewed texts are left alone.
 */
export const finishItem = mutation("enrichment-batches.finish-item", async (tx, result: ItemResult, context) => {
  const { batchId, productId, runId, generated, error, isRefused, costMicros } = result;
  const before = await findBatch(tx, batchId);
  if (!before) return false;
  if ((await insertItem(tx, { batchId, productId, error })) === 0) return isCurrent(before, result);
  const isMade = generated.length > 0;
  const run = { productId, entityId: null, runId, generated, autoApply: true, overwriteReviewed: false };
  if (isMade) await storeFinished(tx, run, context);
  else await releaseProduct(tx, { productId, id: runId });
  const batch = counted(before, { isMade, costMicros });
  await updateBatch(tx, batch);
  if (!isCurrent(batch, result)) return false;
  if (!isRefused && batch.failuresInRow < FAILURES_IN_ROW_MAX) return true;
  const errorMessage = isRefused ? "AI_PROVIDER_NOT_CONFIGURED" : (error ?? "");
  await endBatch(
    tx,
    batch,
    { status: "failed", stopReason: isRefused ? "provider" : "failures", errorMessage },
    context,
  );
  return false;
});

/** A batch with one more product. */
const counted = (batch: Batch, { isMade, costMicros }: { isMade: boolean; costMicros: number }): Batch => ({
  ...batch,
  processed: batch.processed + (isMade ? 1 : 0),
  failed: batch.failed + (isMade ? 0 : 1),
  failuresInRow: isMade ? 0 : batch.failuresInRow + 1,
  costMicros: batch.costMicros + costMicros,
  dearestMicros: Math.max(batch.dearestMicros, costMicros),
});

/** Notes that all products up to a row are done. */
export const advanceBatch = mutation(
  "enrichment-batches.advance",
  async (tx, { afterRow, ...run }: BatchRun & { afterRow: number }): Promise<void> => {
    const batch = await findBatch(tx, run.batchId);
    if (batch && batch.afterRow < afterRow) await updateBatch(tx, { ...batch, afterRow });
  },
);

/** Ends a run, and the batch with it. */
export const leaveBatch = mutation(
  "enrichment-batches.leave",
  async (
    tx,
    { end, ...run }: BatchRun & { end: "completed" | "budget_reached" | "no_provider" },
    context,
  ): Promise<void> => {
    const batch = await findBatch(tx, run.batchId);
    if (!isCurrent(batch, run)) return;
    if (end === "completed") await endBatch(tx, batch, { status: "completed" }, context);
    else if (end === "budget_reached") await endBatch(tx, batch, { status: "completed", stopReason: end }, context);
    else {
      const errorMessage = "AI_PROVIDER_NOT_CONFIGURED";
      await endBatch(tx, batch, { status: "failed", stopReason: "provider", errorMessage }, context);
    }
  },
);
