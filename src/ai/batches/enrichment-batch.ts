import { Type } from "@sinclair/typebox";
import { enqueue } from "../../../db/jobs/queue.ts";
import { COUNT, fixed, initially, wordColumn } from "../../../db/keyed-table.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { FLAG, jsonColumn, NUMBER, NUMBER_OR_NULL } from "../../../db/table.ts";
import { orNull } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { counter, given, id, line, madeAt, note, optionalLine, shown, status, time } from "../../kit/runs/fields.ts";
import { lifecycleOf } from "../../kit/runs/lifecycle.ts";
import { PAUSABLE, type RowOfRun, run } from "../../kit/runs/run.ts";
import { APPLY_MODES } from "../enrichment/apply/decide-values.ts";
import { usdOf } from "../provider/choose-model.ts";

const STATUSES = ["pending", "running", "completed", "failed", "paused", "cancelled"] as const;
const usdOrNull = (micros: number | null) => (micros === null ? null : usdOf(micros));

/** Many products to enrich. */
export const Batch = run({
  table: "enrichment_batch",
  noun: "enrichment_batch",
  fields: {
    id,
    name: line("name"),
    description: optionalLine("description"),
    status: status(STATUSES),
    /** As they were sent. */
    filters: shown(fixed(jsonColumn<Record<string, unknown>>()), {
      filters: [Type.Record(Type.String(), Type.Unknown())],
    }),
    types: shown(fixed(jsonColumn<string[]>()), { enrichmentTypes: [Type.Array(Type.String())] }),
    /** Which values are stored by themselves. */
    autoApply: shown(fixed(initially(wordColumn(APPLY_MODES), "usual")), {
      auto_apply: [oneOf(APPLY_MODES)],
    }),
    overwrite: shown(fixed(initially(FLAG, false)), { overwrite: [Type.Boolean()] }),
    priority: given("priority"),
    reuse: shown(fixed(initially(FLAG, false)), { reuse: [Type.Boolean()] }),
    maxBudgetMicros: shown(fixed(NUMBER_OR_NULL), { maxBudget: [orNull(Type.Number()), usdOrNull] }),
    totalProducts: shown(NUMBER, { total_products: [Type.Integer()] }),
    processed: counter("processed"),
    failed: counter("failed"),
    failuresInRow: COUNT,
    costMicros: shown(COUNT, { cost_usd: [Type.Number(), usdOf] }),
    /** Milliseconds from one finished product to the next, of late; and when the last was finished. */
    paceMs: COUNT,
    finishedAtMs: COUNT,
    stopReason: note(
      "stop_reason",
      Type.String({
        description: "`budget_reached`, `tenant_budget`, `failures`, `provider`, `price_unknown`, `interrupted`.",
      }),
    ),
    errorMessage: note("error_message"),
    /** A limit of the provider lets it go on then. */
    waitsUntilMs: time("waits_until"),
    scheduledAtMs: time("scheduled_at"),
    createdAtMs: madeAt(),
    startedAtMs: time("started_at"),
    completedAtMs: time("completed_at"),
    /** Counts its starts and resumes. */
    runNo: COUNT,
    /** Products up to this row are done. */
    afterRow: COUNT,
  },
  moves: {
    ...PAUSABLE.moves,
    start: { from: ["pending"], to: "running" },
    cancel: { from: ["pending", "running", "paused", "completed", "failed", "cancelled"], to: "cancelled" },
    fail: { from: ["pending", "running"], to: "failed" },
  },
  working: "running",
  ended: ["completed", "failed", "cancelled"],
});
export type BatchRow = RowOfRun<typeof Batch>;

/** A job is made to wait for no longer than this: its clock could have been set. It then waits again. */
const WAIT_MAX_MS = 20 * 60_000;
/** Of jobs that a tenant's other long tasks have: 100. Lower is first. */
const PRIORITY_BASE = 105;

/** Adds the job that works on a batch, now or when its time has come. */
async function enqueueRun(tx: Tx, row: BatchRow, context: MutationContext, waitMs = 0): Promise<void> {
  const { id: batchId, runNo, priority } = row;
  const runAtMs = context.now() + Math.min(waitMs, WAIT_MAX_MS);
  const options = { queue: "outside", priority: PRIORITY_BASE - priority, isDelayed: waitMs > 0 } as const;
  await enqueue(tx, "enrichment.batch", { batchId, runNo }, context, { runAtMs, ...options });
}

export const lifecycle = lifecycleOf("enrichment-batches", Batch, {
  enqueue: (tx, row, context) => enqueueRun(tx, row, context),
});
export const { move: moveBatch, begin: beginRun, advance: advanceBatch } = lifecycle;

export type NewBatch = Pick<
  BatchRow,
  | "name"
  | "description"
  | "filters"
  | "types"
  | "autoApply"
  | "overwrite"
  | "priority"
  | "reuse"
  | "maxBudgetMicros"
  | "scheduledAtMs"
  | "totalProducts"
>;

/** Stores a batch that waits to be started, or for its time. */
export const createBatch = mutation(
  "enrichment-batches.create",
  async (tx, fields: NewBatch, context): Promise<BatchRow> => {
    const nowMs = context.now();
    const batch = await Batch.table.insert(tx, { ...fields, id: context.newId(), createdAtMs: nowMs });
    if (fields.scheduledAtMs !== null) await enqueueRun(tx, batch, context, Math.max(1, fields.scheduledAtMs - nowMs));
    return batch;
  },
);

/** Begins a batch whose time has come, and otherwise lets it wait again. */
export const beginScheduled = mutation(
  "enrichment-batches.begin-scheduled",
  async (tx, batchId: string, context): Promise<void> => {
    const batch = await Batch.find(tx, batchId);
    if (batch?.status !== "pending" || batch.scheduledAtMs === null) return;
    const waitMs = batch.scheduledAtMs - context.now();
    if (waitMs > 0) await enqueueRun(tx, batch, context, waitMs);
    else await lifecycle.settle(tx, batch, "start", {}, context);
  },
);

/** Ends a batch whose job has failed for good. Called by the job's own end. */
export const failBatch = (tx: Tx, { batchId }: { batchId: string }, error: string, context: MutationContext) =>
  lifecycle.settleById(tx, batchId, "fail", { stopReason: "interrupted", errorMessage: error }, context);
