import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { accessRoutes } from "../../http/gate/access.ts";
import { originOf } from "../../http/gate/caller/origin.ts";
import { idParams } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { EXPORTS } from "../policies.ts";
import { Schedule, type ScheduleRow, scheduleChanges } from "./export-schedule.ts";

const POLICY = { ...EXPORTS, tier: "EXPORT_SCHEDULE" } as const;
const PATH = "/exports/schedules";
const TAG = "Export Schedules";
const Params = idParams({ schedule_id: "export schedule" });
const Toggle = Type.Object({ enabled: Type.Boolean({ description: "Whether it runs." }) });

/** What its runs change, and its version does not grow with. */
const stampOf = ({ run_count, last_status, next_run_at }: ScheduleRow) => `${run_count}-${last_status}-${next_run_at}`;

/** `/exports/schedules`: files that go to a platform again and again. */
export const scheduleRoutes = (services: Services) =>
  new Elysia().use(routesOfSchedules(services)).use(toggleRoute(services));

const routesOfSchedules = (services: Services) =>
  resourceRoutes(
    services,
    { ...Schedule, Params },
    {
      path: PATH,
      tag: TAG,
      rights: { view: POLICY, edit: { ...POLICY, narrows: true, refusals: [] }, remove: POLICY },
      changes: scheduleChanges,
      list: {
        filters: {
          platform_id: Type.String({ format: "uuid", description: "Only those of this platform." }),
          schedule_type: oneOf(["cron_expression", "interval_minutes"], { description: "Only this type." }),
          is_active: Type.Boolean({ description: "Only active or only inactive ones." }),
        },
        counters: "flat",
      },
      leaves: ["patch"],
      isReread: true,
      stampOf,
      seal: (fields, { request, isNew }) => ({
        fields: { ...fields, ...(isNew && { origin: originOf(request, services) }) },
      }),
      texts: {
        one: "ExportSchedule",
        create:
          "Each run makes one file and sends it. A run that is still busy skips the next one; a missed run is caught up within a day.",
        read: "With when it ran last, and when it runs next.",
        change: "Updates the fields sent; `export_config` is replaced as a whole.",
        remove: "The jobs of its runs stay.",
      },
    },
  );

const toggleRoute = (services: Services) =>
  accessRoutes(services, TAG, PATH).post(
    "/:schedule_id/toggle",
    async ({ db, write, params: { schedule_id: id }, query, headers, set }) => {
      await write(scheduleChanges.update, { id, fields: { is_active: query.enabled }, expected: ifMatch(headers) });
      const row = await Schedule.require(db, id);
      return withETag({ headers: {}, set }, row.version, Schedule.bodyOf(row), stampOf(row));
    },
    {
      policy: POLICY,
      params: Params,
      query: Toggle,
      response: { 200: Schedule.Body },
      detail: {
        operationId: "toggleExportSchedule",
        summary: "Switch an export schedule on or off",
        description: "After it is switched on, it runs at the next scheduled time; missed runs are not repeated.",
      },
    },
  );
