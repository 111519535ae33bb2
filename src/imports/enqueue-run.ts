import { enqueue } from "../../db/jobs/queue.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";

/** An import of fewer rows is done in a second or so: it does not wait for those that take minutes. */
const LONG_FROM_ROWS = 1_000;

/** Queues the job that applies the rows of an import. */
export const enqueueRun = (
  tx: Tx,
  { id, totalRows, jobUid: uid }: { id: string; totalRows: number; jobUid: string },
  context: Pick<MutationContext, "now" | "newId">,
) =>
  enqueue(tx, "imports.run", { importId: id }, context, { uid, queue: totalRows < LONG_FROM_ROWS ? "short" : "bulk" });
