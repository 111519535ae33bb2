import { findRun, holdProduct, noteRun, releaseProduct } from "../../../db/enrichment/runs.ts";
import { mutation } from "../../../db/ports.ts";
import { ApiError } from "../../http/output/errors.ts";
import { isoOfMs } from "../../text/instant.ts";

/** A run that has not been heard of for as long is over: three tries of a slow provider take less. */
const SILENT_MS = 40 * 60_000;
/** The same for the first word of it. */
const FIRST_MS = 60_000;

/** Takes a product for a run. Throws ENRICHMENT_IN_PROGRESS when another one has it. */
export const holdForRun = mutation(
  "enrichment.hold",
  async (tx, { productId, runId }: { productId: string; runId: string }, { now }): Promise<void> => {
    const nowMs = now();
    if ((await holdProduct(tx, { productId, id: runId, nowMs, untilMs: nowMs + FIRST_MS })) > 0) return;
    const other = await findRun(tx, productId, nowMs);
    const startedAt = other ? isoOfMs(other.startedAtMs) : null;
    throw new ApiError("ENRICHMENT_IN_PROGRESS", { details: { started_at: startedAt } });
  },
);

/** Says what a run is at; it then has the product for as long as a call can take. */
export const noteRunType = mutation(
  "enrichment.note-type",
  (tx, run: { productId: string; runId: string; type: string }, { now }) =>
    noteRun(tx, { productId: run.productId, id: run.runId, type: run.type, untilMs: now() + SILENT_MS }),
);

/** Gives a product back. */
export const releaseRun = mutation("enrichment.release", (tx, run: { productId: string; runId: string }) =>
  releaseProduct(tx, { productId: run.productId, id: run.runId }),
);
