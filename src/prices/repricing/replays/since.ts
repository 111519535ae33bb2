import { DateTime } from "../../../http/input/fields.ts";
import type { FieldProblem } from "../../../http/output/errors.ts";
import { millisecondsOf } from "../../../text/instant.ts";

export const PATH = "/prices/repricing/replays";
/** Where a replay is followed. */
export const placeOf = ({ id }: { id: string }): string => `/api/v1${PATH}/${id}`;

/** Observations are whole for this long. */
export const DAYS_MAX = 90;
const DAY_MS = 86_400_000;

export const Since = DateTime;
export const SINCE_PROBLEM: FieldProblem = { field: "since", type: "out_of_range", key: "repricing.replay_since" };

/** When a replay begins; `undefined` for a moment to come, or one too long ago. */
export function sinceOf(since: string | undefined, nowMs: number): number | undefined {
  if (since === undefined) return nowMs - 30 * DAY_MS;
  const sinceMs = millisecondsOf(since);
  return sinceMs <= nowMs && sinceMs >= nowMs - DAYS_MAX * DAY_MS ? sinceMs : undefined;
}
