import { type Mutation, type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import type { ValuesOf } from "../../../db/table.ts";
import type { Run, RunFields } from "./run.ts";

/** What a kind of run adds to what happens to each. Each runs in the transaction of its change. */
interface Hooks<Row, M> {
  /** Adds the job that works on it. Called when it begins, and when it goes on. */
  enqueue?: (tx: Tx, row: Row, context: MutationContext) => Promise<unknown>;
  /** What else follows from a move that was made: events, mails, the audit log. */
  moved?: (tx: Tx, change: { before: Row; after: Row; move: M }, context: MutationContext) => Promise<unknown>;
}

/** Which run of which record. */
export interface RunRef {
  id: string;
  runNo: number;
}

/** The changes of a kind of run. */
export interface Lifecycle<Row, M extends string> {
  /** What a request asks for. Throws NOT_FOUND and INVALID_STATE. */
  move: Mutation<{ id: string; move: M }, Row>;
  /** Begins a run, or goes on with it; `undefined`: there is nothing to do for it. */
  begin: Mutation<RunRef, Row | undefined>;
  /** Notes that all up to a row are done, of a run that has `afterRow`: when it is interrupted it goes on behind. */
  advance: Mutation<{ id: string; afterRow: number }, void>;
  /** What work comes to: makes the move with these values, unless the status does not allow it. Answers with the run after it. */
  settle(tx: Tx, row: Row, move: M, values: Partial<Row>, context: MutationContext): Promise<Row | undefined>;
  /** The same of the run with this id, if there is one. */
  settleById(tx: Tx, id: string, move: M, values: Partial<Row>, context: MutationContext): Promise<Row | undefined>;
}

/** The changes of a kind of run, named `family.move` and `family.begin`. */
export function lifecycleOf<F extends RunFields, M extends string>(
  family: string,
  run: Run<F, M>,
  hooks: Hooks<ValuesOf<F>, M> = {},
): Lifecycle<ValuesOf<F>, M> {
  type Row = ValuesOf<F>;
  const change = async (tx: Tx, before: Row, after: Row, move: M, context: MutationContext): Promise<Row> => {
    await run.table.update(tx, after);
    if (run.isWorking(after) && !run.isWorking(before)) await hooks.enqueue?.(tx, after, context);
    await hooks.moved?.(tx, { before, after, move }, context);
    return after;
  };
  const settle: Lifecycle<Row, M>["settle"] = async (tx, before, move, values, context) => {
    const after = run.moved(before, move, context.now());
    return after && change(tx, before, { ...after, ...values }, move, context);
  };
  return {
    settle,
    settleById: async (tx, id, move, values, context) => {
      const before = await run.find(tx, id);
      return before && settle(tx, before, move, values, context);
    },
    begin: mutation(`${family}.begin`, async (tx, { id, runNo }) => {
      const row = await run.find(tx, id);
      return run.isCurrent(row, runNo) ? row : undefined;
    }),
    advance: mutation(`${family}.advance`, async (tx, { id, afterRow }) => {
      const row = await run.find(tx, id);
      if (row && Number(row["afterRow"]) < afterRow) await run.table.update(tx, { ...row, afterRow });
    }),
    move: mutation(`${family}.move`, async (tx, { id, move }, context) => {
      const before = await run.require(tx, id);
      run.requireMove(before, move);
      // What is there already stays as it is.
      if (run.next(before, move) === statusOf(before)) return before;
      return (await settle(tx, before, move, {}, context)) ?? before;
    }),
  };
}

const statusOf = (row: object) => (row as { status: string }).status;
