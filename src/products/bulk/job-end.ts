import { setTimeout as delay } from "node:timers/promises";
import { findJobState } from "../../../db/jobs/tenant-jobs.ts";
import type { Reader } from "../../../db/ports.ts";

const POLL_MS = 25;
const OVER: ReadonlySet<string | undefined> = new Set(["done", "failed", "cancelled", undefined]);

/** Waits until a job is over, or the caller has disconnected. Throws when the job failed. */
export async function untilJobEnds(db: Reader, uid: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const state = await findJobState(db, uid);
    if (state === "failed" || state === "cancelled") throw new Error(`Job ${uid} ended ${state}`);
    if (OVER.has(state) || signal.aborted) return;
    await delay(POLL_MS);
  }
}
