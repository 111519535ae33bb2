import { expect, test } from "bun:test";
import { afterPlanned, firstRun, isCronExpression, isTimezone, type Timing } from "../../src/schedules/next-run.ts";
import { TIMING_FIELDS, timingProblems } from "../../src/schedules/timing-fields.ts";

const at = (iso: string) => Date.parse(iso);
const cron = (cron_expression: string, timezone = "Europe/Paris"): Timing => ({
  schedule_type: "cron_expression",
  cron_expression,
  interval_minutes: null,
  timezone,
});
const every = (interval_minutes: number): Timing => ({
  schedule_type: "interval_minutes",
  cron_expression: null,
  interval_minutes,
  timezone: "Europe/Paris",
});

/** The first runs after a time. */
function runs(timing: Timing, from: string, count: number): (string | null)[] {
  const found: (string | null)[] = [];
  for (let ms: number | null = at(from); found.length < count && ms !== null; ) {
    ms = firstRun(timing, ms);
    found.push(ms === null ? null : new Date(ms).toISOString().replace(":00.000Z", "Z"));
  }
  return found;
}

test("D3-133, S36.14 a time that is skipped in spring comes right after the gap", () => {
  expect(runs(cron("30 2 * * *"), "2027-03-27T00:00:00Z", 3)).toEqual([
    "2027-03-27T01:30Z",
    "2027-03-28T01:00Z",
    "2027-03-29T00:30Z",
  ]);
});

test("S36.14 a time that is repeated in autumn comes once, the first time", () => {
  expect(runs(cron("30 2 * * *"), "2027-10-30T12:00:00Z", 2)).toEqual(["2027-10-31T00:30Z", "2027-11-01T01:30Z"]);
  expect(runs(cron("0 2,3 * * *"), "2027-10-30T12:00:00Z", 3)).toEqual([
    "2027-10-31T00:00Z",
    "2027-10-31T02:00Z",
    "2027-11-01T01:00Z",
  ]);
});

test("S36.14 hours written with * or a step are those that pass", () => {
  expect(runs(cron("0 * * * *"), "2027-10-30T22:00:00Z", 25).at(-1)).toBe("2027-10-31T23:00Z");
  expect(runs(cron("0 * * * *"), "2027-03-27T23:00:00Z", 23).at(-1)).toBe("2027-03-28T22:00Z");
});

test("S36.13 what is a cron expression", () => {
  for (const good of [
    "0 6 * * *",
    "*/15 8-18 * * mon-fri",
    "0 0 1,15 * *",
    "0 0 * * 7",
    "@daily",
    "@hourly",
    "@weekly",
    "@monthly",
  ]) {
    expect([good, isCronExpression(good)]).toEqual([good, true]);
  }
  for (const bad of [
    "",
    "* * * *",
    "* * * * * *",
    "61 * * * *",
    "a b c d e",
    "0 0 31 2 *",
    "0 0 L * *",
    "@yearly",
    "@reboot",
  ]) {
    expect([bad, isCronExpression(bad)]).toEqual([bad, false]);
  }
  expect([isTimezone("America/New_York"), isTimezone("UTC"), isTimezone("Mars/Base")]).toEqual([true, true, false]);
});

test("S36.15 an interval is counted from the planned time; what was missed is caught up once, within a day", () => {
  const planned = at("2027-01-01T00:00:00Z");
  const later = (minutes: number) => planned + minutes * 60_000;
  expect(afterPlanned(every(60), planned, later(2))).toEqual({ isDue: true, next: later(60) });
  expect(afterPlanned(every(60), planned, later(200))).toEqual({ isDue: true, next: later(240) });
  expect(afterPlanned(every(3 * 1440), planned, later(2 * 1440))).toEqual({ isDue: false, next: later(3 * 1440) });
});

test("S36.15 a cron time that was missed by more than a day is not caught up", () => {
  const monthly = cron("0 6 1 * *", "UTC");
  const planned = at("2027-01-01T06:00:00Z");
  const next = at("2027-02-01T06:00:00Z");
  expect(afterPlanned(monthly, planned, at("2027-01-02T05:00:00Z"))).toEqual({ isDue: true, next });
  expect(afterPlanned(monthly, planned, at("2027-01-02T07:00:00Z"))).toEqual({ isDue: false, next });
  const daily = cron("0 6 * * *", "UTC");
  expect(afterPlanned(daily, planned, at("2027-01-20T07:00:00Z")).isDue).toBe(true);
});

test("S36.13 what is wrong with a schedule is reported by field", () => {
  const fieldsOf = (timing: Timing) => timingProblems(timing).map(({ field }) => field);
  expect(fieldsOf(cron("0 6 * * *"))).toEqual([]);
  expect(fieldsOf({ ...cron("0 6 * * *"), schedule_type: "interval_minutes" })).toEqual(["interval_minutes"]);
  expect(fieldsOf({ ...every(5), schedule_type: "cron_expression", timezone: "Mars/Base" })).toEqual([
    "cron_expression",
    "timezone",
  ]);
  expect(fieldsOf({ ...every(5), cron_expression: "never" })).toEqual(["cron_expression"]);
  expect(Object.keys(TIMING_FIELDS)).toEqual(Object.keys(every(5)));
});
