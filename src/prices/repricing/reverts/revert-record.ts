import { Type } from "@sinclair/typebox";
import { enqueue } from "../../../../db/jobs/queue.ts";
import { fixed, initially } from "../../../../db/keyed-table.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { FLAG, jsonColumn, NUMBER, TEXT } from "../../../../db/table.ts";
import { Uuid } from "../../../http/input/fields.ts";
import { counter, hidden, id, line, madeAt, note, shown, status, time } from "../../../kit/runs/fields.ts";
import { lifecycleOf } from "../../../kit/runs/lifecycle.ts";
import { AT_ONCE, type RowOfRun, run } from "../../../kit/runs/run.ts";
import { REVERT_STATUSES, RepricingRuns, skippedOf } from "../runs/run-record.ts";

/** Runs of repricing that are taken back in the background. */
export const RepricingReverts = run({
  table: "repricing_revert",
  noun: "revert",
  fields: {
    id,
    runId: line("run_id", Uuid),
    status: status(REVERT_STATUSES),
    isForced: shown(fixed(FLAG), { force: [Type.Boolean({ description: "Also below today's MAP or cost." })] }),
    total: shown(fixed(NUMBER), { total: [Type.Integer({ description: "Changes that stood when it began." })] }),
    reverted: counter("reverted", "Prices that are again what they were."),
    skipReasons: shown(initially(jsonColumn<Record<string, number>>(), {}), {
      skipped: [Type.Integer(), skippedOf],
      skip_reasons: [
        Type.Record(Type.String(), Type.Integer(), { description: "Number of skipped prices by reason." }),
      ],
    }),
    /** The last change that was looked at. */
    afterId: hidden(TEXT, ""),
    error: note("error"),
    startedAtMs: madeAt("started_at"),
    completedAtMs: time("completed_at"),
  },
  ...AT_ONCE,
  moves: { ...AT_ONCE.moves, retry: { from: ["failed", "cancelled"], to: "processing" } },
});
export type RepricingRevert = RowOfRun<typeof RepricingReverts>;

/** Has the run say how far it is taken back. */
export const noteOnRun = (
  tx: Tx,
  { id: revertId, runId, status: state, reverted, skipReasons }: RepricingRevert,
): Promise<number> =>
  RepricingRuns.table.set(tx, { id: runId }, { revert: { id: revertId, status: state, reverted, skipReasons } });

/** Adds the job that takes a run back. */
export const enqueueRevert = (tx: Tx, { id: revertId }: { id: string }, context: MutationContext) =>
  enqueue(tx, "repricing.revert", { revertId }, context, { queue: "bulk" });

export const lifecycle = lifecycleOf("repricing-revert", RepricingReverts, {
  enqueue: enqueueRevert,
  moved: (tx, { after }) => noteOnRun(tx, after),
});
/** A change of them by its name, as threads find it. */
export const { move: moveRevert } = lifecycle;
