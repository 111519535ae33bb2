import { Type } from "@sinclair/typebox";
import { findOpenRun } from "../../../db/export-platforms/jobs.ts";
import { NEXT_RUN, PLATFORM_NAME } from "../../../db/export-schedules/runs.ts";
import type { Reader, Tx } from "../../../db/ports.ts";
import { computed } from "../../../db/selection.ts";
import { NUMBER, TEXT, TEXT_OR_NULL } from "../../../db/table.ts";
import { orNull, Time, unknownReference } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import {
  choiceField,
  DATE_TIME,
  flagField,
  hiddenField,
  jsonField,
  nameField,
  numberField,
  shownField,
  textField,
} from "../../kit/resource/fields.ts";
import { record } from "../../kit/resource/record.ts";
import type { Timing } from "../../schedules/next-run.ts";
import { plan, unplan } from "../../schedules/schedule-plan.ts";
import { TIMING_FIELDS, timingProblems } from "../../schedules/timing-fields.ts";
import { Feed } from "../feeds/export-feed.ts";
import { planFeed } from "../feeds/plan-feed.ts";
import { FORMATS, type FormatName } from "../formats/formats.ts";
import { lifecycle as exportJobs } from "../platforms/export-job.ts";
import { Platform } from "../platforms/platform.ts";
import type { ExportOptions } from "../tasks/export-options.ts";
import { type ExportBody, readExport } from "../tasks/read-export.ts";

/** The file of a feed, to be sent. Throws what `refuse` makes of what is wrong with it. */
async function exportOfFeed(
  db: Reader,
  feedId: string,
  { origin, refuse }: { origin: string; refuse: (problems: FieldProblem[]) => Error },
): Promise<ExportOptions> {
  const row = await Feed.table.find(db, feedId);
  const feed = row && (await planFeed(db, row));
  if (!feed || "problems" in feed) {
    throw refuse([{ field: "feed_id", type: "invalid_value", key: "validation.unknown_reference" }]);
  }
  const { wanted, ...format } = feed;
  return { resource: "products", wanted, format: { name: "feed", ...format }, origin };
}

/** Which file a schedule makes. */
export interface ScheduledExport {
  filters?: Record<string, unknown>;
  format?: FormatName;
  /** The options of a format export. */
  options?: Omit<ExportBody, "filters">;
  /** The file of a feed, in place of the others. */
  feed_id?: string;
  /** Only what changed since the last file that arrived. */
  only_changed?: boolean;
}

const EMAILS_MAX = 20;
const ExportConfig = Type.Object(
  {
    filters: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Filters of the product list." })),
    format: Type.Optional(oneOf(Object.keys(FORMATS) as FormatName[], { description: "Default csv." })),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "The body of a format export, without `filters`." }),
    ),
    feed_id: Type.Optional(
      Type.String({
        format: "uuid",
        description: "The file of this export feed, in place of filters, format and options.",
      }),
    ),
    only_changed: Type.Optional(
      Type.Boolean({ description: "Only products that changed since the last file that arrived. Default false." }),
    ),
  },
  {
    title: "ExportConfig",
    examples: [{ filters: { category: "Garden" }, format: "excel", options: { language: "fr" } }],
  },
);
const Emails = Type.Array(Type.String({ format: "email", maxLength: 254 }), {
  maxItems: EMAILS_MAX,
  examples: [["shop@example.com"]],
});
const whole = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

/** A file that goes to a platform again and again. */
export const Schedule = record({
  table: "export_schedule",
  noun: "export_schedule",
  key: "schedule",
  fields: {
    platform_id: textField(Type.String({ format: "uuid", description: "The export platform." })),
    platform_name: shownField(Type.String(), computed(PLATFORM_NAME, TEXT), ""),
    schedule_name: nameField(200, "Names its files, too.", { example: "Garden, nightly" }),
    ...TIMING_FIELDS,
    schedule_type: choiceField(["cron_expression", "interval_minutes"] as const, "cron_expression", "Default cron."),
    timezone: { ...TIMING_FIELDS.timezone, initial: "Europe/Paris" },
    is_active: flagField(true, "Default true."),
    export_config: jsonField<ScheduledExport>(ExportConfig, {}),
    max_retries: numberField(whole(0, 10, "Default 3."), 3),
    retry_delay_seconds: numberField(whole(10, 86_400, "Default 300."), 300),
    notification_emails: jsonField<string[]>(Emails, []),
    notify_on_success: flagField(false, "Default false."),
    notify_on_failure: flagField(true, "After the last retry. Default true."),
    run_count: shownField(Type.Integer({ minimum: 0 }), computed("export_schedule.run_count", NUMBER), 0),
    next_run_at: shownField(orNull(Time), computed(NEXT_RUN, DATE_TIME), null),
    last_run_at: shownField(orNull(Time), computed("export_schedule.last_run_at_ms", DATE_TIME), null),
    last_status: shownField(
      orNull(oneOf(["running", "completed", "failed"])),
      computed("export_schedule.last_status", TEXT_OR_NULL),
      null,
    ),
    origin: hiddenField(TEXT, ""),
  },
  expands: { platform: "export_platform" },
});
export type ScheduleRow = ReturnType<typeof Schedule.blank>;

const withPrefix = (prefix: string) => (problems: FieldProblem[]) =>
  invalidBody(problems.map((problem) => ({ ...problem, field: `${prefix}.${problem.field}` })));

/** Which file a schedule makes now. Throws VALIDATION_FAILED for what cannot be made. */
export function readScheduled(db: Reader, { export_config: config, origin }: ScheduleRow): Promise<ExportOptions> {
  const { feed_id: feedId, filters, format, options } = config;
  const place = { origin, refuse: withPrefix("export_config") };
  if (feedId === undefined) {
    const kind = { format: format ?? "csv", resource: "products" } as const;
    return readExport(db, kind, { ...options, ...(filters && { filters }) }, place);
  }
  const besides = Object.entries({ filters, format, options }).filter(([, value]) => value !== undefined);
  if (besides.length === 0) return exportOfFeed(db, feedId, place);
  throw place.refuse(besides.map(([field]) => ({ field, type: "invalid_value", key: "exports.feed_decides" })));
}

const replan = (tx: Tx, row: ScheduleRow, nowMs: number) =>
  plan(
    tx,
    { kind: "export-schedules.run", ownerId: row.id, payload: { scheduleId: row.id }, isActive: row.is_active },
    row satisfies Timing,
    nowMs,
  );

/** The next run is planned in the change's own transaction. */
export const scheduleChanges = changesOf("export-schedules", Schedule, {
  check: async (tx, row) => {
    const problems = timingProblems(row);
    if (problems.length > 0) throw invalidBody(problems);
    if (!(await Platform.table.find(tx, row.platform_id))) throw unknownReference("platform_id");
    await readScheduled(tx, row);
  },
  created: (tx, row, { now }) => replan(tx, row, now()),
  changed: (tx, { after }, { now }) => replan(tx, after, now()),
  deleted: async (tx, { id }, _, context) => {
    const jobId = await findOpenRun(tx, id);
    if (jobId !== undefined) await exportJobs.settleById(tx, jobId, "cancel", { error: null }, context);
    await unplan(tx, "export-schedules.run", id);
    await unplan(tx, "export-schedules.retry", id);
  },
});
