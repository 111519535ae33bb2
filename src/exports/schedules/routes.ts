import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Reader } from "../../../db/ports.ts";
import { access } from "../../http/gate/access.ts";
import { originOf } from "../../http/gate/origin.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { flatPageOf } from "../../http/input/page.ts";
import { noContent } from "../../http/output/answers.ts";
import { required } from "../../http/output/errors.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { listQuery, pageOfList } from "../../kit/resource/list.ts";
import type { Given } from "../../kit/resource/record.ts";
import type { Services } from "../../runtime/services.ts";
import { flatOf } from "../platforms/platform-body.ts";
import { EXPORTS } from "../policies.ts";
import { createSchedule, deleteSchedule, Schedule, updateSchedule } from "./export-schedule.ts";

const POLICY = { ...EXPORTS, tier: "EXPORT_SCHEDULE" } as const;
const LIST = {
  filters: {
    platform_id: Type.String({ format: "uuid", description: "Only those of this platform." }),
    schedule_type: oneOf(["cron_expression", "interval_minutes"], { description: "Only this type." }),
    is_active: Type.Boolean({ description: "Only active or only inactive ones." }),
  },
};
type Fields = Given<(typeof Schedule)["fields"]>;
const Params = Type.Object({
  schedule_id: Type.String({ format: "uuid", description: "Id of the export schedule." }),
});
const Toggle = Type.Object({ enabled: Type.Boolean({ description: "Whether it runs." }) });

const find = async (db: Reader, id: string) => required(await Schedule.table.find(db, id), Schedule.noun, id);

/** `/exports/schedules`: files that go to a platform again and again. */
export const scheduleRoutes = (services: Services) =>
  new Elysia({ prefix: "/exports/schedules", tags: ["Export Schedules"] })
    .use(access(services))
    .get(
      "",
      async ({ db, query }) =>
        flatOf(
          await pageOfList(db, { ...Schedule.table, name: "export-schedules" }, LIST, { ...query }, Schedule.bodyOf),
        ),
      {
        policy: POLICY,
        query: listQuery(LIST),
        response: { 200: flatPageOf(Schedule.Body) },
        detail: { operationId: "listExportSchedules", summary: "List export schedules", description: "Newest first." },
      },
    )
    .post(
      "",
      async ({ db, write, body, request, set, status }) => {
        const origin = originOf(request, services.config);
        // Its schema lets these through.
        const { id } = await write(createSchedule, { fields: { ...(body as Fields), origin } });
        const row = await find(db, id);
        set.headers["location"] = `/api/v1/exports/schedules/${id}`;
        return status(201, withETag({ headers: {}, set }, row.version, Schedule.bodyOf(row)));
      },
      {
        policy: { ...POLICY, narrows: true },
        body: Schedule.Create,
        response: { 201: Schedule.Body },
        detail: {
          operationId: "createExportSchedule",
          summary: "Create an export schedule",
          description:
            "Each run makes one file and sends it. A run that is still busy skips the next one; a missed run is caught up within a day.",
        },
      },
    )
    .use(oneSchedule(services));

/** One schedule, by id. */
const oneSchedule = (services: Services) =>
  new Elysia({ tags: ["Export Schedules"] })
    .use(access(services))
    .get(
      "/:schedule_id",
      async ({ db, params, headers, set }) => {
        const row = await find(db, params.schedule_id);
        return withETag(
          { headers, set },
          row.version,
          Schedule.bodyOf(row),
          `${row.run_count}-${row.last_status}-${row.next_run_at}`,
        );
      },
      {
        policy: POLICY,
        params: Params,
        response: { 200: Schedule.Body },
        detail: {
          operationId: "getExportSchedule",
          summary: "Get an export schedule",
          description: "With when it ran last, and when it runs next.",
        },
      },
    )
    .put(
      "/:schedule_id",
      async ({ db, write, params, body, headers, set }) => {
        const id = params.schedule_id;
        // Its schema lets these through.
        await write(updateSchedule, { id, fields: body as Fields, expected: ifMatch(headers) });
        const row = await find(db, id);
        return withETag({ headers: {}, set }, row.version, Schedule.bodyOf(row));
      },
      {
        policy: { ...POLICY, narrows: true },
        params: Params,
        body: Schedule.Update,
        response: { 200: Schedule.Body },
        detail: {
          operationId: "putExportSchedule",
          summary: "Update an export schedule",
          description: "Updates the fields sent; `export_config` is replaced as a whole.",
        },
      },
    )
    .delete(
      "/:schedule_id",
      async ({ write, params, headers }) => {
        const id = params.schedule_id;
        while (!(await write(deleteSchedule, { id, how: undefined, expected: ifMatch(headers) })).isDone);
        return noContent();
      },
      {
        policy: POLICY,
        params: Params,
        response: { 204: Type.Void({ description: "The export schedule is deleted." }) },
        detail: {
          operationId: "deleteExportSchedule",
          summary: "Delete an export schedule",
          description: "The jobs of its runs stay.",
        },
      },
    )
    .post(
      "/:schedule_id/toggle",
      async ({ db, write, params, query, headers, set }) => {
        const id = params.schedule_id;
        await write(updateSchedule, { id, fields: { is_active: query.enabled }, expected: ifMatch(headers) });
        const row = await find(db, id);
        return withETag({ headers: {}, set }, row.version, Schedule.bodyOf(row));
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
