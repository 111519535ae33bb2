import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { listSecrets } from "../../../db/secrets/secrets.ts";
import { access } from "../../http/gate/access.ts";
import { originOf } from "../../http/gate/caller/origin.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { ListSpec } from "../../kit/resource/list.ts";
import type { Given } from "../../kit/resource/record.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { requireSpace } from "../../storage/free-space.ts";
import { ImportStatusName } from "../import-record.ts";
import { READ, RUN } from "../policies.ts";
import { sealSecrets } from "../sources/seal-secrets.ts";
import { SOURCE_TYPES, type SourceType } from "../sources/source.ts";
import { runConfig } from "./begin-config.ts";
import { createConfig, deleteConfig, updateConfig } from "./change-config.ts";
import { type ConfigRow, configSecrets, ImportConfig } from "./import-config.ts";
import { readConfigSource } from "./read-source.ts";
import { configBody as bodyOf, shownSource } from "./shown-config.ts";
import { testRoutes } from "./test-routes.ts";

const { tier: _, ...IMPORTS } = RUN;
// A stored fingerprint of the request would be a hash of a password that may be short.
const WRITE = { ...IMPORTS, tier: "WRITE_CONFIG", secretAnswer: true } as const;
const LIST: ListSpec = {
  counters: "flat",
  filters: {
    is_active: Type.Boolean({ description: "Only those that run by their schedule, or only the others." }),
    source_type: oneOf(SOURCE_TYPES, { description: "Only those of this kind of source." }),
  },
};
const { table } = ImportConfig;

const idOf = (params: object) => String(Object(params)["config_id"]);
/** The body of a request: its schema has let it through. */
const fieldsOf = (body: unknown) => body as Given<typeof ImportConfig.fields>;

/** What has happened since the last change of it. */
const stampOf = (row: ConfigRow) => `${row.run_count} ${row.last_status} ${row.next_run_at}`;
const answer = (set: { headers: Record<string, string | number> }, row: ConfigRow) =>
  withETag({ headers: {}, set }, row.version, bodyOf(row), stampOf(row));

/** `/import-configs`: files that are fetched again and again. */
export const importConfigRoutes = (services: Services) =>
  resourceRoutes(services, ImportConfig, {
    path: "/import-configs",
    tag: "Import Configurations",
    rights: { view: READ, edit: WRITE, remove: { ...IMPORTS, tier: "WRITE_CONFIG" } },
    changes: { remove: deleteConfig },
    list: LIST,
    leaves: ["create", "put", "patch"],
    shows: { fields: {}, of: (row) => ({ source: shownSource(row) }) },
    stampOf,
    texts: {
      one: "ImportConfig",
      word: "import configuration",
      words: "import configurations",
      create: "",
      read: "With its last and its next run; passwords are never shown.",
      change: "",
      remove: "Its imports stay.",
    },
  })
    .use(changeRoutes(services))
    .use(testRoutes(services));

/** The source of a change with what lets in, encrypted; `null` when nothing of it is sent. */
async function changedSource(
  services: Services,
  tenantId: string,
  before: ConfigRow,
  fields: Given<typeof ImportConfig.fields>,
) {
  const type: SourceType = fields.source_type ?? before.source_type;
  if (fields.source === undefined) {
    if (type !== before.source_type) throw invalidBody([{ field: "source", type: "missing" }]);
    return null;
  }
  const place = configSecrets(before.id);
  const known = (await listSecrets(services.reader(tenantId), place)).map(({ field }) => field);
  const { source, secrets, stored } = await readConfigSource(services, type, fields.source, { stored: known });
  return {
    source: { ...source },
    secrets: { given: sealSecrets(services.secrets, { tenantId, place }, secrets), stored },
  };
}

const changeRoutes = (services: Services) =>
  new Elysia()
    .use(access(services))
    .post(
      "",
      async ({ body, tenantId, language, write, set, status }) => {
        const fields = fieldsOf(body);
        const id = services.newId();
        const type = required(fields.source_type, "source_type");
        const { source, secrets } = await readConfigSource(services, type, fields.source ?? {}, { stored: [] });
        const sealed = sealSecrets(services.secrets, { tenantId, place: configSecrets(id) }, secrets);
        const row = await write(createConfig, {
          id,
          fields: { ...fields, source: { ...source }, language },
          secrets: sealed,
        });
        set.headers["location"] = `/api/v1/import-configs/${row.id}`;
        return status(201, answer(set, row));
      },
      {
        policy: WRITE,
        body: ImportConfig.Create,
        response: { 201: ImportConfig.Body },
        detail: {
          operationId: "createImportConfig",
          summary: "Create an import configuration",
          description:
            "Fetches files by a schedule and imports those that a mapping template fits. `source` is the body of the route of its source.",
        },
      },
    )
    .put(
      "/:config_id",
      async ({ body, db, params, tenantId, write, headers, set }) => {
        const before = required(await table.find(db, idOf(params)), "import_config", idOf(params));
        const fields = fieldsOf(body);
        const change = await changedSource(services, tenantId, before, fields);
        const input = { id: before.id, expected: ifMatch(headers), secrets: change?.secrets ?? null };
        const sent = { ...fields, ...(change && { source: change.source }) };
        return answer(set, await write(updateConfig, { ...input, fields: sent }));
      },
      {
        policy: WRITE,
        params: ImportConfig.Params,
        body: ImportConfig.Update,
        response: { 200: ImportConfig.Body },
        detail: {
          operationId: "putImportConfig",
          summary: "Update an import configuration",
          description:
            "Absent fields keep their value, passwords too. When the server or the login changes, send the password again.",
        },
      },
    )
    .post(
      "/:config_id/toggle",
      async ({ db, body, params, write, headers }) => {
        const before = required(await table.find(db, idOf(params)), "import_config", idOf(params));
        const fields = { is_active: body?.is_active ?? !before.is_active };
        const row = await write(updateConfig, { id: before.id, expected: ifMatch(headers), secrets: null, fields });
        return { id: row.id, is_active: row.is_active, next_run_at: row.next_run_at };
      },
      {
        policy: { ...IMPORTS, tier: "WRITE_CONFIG" },
        params: ImportConfig.Params,
        body: Type.Optional(Type.Object({ is_active: Type.Optional(Type.Boolean()) })),
        response: {
          200: Type.Object({
            id: Type.String({ format: "uuid" }),
            is_active: Type.Boolean(),
            next_run_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
          }),
        },
        detail: {
          operationId: "toggleImportConfig",
          summary: "Switch an import configuration on or off",
          description: "Without a body it is switched over. Switched on, its next run is planned from now.",
        },
      },
    )
    .post(
      "/:config_id/run",
      async ({ params, request, write, status }) => {
        await requireSpace(services.config);
        const apiUrl = originOf(request, services);
        const made = await write(runConfig, { id: idOf(params), tasksMax: services.config.tenantTasks, apiUrl });
        return status(202, { id: made.id, status: "pending" as const, config_id: idOf(params) });
      },
      {
        policy: { ...RUN, refusals: ["INVALID_STATE", "INSUFFICIENT_STORAGE"] },
        params: ImportConfig.Params,
        response: {
          202: Type.Object({
            id: Type.String({ format: "uuid", description: "Id of the import." }),
            status: ImportStatusName,
            config_id: Type.String({ format: "uuid" }),
          }),
        },
        detail: {
          operationId: "runImportConfig",
          summary: "Run an import configuration now",
          description: "Also of an inactive one. One run at a time: refused while the last one has not ended.",
        },
      },
    );
