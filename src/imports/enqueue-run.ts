import { enqueue } from "../../db/jobs/queue.ts";
import type { Tx } from "../../db/ports.ts";

/** An import of fewer rows is done in a second or so: it does not wait for those that take minutes. */
const LONG_FROM_ROWS = 1_000;

/** Queues the job that applies the rows of an import. */
export const enqueueRun = (
  tx: Tx,
  { id, totalRows, jobUid, nowMs }: { id: string; totalRows: number; jobUid: string; nowMs: number },
) =>
  enqueue(
    tx,
    "imports.run",
    { importId: id },
    { uid: jobUid, runAtMs: nowMs, queue: totalRows < LONG_FROM_ROWS ? "short" : "bulk" },
  );
