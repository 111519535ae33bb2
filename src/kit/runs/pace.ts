import { Type } from "@sinclair/typebox";
import { orNull } from "../../http/input/fields.ts";

/** What is known of how fast a run is; `finishedAtMs`: when the last of its items was. */
interface Paced {
  /** Milliseconds from one finished item to the next, of late. */
  paceMs: number;
  finishedAtMs: number;
}

/** A longer gap is none of the work's. */
const GAP_MAX_MS = 600_000;
/** How many items the pace is an average of. */
const PACED = 20;

/** How fast a run is once one more item is finished. `begunAtMs`: when it began, for the first. */
export function pacedAt({ finishedAtMs, paceMs }: Paced, begunAtMs: number, nowMs: number): Paced {
  const gapMs = nowMs - (finishedAtMs || begunAtMs);
  if (gapMs < 0 || gapMs > GAP_MAX_MS) return { paceMs, finishedAtMs: nowMs };
  const pace = finishedAtMs === 0 ? gapMs : Math.round(paceMs + (gapMs - paceMs) / PACED);
  return { paceMs: pace, finishedAtMs: nowMs };
}

/** How far a run is, as answers show it. */
export const PROGRESS_FIELDS = {
  percent: Type.Number({ minimum: 0, maximum: 100, description: "Of all, those that are done." }),
  time_left_seconds: orNull(Type.Integer(), "At the pace of late; null while it is not known, or does not run."),
};

/** How far a run is. */
export function progressOf(counts: { done: number; total: number }, { paceMs }: Paced, isRunning: boolean) {
  const done = Math.min(counts.total, counts.done);
  return {
    percent: counts.total === 0 ? 100 : Math.round((done / counts.total) * 1000) / 10,
    time_left_seconds: isRunning && done > 0 ? Math.ceil(((counts.total - done) * paceMs) / 1000) : null,
  };
}
