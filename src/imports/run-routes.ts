import { Elysia } from "elysia";
import { access } from "../http/access.ts";
import type { Services } from "../services.ts";
import { archiveImport } from "./archive-import.ts";
import { cancelImport } from "./cancel-import.ts";
import { ImportRecord, importRecord } from "./import-record.ts";
import { pauseImport } from "./pause-import.ts";
import { RUN, WRITE } from "./policies.ts";
import { reanalyzeImport } from "./reanalyze-import.ts";
import { resumeImport } from "./resume-import.ts";
import { retryImport } from "./retry-import.ts";
import { saveMapping } from "./save-mapping.ts";
import { DryRunBody, ImportMoved, ImportParams, ImportStarted, MappingSave, Reanalyze, Reanalyzed } from "./schema.ts";
import { startProcessing } from "./start-processing.ts";

const ANY_STATE = "In any other state it is refused.";

/** `/imports/{import_id}/…`: what is done with an import. */
export const runRoutes = (services: Services) =>
  new Elysia({ prefix: "/imports/:import_id", tags: ["Imports"] })
    .use(mappingRoutes(services))
    .use(movingRoutes(services))
    .use(finishedRoutes(services));

/** What is done before an import runs. */
const mappingRoutes = (services: Services) =>
  new Elysia()
    .use(access(services))
    .post("/save-mapping", ({ write, params, body }) => write(saveMapping, { id: params.import_id, mapping: body }), {
      policy: WRITE,
      params: ImportParams,
      body: MappingSave,
      response: { 200: ImportMoved },
      detail: {
        operationId: "saveImportMapping",
        summary: "Say which column is which field",
        description: `Makes the import ready. Possible from awaiting_mapping and ready. ${ANY_STATE}`,
      },
    })
    .post(
      "/reanalyze",
      ({ db, tenantId, write, params, body, language }) =>
        reanalyzeImport(
          services,
          { db, tenantId, write, language },
          { id: params.import_id, skipHeaderRows: body.skip_header_rows },
        ),
      {
        policy: WRITE,
        params: ImportParams,
        body: Reanalyze,
        response: { 200: Reanalyzed },
        detail: {
          operationId: "reanalyzeImport",
          summary: "Analyse the file again",
          description: `Drops other records before the header. Mapping, counters and problems are cleared. Possible from pending, awaiting_mapping and failed. ${ANY_STATE}`,
        },
      },
    )
    .post(
      "/dry-run",
      ({ tenantId, params, language }) => services.ask("imports.dry-run", tenantId, { id: params.import_id, language }),
      {
        policy: { ...RUN, readOnly: true },
        params: ImportParams,
        response: { 200: DryRunBody },
        detail: {
          operationId: "dryRunImport",
          summary: "Find out what an import would do",
          description: `Reads the whole file and writes nothing. Without a saved mapping the suggested one is taken. Possible from pending, awaiting_mapping and ready. ${ANY_STATE}`,
        },
      },
    );

/** What is done while an import runs. */
const movingRoutes = (services: Services) =>
  new Elysia()
    .use(access(services))
    .post(
      "/start-processing",
      async ({ write, params, status }) => status(202, await write(startProcessing, { id: params.import_id })),
      {
        policy: RUN,
        params: ImportParams,
        response: { 202: ImportStarted },
        detail: {
          operationId: "startImport",
          summary: "Start an import",
          description: `Applies the rows in the background. Possible from ready. ${ANY_STATE}`,
        },
      },
    )
    .post("/pause", ({ write, params }) => write(pauseImport, { id: params.import_id }), {
      policy: WRITE,
      params: ImportParams,
      response: { 200: ImportMoved },
      detail: {
        operationId: "pauseImport",
        summary: "Pause an import",
        description: `What is committed stays. Possible from queued, processing and persisting. ${ANY_STATE}`,
      },
    })
    .post("/resume", ({ write, params }) => write(resumeImport, { id: params.import_id }), {
      policy: WRITE,
      params: ImportParams,
      response: { 200: ImportMoved },
      detail: {
        operationId: "resumeImport",
        summary: "Resume an import",
        description: `Goes on after the last committed row. Possible from paused. ${ANY_STATE}`,
      },
    })
    .post("/cancel", ({ write, params }) => write(cancelImport, { id: params.import_id }), {
      policy: WRITE,
      params: ImportParams,
      response: { 200: ImportMoved },
      detail: {
        operationId: "cancelImport",
        summary: "Cancel an import",
        description: "What is committed stays. Refused when the import does not run; cancelling twice changes nothing.",
      },
    });

/** What is done with an import that has ended. */
const finishedRoutes = (services: Services) =>
  new Elysia()
    .use(access(services))
    .post(
      "/retry",
      async ({ write, params, status }) => status(202, await write(retryImport, { id: params.import_id })),
      {
        policy: RUN,
        params: ImportParams,
        response: { 202: ImportMoved },
        detail: {
          operationId: "retryImport",
          summary: "Run an import again",
          description: `Starts by itself, from the first row. Possible from failed, cancelled and completed_with_errors. ${ANY_STATE}`,
        },
      },
    )
    .post(
      "/archive",
      async ({ write, params }) => importRecord(await write(archiveImport, { id: params.import_id, archived: true })),
      {
        policy: WRITE,
        params: ImportParams,
        response: { 200: ImportRecord },
        detail: {
          operationId: "archiveImport",
          summary: "Archive an import",
          description: "Hides a finished import from the lists.",
        },
      },
    )
    .post(
      "/unarchive",
      async ({ write, params }) => importRecord(await write(archiveImport, { id: params.import_id, archived: false })),
      {
        policy: WRITE,
        params: ImportParams,
        response: { 200: ImportRecord },
        detail: {
          operationId: "unarchiveImport",
          summary: "Take an import out of the archive",
          description: "Shows a finished import in the lists again.",
        },
      },
    );
