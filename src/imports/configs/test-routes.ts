import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { access } from "../../http/gate/access.ts";
import { oneOf } from "../../http/input/one-of.ts";
import type { Services } from "../../runtime/services.ts";
import { lookCall } from "../calls.ts";
import { WRITE } from "../policies.ts";
import { SeenSource } from "../sources/seen-source.ts";
import { SOURCE_TYPES, type Source } from "../sources/source.ts";
import { ImportConfig } from "./import-config.ts";
import { readConfigSource } from "./read-source.ts";

const TEST = { ...WRITE, readOnly: true } as const;
const FINDS =
  "Logs in and lists the files that fit, with which one a run would take; takes none and changes nothing. 15 seconds at most.";

const UnsavedSource = Type.Object({
  source_type: oneOf(SOURCE_TYPES, { description: "Where the files are." }),
  source: Type.Record(Type.String(), Type.Unknown(), {
    maxProperties: 30,
    description: "The body of the route of that source, such as `POST /imports/import/sftp`.",
    examples: [{ host: "ftp.supplier.example", username: "shop", password: "…", directory_path: "out" }],
  }),
});

/** What shows what a source holds before anything is taken from it. */
export const testRoutes = (services: Services) =>
  new Elysia()
    .use(access(services))
    .post(
      "/test",
      async ({ body, tenantId, language, request }) => {
        const { source, secrets } = await readConfigSource(services, body.source_type, body.source, { stored: [] });
        const requested = { source, secrets, configId: null, language };
        return services.call(lookCall, tenantId, requested, request.signal);
      },
      {
        policy: { ...TEST, secretAnswer: true },
        body: UnsavedSource,
        response: { 200: SeenSource },
        detail: {
          operationId: "testUnsavedImportSource",
          summary: "Test a source",
          description: `${FINDS} Stores nothing.`,
        },
      },
    )
    .post(
      "/:config_id/test",
      async ({ db, params, tenantId, language, request }) => {
        const id = String(Object(params)["config_id"]);
        const row = await ImportConfig.require(db, id);
        // Stored by `createConfig` and `updateConfig` from such a source.
        const requested = { source: row.source as unknown as Source, secrets: {}, configId: row.id, language };
        return services.call(lookCall, tenantId, requested, request.signal);
      },
      {
        policy: TEST,
        params: ImportConfig.Params,
        response: { 200: SeenSource },
        detail: {
          operationId: "testImportConfig",
          summary: "Test an import configuration",
          description: `${FINDS} Also of an inactive one.`,
        },
      },
    );
