import { Type } from "@sinclair/typebox";
import type { Import } from "../../../db/imports/imports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import type { Services } from "../../runtime/services.ts";
import { requireSpace } from "../../storage/free-space.ts";
import { saveMapping } from "../map/save-mapping.ts";
import { RUN, WRITE } from "../policies.ts";
import {
  DryRunBody,
  DryRunQuery,
  ImportMoved,
  ImportParams,
  ImportStart,
  ImportStarted,
  MappingSave,
} from "../schema.ts";
import { Reanalyze, Reanalyzed } from "../upload/analysis-schema.ts";
import { reanalyzeImport } from "../upload/reanalyze-import.ts";
import { requireConfirmed, runDryRun } from "./dry-run/wait-for-dry-run.ts";
import { cancelImport, moveImport, retryImport, startProcessing } from "./moves.ts";

const movedBody = ({ id, status }: Import) => ({ id, status });

/** A move of an import. */
const moved = (verb: "pause" | "resume" | "cancel", description: string) => ({
  policy: WRITE,
  params: ImportParams,
  response: { 200: ImportMoved },
  detail: {
    operationId: `${verb}Import`,
    summary: `${verb.replace(/^./, (letter) => letter.toUpperCase())} an import`,
    description,
  },
});

const ANY_STATE = "Refused in any other state.";

/** `/imports/{import_id}/…`: what is done with an import. */
export const runRoutes = (services: Services) =>
  accessRoutes(services, "Imports", "/imports/:import_id")
    // What is done before it runs.
    .post("/save-mapping", ({ write, params, body }) => write(saveMapping, { id: params.import_id, mapping: body }), {
      policy: WRITE,
      params: ImportParams,
      body: MappingSave,
      response: { 200: ImportMoved },
      detail: {
        operationId: "saveImportMapping",
        summary: "Save the column mapping",
        description: `Sets the import to ready. Allowed in awaiting_mapping and ready. ${ANY_STATE}`,
      },
    })
    .post(
      "/reanalyze",
      ({ db, tenantId, write, params, body, language }) =>
        reanalyzeImport(services, { db, tenantId, write, language }, { id: params.import_id, body }),
      {
        policy: WRITE,
        params: ImportParams,
        body: Reanalyze,
        response: { 200: Reanalyzed },
        detail: {
          operationId: "reanalyzeImport",
          summary: "Analyse a file again",
          description: `Reads the file as you say: another header row, sheet, encoding, delimiter, quote, record path, decimal sign, currency or language. What was said stays for the next time; null leaves it to detection again. Clears mapping, counters and errors. Allowed in pending, awaiting_mapping and failed. ${ANY_STATE}`,
        },
      },
    )
    .post(
      "/dry-run",
      ({ request, db, params, query, language }) =>
        runDryRun(services, db, { id: params.import_id, language, left: request.signal, rowsMax: query.rows }),
      {
        policy: { ...RUN, readOnly: true },
        params: ImportParams,
        query: DryRunQuery,
        response: { 200: DryRunBody },
        detail: {
          operationId: "dryRunImport",
          summary: "Dry-run an import",
          description: `Reads the whole file, or its beginning with \`rows\`, and changes nothing. Uses the suggested mapping if none is saved. Allowed in pending, awaiting_mapping and ready. ${ANY_STATE} One runs at a time for each tenant. It ends when its caller leaves, when the import is cancelled and after 200 seconds.`,
        },
      },
    )
    // What is done while an import runs.
    .post(
      "/start-processing",
      async ({ write, params, body, db, language, request, status }) => {
        await requireSpace(services.config);
        if (body?.confirm_warnings) {
          const confirmed = body.confirmed_warnings ?? [];
          const requested = { id: params.import_id, language, left: request.signal, confirmed };
          await requireConfirmed(services, db, requested);
        }
        return status(
          202,
          await write(startProcessing, { id: params.import_id, tasksMax: services.config.tenantTasks }),
        );
      },
      {
        policy: { ...RUN, refusals: ["INSUFFICIENT_STORAGE"] },
        params: ImportParams,
        body: Type.Optional(ImportStart),
        response: { 202: ImportStarted },
        detail: {
          operationId: "startImport",
          summary: "Start an import",
          description: `Applies the rows in the background. Allowed in ready. ${ANY_STATE} With \`confirm_warnings\`, 409 names in \`details.warnings\` what is unusual about the outcome; send its codes in \`confirmed_warnings\` to start.`,
        },
      },
    )
    .post(
      "/pause",
      async ({ write, params }) => movedBody(await write(moveImport, { id: params.import_id, move: "pause" })),
      moved("pause", `Committed rows are kept. Allowed in queued, processing and persisting. ${ANY_STATE}`),
    )
    .post(
      "/resume",
      async ({ write, params }) => movedBody(await write(moveImport, { id: params.import_id, move: "resume" })),
      moved("resume", `Continues after the last committed row. Allowed in paused. ${ANY_STATE}`),
    )
    .post(
      "/cancel",
      async ({ write, params }) => movedBody(await write(cancelImport, { id: params.import_id })),
      moved(
        "cancel",
        "Ends the import, or its dry run. What is committed stays. Refused when neither runs; cancelling twice changes nothing.",
      ),
    )
    // What is done with an import that has ended.
    .post(
      "/retry",
      async ({ write, params, status }) => {
        await requireSpace(services.config);
        return status(202, await write(retryImport, { id: params.import_id, tasksMax: services.config.tenantTasks }));
      },
      {
        policy: { ...RUN, refusals: ["INSUFFICIENT_STORAGE"] },
        params: ImportParams,
        response: { 202: ImportMoved },
        detail: {
          operationId: "retryImport",
          summary: "Retry an import",
          description: `Starts from the first row. Allowed in failed, cancelled and completed_with_errors. ${ANY_STATE}`,
        },
      },
    );
