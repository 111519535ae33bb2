import { Type } from "@sinclair/typebox";
import { enqueue } from "../../db/jobs/queue.ts";
import { fixed, wordColumn } from "../../db/keyed-table.ts";
import { type MutationContext, mutation, type Reader, type Tx } from "../../db/ports.ts";
import { NUMBER, NUMBER_OR_NULL } from "../../db/table.ts";
import type { SearchEngine } from "../../search/port.ts";
import { trimReindexes } from "../../search/reindexes.ts";
import { orNull } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { hidden, id, note, shown, status } from "../kit/runs/fields.ts";
import { lifecycleOf } from "../kit/runs/lifecycle.ts";
import { type RowOfRun, run } from "../kit/runs/run.ts";
import { isoOfMs, isoOrNull } from "../text/instant.ts";

const OPEN = ["pending", "processing"] as const;
const ENGINES = ["libsql", "meilisearch"] as const;
const DateTime = Type.String({ format: "date-time" });
const count = (name: string, description: string) =>
  shown(hidden(NUMBER, 0), { [name]: [Type.Integer({ minimum: 0, description })] });

/** A search index that is rebuilt from the database. */
export const Reindexes = run({
  table: "search_reindex",
  noun: "job",
  fields: {
    id,
    status: status([...OPEN, "completed", "failed"]),
    engine: shown(fixed(wordColumn(ENGINES)), { engine: [oneOf(ENGINES)] }),
    indexed: count("indexed", "Products indexed."),
    total: count("total", "Total products; 0 until the rebuild starts."),
    error: note("error"),
    createdAtMs: shown(fixed(NUMBER), { created_at: [DateTime, isoOfMs] }),
    completedAtMs: shown(hidden<number | null>(NUMBER_OR_NULL, null), {
      completed_at: [orNull(DateTime), isoOrNull],
    }),
  },
  moves: {
    work: { from: OPEN, to: "processing" },
    complete: { from: OPEN, to: "completed" },
    fail: { from: OPEN, to: "failed" },
  },
  working: "processing",
  ended: ["completed", "failed"],
});
export type Reindex = RowOfRun<typeof Reindexes>;
const lifecycle = lifecycleOf("search.reindex", Reindexes);

/** The one that has not ended, if any. */
export const findOpenReindex = (db: Reader): Promise<Reindex | undefined> =>
  Reindexes.table.find(db, { status: [...OPEN] });

/** Starts to rebuild the tenant's search index; while one is being made, names that. */
export const startReindex = mutation(
  "search.start-reindex",
  async (tx, { engine }: { engine: SearchEngine["name"] }, context): Promise<Reindex> => {
    const open = await findOpenReindex(tx);
    if (open) return open;
    const made = await Reindexes.table.insert(tx, { id: context.newId(), engine, createdAtMs: context.now() });
    await trimReindexes(tx);
    const queue = engine === "libsql" ? "index" : "bulk";
    await enqueue(tx, "search.reindex", { reindexId: made.id }, context, { queue });
    return made;
  },
);

/** Notes how far a reindexing is. */
export const noteReindexed = mutation(
  "search.note-reindexed",
  async (tx, { id, ...progress }: Pick<Reindex, "id" | "indexed" | "total">, context): Promise<void> => {
    await lifecycle.settleById(tx, id, "work", progress, context);
  },
);

export const finishReindex = mutation("search.finish-reindex", async (tx, { id }: { id: string }, context) => {
  await lifecycle.settleById(tx, id, "complete", {}, context);
});

/** Ends the reindexing of a job that has failed for good. Called by the job's own end. */
export const failReindex = (tx: Tx, { reindexId }: { reindexId: string }, error: string, context: MutationContext) =>
  lifecycle.settleById(tx, reindexId, "fail", { error }, context);
