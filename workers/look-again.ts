import { setTimeout as sleep } from "node:timers/promises";
import type { ThreadServices } from "../src/runtime/services.ts";

const RETRY_MS = 2_000;
/** A look at a server without a reason: in case no change was noticed. */
const REST_MAX_MS = 60_000;

/** What looks at the database again and again. */
interface Looking {
  /** One look. Returns after how many milliseconds the next is due, also without a change; `undefined`: there is nothing left to do. */
  look: () => Promise<number | undefined>;
  /** The least between two looks when there was nothing left to do. */
  restMs: number;
  /** What the log calls a look that throws, and how loud it is. */
  fault: string;
  level?: "error" | "warn";
  /** When to look again after one. */
  retryMs?: (error: unknown) => number;
}

/**
 * Looks until `signal` aborts: on a file, where a look costs nothing, after each rest, on a server after the rest once the
 * database has changed or something in it has become due. Never throws.
 */
export async function lookAgain(
  { changes, log }: Pick<ThreadServices, "changes" | "log">,
  { look, restMs, fault, level = "error", retryMs = () => RETRY_MS }: Looking,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // Before the look: what changes during it is looked at next.
    const seen = changes?.count() ?? 0;
    const dueMs = await look().catch((error: unknown) => {
      log[level]({ error: String(error) }, fault);
      return retryMs(error);
    });
    if (dueMs !== 0) await sleep(dueMs ?? restMs, undefined, { signal }).catch(() => undefined);
    if (dueMs === undefined) await changes?.wait(REST_MAX_MS, seen, signal);
  }
}
