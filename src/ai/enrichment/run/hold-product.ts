import { findRun, holdProduct, noteRun, releaseProduct, renewRun } from "../../../../db/enrichment/runs.ts";
import { mutation } from "../../../../db/ports.ts";
import { ApiError } from "../../../http/output/errors.ts";
import type { ThreadServices } from "../../../runtime/services.ts";
import { isoOfMs } from "../../../text/instant.ts";

/** A run that has not been heard of for as long is over: its process has ended. */
export const HELD_MS = 45_000;
/** How often a run says that it lives. */
const BEAT_MS = HELD_MS / 3;
/** How long it may wait for the thread that says so. */
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

/** Says what a run is at. */
export const noteRunType = mutation(
  "enrichment.note-type",
  (tx, run: { productId: string; runId: string; type: string }, { now }) =>
    noteRun(tx, { productId: run.productId, id: run.runId, type: run.type, untilMs: now() + HELD_MS }),
);

/** Says that a run lives, for all products that it has. */
export const renewHeld = mutation("enrichment.renew", (tx, { runId }: { runId: string }, { now }) =>
  renewRun(tx, { id: runId, untilMs: now() + HELD_MS }),
);

/** Does the work of a run, and says meanwhile that it lives. */
export async function whileHeld<T>(
  { write, log }: Pick<ThreadServices, "write" | "log">,
  tenantId: string,
  runId: string,
  work: () => Promise<T>,
): Promise<T> {
  const beat = setInterval(() => {
    write(renewHeld, tenantId, { runId }).catch((error: unknown) =>
      log.warn({ tenant: tenantId, error: String(error) }, "cannot say that a run lives"),
    );
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

/** Gives a product back. */
export const releaseRun = mutation("enrichment.release", (tx, run: { productId: string; runId: string }) =>
  releaseProduct(tx, { productId: run.productId, id: run.runId }),
);
