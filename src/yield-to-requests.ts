import { setPriority } from "node:os";
import { platform } from "node:process";

/** Background threads get the processor when the thread that answers requests has no use for it. */
const BACKGROUND_NICENESS = 10;

/** Puts this thread behind those that answer requests. Only Linux knows a thread's own priority; elsewhere it does nothing. */
export function yieldToRequests(): void {
  if (platform !== "linux") return;
  try {
    setPriority(0, BACKGROUND_NICENESS);
  } catch {
    // A sandbox may forbid it; the work is the same.
  }
}
