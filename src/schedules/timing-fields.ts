import { Type } from "@sinclair/typebox";
import type { FieldProblem } from "../http/output/errors.ts";
import { choiceField, optionalInteger, optionalText, textField } from "../kit/resource/fields.ts";
import { isCronExpression, isTimezone, SCHEDULE_TYPES, type Timing } from "./next-run.ts";

const INTERVAL_MAX = 525_600;

/** The fields of a resource that has a schedule. */
export const TIMING_FIELDS = {
  schedule_type: choiceField(
    SCHEDULE_TYPES,
    "manual",
    "What decides when it runs. Default manual: only when asked to.",
  ),
  cron_expression: optionalText(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Five fields in the local time of `timezone`, or @hourly, @daily, @weekly, @monthly.",
      examples: ["30 6 * * mon-fri"],
    }),
  ),
  interval_minutes: optionalInteger(
    Type.Integer({ minimum: 1, maximum: INTERVAL_MAX, description: "Minutes from one run to the next." }),
  ),
  timezone: textField(
    Type.String({ minLength: 1, maxLength: 64, description: "IANA name. Default UTC.", examples: ["Europe/Paris"] }),
    { initial: "UTC" },
  ),
};

/** What is wrong with a schedule: a malformed expression, an unknown time zone, the field that its type needs. */
export function timingProblems(timing: Timing): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const { schedule_type: type, cron_expression: cron, timezone } = timing;
  if (type !== "manual" && timing[type] === null) problems.push({ field: type, type: "missing" });
  if (cron !== null && !isCronExpression(cron)) {
    problems.push({ field: "cron_expression", type: "invalid_format", key: "schedules.cron" });
  }
  if (!isTimezone(timezone)) problems.push({ field: "timezone", type: "invalid_value", key: "schedules.timezone" });
  return problems;
}
