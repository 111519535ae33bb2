import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { type KeyedTable, keyedTable, type Where } from "../../../db/keyed-table.ts";
import type { Reader } from "../../../db/ports.ts";
import type { ValuesOf } from "../../../db/table.ts";
import { type Expandable, expandable } from "../../http/input/expand.ts";
import { ApiError, required } from "../../http/output/errors.ts";
import type { RunField } from "./fields.ts";

export type RunFields = Record<string, RunField<unknown>>;

/** From which states something may be done to a run, and where it leads. */
export interface Move<Row> {
  from: readonly StatusOf<Row>[];
  to: StatusOf<Row> | ((row: Row) => StatusOf<Row>);
}
type StatusOf<Row> = Row extends { status: infer S extends string } ? S : never;

interface RunSpec<F extends RunFields, M extends string> {
  /** The table; its columns are called as the fields are. */
  table: string;
  /** One of them, in the singular: errors name it so. */
  noun: string;
  /** In the order of the answer; `fields.ts` makes them. */
  fields: F;
  /** What its answers show of the ids that they name, if they are asked. */
  expands?: Expandable;
  /** What may be done to it: what requests ask for and what its work comes to. */
  moves: Record<M, Move<ValuesOf<F>>>;
  /** Its job works on it: another receiver begins another run of it. */
  working: StatusOf<ValuesOf<F>>;
  ended: readonly StatusOf<ValuesOf<F>>[];
}

/** Work that takes long as a record: what is to be done, how it stands, what it has counted, how far it is, what it cost. */
export interface Run<F extends RunFields, M extends string> {
  noun: string;
  fields: F;
  moves: Record<M, Move<ValuesOf<F>>>;
  table: KeyedTable<F>;
  Body: TObject;
  /** As the API shows it. */
  bodyOf(row: ValuesOf<F>): Record<string, unknown>;
  find(db: Reader, id: string): Promise<ValuesOf<F> | undefined>;
  /** Throws NOT_FOUND. */
  require(db: Reader, id: string): Promise<ValuesOf<F>>;
  /** Where the move leads; `undefined` when the status does not allow it. */
  next(row: ValuesOf<F>, move: M): StatusOf<ValuesOf<F>> | undefined;
  /** Where the move leads. Throws INVALID_STATE unless the status allows it. */
  requireMove(row: ValuesOf<F>, move: M): StatusOf<ValuesOf<F>>;
  /** The run after the move, with its times and the number of its run; `undefined` when the status does not allow it. */
  moved(row: ValuesOf<F>, move: M, nowMs: number): ValuesOf<F> | undefined;
  isWorking(row: ValuesOf<F>): boolean;
  /** Whether it has ended, is paused or waits for its `start`: nothing goes on with it until somebody asks for that. */
  isAtRest(row: ValuesOf<F>): boolean;
  /** Whether a run of it is still the one to go on: it was not paused, ended or resumed meanwhile. */
  isCurrent(row: ValuesOf<F> | undefined, runNo: number): row is ValuesOf<F>;
}
/** Of runs that work from their making on, until they are done or fail. */
export const TO_THE_END = {
  moves: {
    complete: { from: ["processing"], to: "completed" },
    fail: { from: ["processing"], to: "failed" },
  },
  working: "processing",
  ended: ["completed", "failed"],
} as const;

/** Of such that can be cancelled. */
export const AT_ONCE = {
  moves: { ...TO_THE_END.moves, cancel: { from: ["processing", "cancelled"], to: "cancelled" } },
  working: "processing",
  ended: [...TO_THE_END.ended, "cancelled"],
} as const;

/** Of runs that can be paused. */
export const PAUSABLE = {
  moves: {
    pause: { from: ["running"], to: "paused" },
    resume: { from: ["paused"], to: "running" },
    complete: { from: ["running"], to: "completed" },
    fail: { from: ["running"], to: "failed" },
  },
  working: "running",
  ended: TO_THE_END.ended,
} as const;

/** A row of a kind of run. */
export type RowOfRun<R> = R extends { table: KeyedTable<infer F> } ? ValuesOf<F> : never;

/** What the kit writes of a run, as far as its kind has it. */
interface Life {
  status: string;
  /** Counts its starts and resumes: what an earlier one has begun is finished, and it begins nothing more. */
  runNo?: number;
  startedAtMs?: number | null;
  completedAtMs?: number | null;
}

/** What becomes of the times and the number of a run that gets from one status to another. */
function lifeAfter(life: Life, status: string, { begins, ends }: { begins: boolean; ends: boolean }, nowMs: number) {
  const { runNo, startedAtMs, completedAtMs } = life;
  return {
    status,
    ...(begins && runNo !== undefined && { runNo: runNo + 1 }),
    ...(begins && startedAtMs !== undefined && { startedAtMs: startedAtMs ?? nowMs }),
    ...(completedAtMs !== undefined && { completedAtMs: ends ? (completedAtMs ?? nowMs) : null }),
  };
}

/** Declares a kind of run. */
export function run<F extends RunFields, M extends string>(spec: RunSpec<F, M>): Run<F, M> {
  type Row = ValuesOf<F>;
  const { noun, fields, moves, working, ended } = spec;
  const started: { start?: { from: readonly string[] } } = moves;
  const atRest = new Set<string>([...ended, "paused", ...(started.start?.from ?? [])]);
  const table = keyedTable(spec.table, fields);
  const entries = Object.entries(fields);
  // Every kind of run has a status.
  const lifeOf = (row: Row) => row as unknown as Life;
  // Every kind of run has an id too.
  const find = (db: Reader, id: string) => table.find(db, { id } as unknown as Where<F>);
  const next = (row: Row, move: M) => {
    const { from, to } = moves[move];
    if (!(from as readonly string[]).includes(lifeOf(row).status)) return undefined;
    return typeof to === "function" ? to(row) : to;
  };
  return {
    noun,
    fields,
    moves,
    table,
    Body: Type.Object({
      ...Object.assign({}, ...entries.map(([, { schemas }]): Record<string, TSchema> => schemas ?? {})),
      ...(spec.expands && expandable(spec.expands)),
    }),
    bodyOf: (row) => {
      const values: Record<string, unknown> = row;
      return Object.assign({}, ...entries.map(([name, field]) => field.shows?.(values[name])));
    },
    find,
    require: async (db, id) => required(await find(db, id), noun, id),
    next,
    requireMove: (row, move) => {
      const status = next(row, move);
      if (status !== undefined) return status;
      const details = { current_state: lifeOf(row).status, allowed_states: moves[move].from };
      throw new ApiError("INVALID_STATE", { details });
    },
    moved: (row, move, nowMs) => {
      const status = next(row, move);
      if (status === undefined) return undefined;
      const before = lifeOf(row);
      const begins = status === working && before.status !== working;
      return { ...row, ...lifeAfter(before, status, { begins, ends: ended.includes(status) }, nowMs) };
    },
    isAtRest: (row) => atRest.has(lifeOf(row).status),
    isWorking: (row) => lifeOf(row).status === working,
    isCurrent: (row, runNo): row is Row =>
      row !== undefined && lifeOf(row).status === working && (lifeOf(row).runNo ?? runNo) === runNo,
  };
}
