import { Cron } from "croner";

export const SCHEDULE_TYPES = ["cron_expression", "interval_minutes", "manual"] as const;

/** When something happens again and again: by the field that `schedule_type` names; the other is stored and unused. */
export interface Timing {
  schedule_type: (typeof SCHEDULE_TYPES)[number];
  /** Five fields in the local time of `timezone`, or `@hourly`, `@daily`, `@weekly`, `@monthly`. */
  cron_expression: string | null;
  interval_minutes: number | null;
  /** A name of the IANA list. */
  timezone: string;
}

const NO_TIMES = { cron_expression: null, interval_minutes: null, timezone: "UTC" } as const;
/** Once, at a time that is given beside it. */
export const ONCE: Timing = { ...NO_TIMES, schedule_type: "manual" };
export const everyMinutes = (interval_minutes: number): Timing => ({
  ...NO_TIMES,
  schedule_type: "interval_minutes",
  interval_minutes,
});

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NICKNAME = /^@(?:hourly|daily|weekly|monthly)$/;
/** Lists, ranges, steps and names; nothing of what one library adds to cron. */
const PART = String.raw`(?:\*|(?:\d{1,2}|[a-z]{3})(?:-(?:\d{1,2}|[a-z]{3}))?)(?:\/\d{1,2})?`;
const FIELD = new RegExp(`^${PART}(?:,${PART})*$`, "i");
const FIELDS = 5;
/** The repeated hour of a night in autumn is never longer. */
const SHIFT_MAX_MS = 3 * 3_600_000;

const fieldsOf = (expression: string) => expression.trim().split(/\s+/);
const openCron = (expression: string, timezone: string) =>
  new Cron(expression.trim(), { timezone, mode: "5-part", paused: true });

/** Whether it can be followed, and comes true some day. */
export function isCronExpression(expression: string): boolean {
  const fields = fieldsOf(expression);
  const isWritten =
    fields.length === FIELDS ? fields.every((field) => FIELD.test(field)) : NICKNAME.test(expression.trim());
  if (!isWritten) return false;
  try {
    return openCron(expression, "UTC").nextRun() !== null;
  } catch {
    return false;
  }
}

export function isTimezone(timezone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: timezone }).format(0) !== "";
  } catch {
    return false;
  }
}

/** How far the local time is ahead of UTC. */
function offsetMs(timezone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    hourCycle: "h23",
    dateStyle: "short",
    timeStyle: "medium",
  }).formatToParts(atMs);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return local - Math.floor(atMs / 1000) * 1000;
}

/** Whether the clocks of the place have shown this time before, because they were set back since. */
function isRepeated(timezone: string, atMs: number): boolean {
  const shiftMs = offsetMs(timezone, atMs - SHIFT_MAX_MS) - offsetMs(timezone, atMs);
  return shiftMs > 0 && offsetMs(timezone, atMs - shiftMs) - offsetMs(timezone, atMs) === shiftMs;
}

/**
 * The first time after `afterMs` that the expression names; `null` when there is none. A fixed time that is skipped in
 * spring comes right after the gap, one that is repeated in autumn comes once; hours written with `*` or a step are those
 * that really pass.
 */
function nextCron(expression: string, timezone: string, afterMs: number): number | null {
  const cron = openCron(expression, timezone);
  const hours = fieldsOf(expression)[1] ?? "*";
  const isFixed = !/[*/]/.test(hours);
  let next = cron.nextRun(new Date(afterMs));
  while (next && isFixed && isRepeated(timezone, next.getTime())) next = cron.nextRun(next);
  return next?.getTime() ?? null;
}

/** When a schedule that begins now happens first; `null`: never by itself. */
export function firstRun({ schedule_type: type, ...timing }: Timing, nowMs: number): number | null {
  if (type === "cron_expression" && timing.cron_expression !== null) {
    return nextCron(timing.cron_expression, timing.timezone, nowMs);
  }
  if (type === "interval_minutes" && timing.interval_minutes !== null) {
    return nowMs + timing.interval_minutes * MINUTE_MS;
  }
  return null;
}

/**
 * What is to be done about a planned time that has come. After any number of missed times it is caught up once, and only
 * when the last of them is less than a day ago. `next` follows the planned times, not when they were looked at.
 */
export function afterPlanned(
  timing: Timing,
  plannedMs: number,
  nowMs: number,
): { isDue: boolean; next: number | null } {
  const { schedule_type: type, interval_minutes: minutes } = timing;
  if (type === "interval_minutes" && minutes !== null) {
    const lengthMs = minutes * MINUTE_MS;
    const lastMs = plannedMs + Math.floor((nowMs - plannedMs) / lengthMs) * lengthMs;
    return { isDue: nowMs - lastMs < DAY_MS, next: lastMs + lengthMs };
  }
  // A time that was named once comes, however late.
  if (type === "manual") return { isDue: true, next: null };
  const oldestMs = nowMs - DAY_MS;
  const missedMs = plannedMs > oldestMs ? plannedMs : firstRun(timing, oldestMs);
  return { isDue: missedMs !== null && missedMs <= nowMs, next: firstRun(timing, nowMs) };
}
