import { enqueue } from "../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import type { SearchEngine } from "../../search/port.ts";
import {
  findOpenReindex,
  insertReindex,
  markReindexEnded,
  markReindexed,
  type ReindexStatus,
  trimReindexes,
} from "../../search/reindexes.ts";

/** How far a reindexing has come. */
interface ReindexProgress {
  id: string;
  indexed: number;
  total: number;
}

/** Starts to make the tenant's search index anew; while one is being made, names that. */
export const startReindex = mutation(
  "search.start-reindex",
  async (
    tx,
    { engine }: { engine: SearchEngine["name"] },
    { now, newId },
  ): Promise<{ id: string; status: ReindexStatus }> => {
    const open = await findOpenReindex(tx);
    if (open) return open;
    const id = newId();
    const nowMs = now();
    await insertReindex(tx, { id, engine, nowMs });
    await trimReindexes(tx);
    const queue = engine === "libsql" ? "index" : "bulk";
    await enqueue(tx, "search.reindex", { reindexId: id }, { uid: newId(), runAtMs: nowMs, queue });
    return { id, status: "pending" };
  },
);

/** Notes how far a reindexing is. */
export const noteReindexed = mutation("search.note-reindexed", (tx, progress: ReindexProgress) =>
  markReindexed(tx, progress),
);

export const finishReindex = mutation("search.finish-reindex", (tx, { id }: { id: string }, { now }) =>
  markReindexEnded(tx, { id, status: "completed", error: null, nowMs: now() }),
);

/** Ends the reindexing of a job that has failed for good. Called by the job's own end. */
export const failReindex = (
  tx: Tx,
  { reindexId: id }: { reindexId: string },
  error: string,
  { now }: MutationContext,
) => markReindexEnded(tx, { id, status: "failed", error, nowMs: now() });
