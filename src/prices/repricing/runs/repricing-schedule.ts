import { mutation, type Reader } from "../../../../db/ports.ts";
import { findSetting, putSetting } from "../../../../db/settings/settings.ts";
import { invalidBody } from "../../../http/output/errors.ts";
import { requireVersion, versionOf } from "../../../http/output/etag.ts";
import type { SettingChange } from "../../../kit/setting.ts";
import type { Timing } from "../../../schedules/next-run.ts";
import { plan } from "../../../schedules/schedule-plan.ts";
import { timingProblems } from "../../../schedules/timing-fields.ts";

/** When repricing runs by itself. */
export interface RepricingSchedule extends Timing {
  is_active: boolean;
  notification_emails: string[];
}

type TimeField = Exclude<Timing["schedule_type"], "manual">;

const NAME = "repricing-schedule";
const NONE: RepricingSchedule = {
  is_active: false,
  schedule_type: "cron_expression",
  cron_expression: null,
  interval_minutes: null,
  timezone: "Europe/Paris",
  notification_emails: [],
};

/** The schedule of the tenant; one that was never set is inactive. */
export const findRepricingSchedule = async (db: Reader): Promise<RepricingSchedule> => ({
  ...NONE,
  // Written below.
  ...((await findSetting(db, NAME)) as Partial<RepricingSchedule> | undefined),
});
export const REPRICING_SCHEDULE = { name: NAME, find: findRepricingSchedule, versionOf };

/** Sets the schedule; fields that are not sent stay. Throws VALIDATION_FAILED and PRECONDITION_FAILED. */
export const setRepricingSchedule = mutation(
  "repricing.set-schedule",
  async (tx, { change: fields, expected }: SettingChange<Partial<RepricingSchedule>>, { now }) => {
    const before = await findRepricingSchedule(tx);
    requireVersion(expected, versionOf(before));
    const after = { ...before, ...fields };
    // What was never set lacks a time, and is no mistake until a request speaks of it.
    const isTimed =
      after.is_active || fields.schedule_type !== undefined || fields[after.schedule_type as TimeField] === null;
    const problems = timingProblems(after).filter(({ type }) => isTimed || type !== "missing");
    if (problems.length > 0) throw invalidBody(problems);
    await putSetting(tx, NAME, after, now());
    const owner = {
      kind: "repricing.scheduled",
      ownerId: "repricing",
      payload: {},
      isActive: after.is_active,
    } as const;
    await plan(tx, owner, after, now());
    return after;
  },
);
