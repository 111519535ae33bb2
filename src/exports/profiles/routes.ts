import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { accessRoutes } from "../../http/gate/access.ts";
import { originOf } from "../../http/gate/caller/origin.ts";
import { invalidBody } from "../../http/output/errors.ts";
import type { Given } from "../../kit/resource/record.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { previewCall } from "../calls.ts";
import { EXPORTS } from "../policies.ts";
import { exportOf, exportOfProfile } from "./find-profile.ts";
import { planProfile } from "./plan.ts";
import { ProfilePreview } from "./preview.ts";
import { ExportProfile, PROFILE_FIELDS, profileChanges } from "./profile.ts";

const READ = { ...EXPORTS, tier: "READ_STANDARD" } as const;
const WRITE = { ...EXPORTS, tier: "WRITE_CONFIG" } as const;

const { columns, ...optional } = PROFILE_FIELDS;
const Unsaved = Type.Object({
  columns: columns.input,
  ...Object.fromEntries(Object.entries(optional).map(([name, { input }]) => [name, Type.Optional(input)])),
});
type Fields = Given<(typeof ExportProfile)["fields"]>;

/** `/exports/profiles`: how products become the rows of a file. */
export const profileRoutes = (services: Services) =>
  new Elysia()
    .use(
      resourceRoutes(services, ExportProfile, {
        path: "/exports/profiles",
        tag: "Export Profiles",
        rights: { view: READ, edit: { ...WRITE, narrows: true }, remove: WRITE },
        changes: profileChanges,
        texts: {
          one: "ExportProfile",
          create: "Exports, streams, schedules and feeds then name it by `profile_id` or `profile`.",
          read: "With its columns.",
          change:
            "Absent fields keep their value; `columns` and `filters` are replaced as a whole. Started exports keep the old one.",
          remove: "Schedules and feeds that name it fail until they name another one.",
        },
      }),
    )
    .use(previewRoutes(services));

const previewRoutes = (services: Services) =>
  accessRoutes(services, "Export Profiles", "/exports/profiles")
    .get(
      "/:profile_id/preview",
      async ({ db, tenantId, params, request }) => {
        const id = String(Object(params)["profile_id"]);
        const profile = await ExportProfile.require(db, id);
        const wanted = await exportOfProfile(db, profile, {});
        if ("problems" in wanted) throw invalidBody(wanted.problems);
        return services.call(previewCall, tenantId, { wanted, origin: originOf(request, services) }, request.signal);
      },
      {
        policy: { ...READ, refusals: ["VALIDATION_FAILED"] },
        params: ExportProfile.Params,
        response: { 200: ProfilePreview },
        detail: {
          operationId: "previewExportProfile",
          summary: "Preview an export profile",
          description: "The first 20 rows. Writes no file. 422 when it names something that does not exist any more.",
        },
      },
    )
    .post(
      "/preview",
      async ({ db, tenantId, body, request }) => {
        // Its schema holds the fields of a profile.
        const given = body as Static<typeof Unsaved> & Fields;
        const planned = await planProfile(db, ExportProfile.apply(ExportProfile.blank("", services.now()), given));
        if ("problems" in planned) throw invalidBody(planned.problems);
        const wanted = exportOf(planned);
        return services.call(previewCall, tenantId, { wanted, origin: originOf(request, services) }, request.signal);
      },
      {
        policy: { ...READ, readOnly: true, narrows: true },
        body: Unsaved,
        response: { 200: ProfilePreview },
        detail: {
          operationId: "previewUnsavedExportProfile",
          summary: "Preview an unsaved export profile",
          description: "The first 20 rows of what the body says. Stores nothing.",
        },
      },
    );
