import { items } from "../../../db/enrichment/batches.ts";
import { holdProduct, releaseProduct } from "../../../db/enrichment/runs.ts";
import { mutation } from "../../../db/ports.ts";
import { pacedAt } from "../../kit/runs/pace.ts";
import { storeFinished } from "../enrichment/run/store-run.ts";
import type { Generated } from "../enrichment/types.ts";
import { Batch, type BatchRow, lifecycle } from "./enrichment-batch.ts";

/** This number of failures in a row is not the products' fault. */
const FAILURES_IN_ROW_MAX = 20;

const NO_PROVIDER = { stopReason: "provider", errorMessage: "AI_PROVIDER_NOT_CONFIGURED" };

const UNPRICED = { stopReason: "price_unknown", errorMessage: "AI_PRICE_UNKNOWN" };

/** Why a batch ends before its products do. */
export type BatchEnd = "budget_reached" | "tenant_budget" | "no_provider" | "price_unknown";

/** Which run of which batch. */
export interface BatchRun {
  batchId: string;
  runNo: number;
}

/** Takes a product for a batch. Answers whether it has it. */
export const holdForBatch = mutation(
  "enrichment-batches.hold",
  async (tx, { productId, runId, forMs }: { productId: string; runId: string; forMs: number }, { now }) => {
    const nowMs = now();
    return (await holdProduct(tx, { productId, id: runId, nowMs, untilMs: nowMs + forMs })) > 0;
  },
);

/** Notes that a batch waits for a limit of the provider; 0: no longer. */
export const noteWait = mutation(
  "enrichment-batches.wait",
  async (tx, { batchId, waitMs }: { batchId: string; waitMs: number }, { now }): Promise<void> => {
    await Batch.table.set(tx, { id: batchId }, { waitsUntilMs: waitMs > 0 ? now() + waitMs : null });
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
 * Stores what was made for a product with the batch's figures, in one transaction, also when it is called twice. Answers
 * whether the run goes on. Reviewed texts are left alone.
 */
export const finishItem = mutation("enrichment-batches.finish-item", async (tx, result: ItemResult, context) => {
  const { batchId, productId, runId, generated, error, isRefused, costMicros } = result;
  const before = await Batch.find(tx, batchId);
  if (!before) return false;
  if ((await items.note(tx, { batchId, productId, error })) === 0) return Batch.isCurrent(before, result.runNo);
  const isMade = generated.length > 0;
  const run = { productId, entityId: null, runId, generated, policy: policyOf(before), batchId };
  if (isMade) await storeFinished(tx, run, context);
  else await releaseProduct(tx, { productId, id: runId });
  const batch = counted(before, { isMade, costMicros, nowMs: context.now() });
  await Batch.table.update(tx, batch);
  if (!Batch.isCurrent(batch, result.runNo)) return false;
  if (!isRefused && batch.failuresInRow < FAILURES_IN_ROW_MAX) return true;
  const why = isRefused ? NO_PROVIDER : { stopReason: "failures", errorMessage: error ?? "" };
  await lifecycle.settle(tx, batch, "fail", why, context);
  return false;
});

/** A batch never writes over what was reviewed (S34.9). */
const policyOf = ({ autoApply: mode, overwrite }: BatchRow) => ({ mode, overwrite, reviewed: "all" as const });

/** A batch with one more product. */
const counted = (
  batch: BatchRow,
  { isMade, costMicros, nowMs }: { isMade: boolean; costMicros: number; nowMs: number },
): BatchRow => ({
  ...batch,
  processed: batch.processed + (isMade ? 1 : 0),
  failed: batch.failed + (isMade ? 0 : 1),
  failuresInRow: isMade ? 0 : batch.failuresInRow + 1,
  costMicros: batch.costMicros + costMicros,
  ...pacedAt(batch, batch.startedAtMs ?? nowMs, nowMs),
});

/** Ends a run, and the batch with it. */
export const leaveBatch = mutation(
  "enrichment-batches.leave",
  async (tx, { end, ...run }: BatchRun & { end: "completed" | BatchEnd }, context): Promise<void> => {
    const batch = await Batch.find(tx, run.batchId);
    if (!Batch.isCurrent(batch, run.runNo)) return;
    // Products that came or went since it was created.
    const totalProducts = batch.processed + batch.failed;
    if (end === "completed") await lifecycle.settle(tx, batch, "complete", { totalProducts }, context);
    else if (end === "budget_reached") await lifecycle.settle(tx, batch, "complete", { stopReason: end }, context);
    // It can go on the next day, or month.
    else if (end === "tenant_budget") await lifecycle.settle(tx, batch, "pause", { stopReason: end }, context);
    else if (end === "price_unknown") await lifecycle.settle(tx, batch, "fail", UNPRICED, context);
    else await lifecycle.settle(tx, batch, "fail", NO_PROVIDER, context);
  },
);
