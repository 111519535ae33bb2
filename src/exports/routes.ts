import { accessRoutes } from "../http/gate/access.ts";
import { fileBody } from "../http/input/file-body.ts";
import { invalidParameter } from "../http/output/errors.ts";
import { EventStream, FOLLOWS, followAnswer } from "../kit/follow.ts";
import type { Services } from "../runtime/services.ts";
import type { FormatBody } from "./formats/format.ts";
import { FILE_TYPES, FORMATS } from "./formats/formats.ts";
import { EXPORTS } from "./policies.ts";
import { CsvProductsQuery, ExportProgress, JsonProductsQuery, TaskParams } from "./schema.ts";
import { answerDownload, answerStream } from "./tasks/answer-export-file.ts";
import { progressBody } from "./tasks/export-progress.ts";
import { readProductRequest } from "./tasks/read-product-request.ts";
import { startRoutes } from "./tasks/start-routes.ts";
import { ExportTasks } from "./tasks/task.ts";

const POLL = { ...EXPORTS, tier: "PROGRESS_POLL" } as const;
const DOWNLOAD = { ...EXPORTS, tier: "EXPORT_DOWNLOAD", refusals: ["EXPORT_NOT_READY"] } as const;
const STREAM = { ...EXPORTS, tier: "EXPORT_STREAM" } as const;

const CsvFile = fileBody("text/csv", "The products as CSV.");
const JsonFile = fileBody(
  ["application/json", "application/x-ndjson"],
  "The products as JSON; NDJSON with `json_lines`.",
);
const File = fileBody(FILE_TYPES, "The file.");

/** `/exports`: the catalogue as files. */
export const exportRoutes = (services: Services) =>
  accessRoutes(services, "Exports", "/exports")
    .use(startRoutes(services))
    .get(
      "/progress/:task_id",
      async ({ db, params, language }) =>
        progressBody(await ExportTasks.require(db, params.task_id), language, services.now()),
      {
        policy: POLL,
        params: TaskParams,
        response: { 200: ExportProgress },
        detail: {
          operationId: "getExportProgress",
          summary: "Get the progress of an export",
          description: "PENDING, then PROGRESS, then SUCCESS with a result or FAILURE with a reason.",
        },
      },
    )
    .get(
      "/progress/:task_id/events",
      ({ db, tenantId, params, language, request }) =>
        followAnswer(services, request, tenantId, {
          read: async () => progressBody(await ExportTasks.require(db, params.task_id), language, services.now()),
          isAtRest: ({ state }) => state === "SUCCESS" || state === "FAILURE",
        }),
      {
        policy: POLL,
        params: TaskParams,
        response: { 200: EventStream },
        detail: { operationId: "followExport", summary: "Follow an export", description: FOLLOWS },
      },
    )
    .get(
      "/download/:task_id",
      async ({ db, tenantId, params, request }) => {
        const task = await ExportTasks.require(db, params.task_id);
        return answerDownload(services, tenantId, task, request);
      },
      {
        policy: DOWNLOAD,
        params: TaskParams,
        response: { 200: File },
        detail: {
          operationId: "downloadExport",
          summary: "Download an exported file",
          description: "Available until it expires; 400 EXPORT_NOT_READY unless the export has succeeded.",
        },
      },
    )
    .get(
      "/stream/csv/products",
      async ({ db, tenantId, query, request }) => {
        const wanted = await readProductRequest(db, query, invalidParameter);
        const format = FORMATS.csv.read({ ...query, utf8_bom: true });
        return answerStream(services, tenantId, { wanted, format }, request);
      },
      {
        policy: STREAM,
        query: CsvProductsQuery,
        response: { 200: CsvFile },
        detail: {
          operationId: "streamProductsAsCsv",
          summary: "Stream products as CSV",
          description: "Streams while reading. Oldest products first.",
        },
      },
    )
    .get(
      "/stream/json/products",
      async ({ db, tenantId, query, request }) => {
        const wanted = await readProductRequest(db, query, invalidParameter);
        // Its schema holds the options of the format.
        const format = FORMATS.json.read({ ...(query as FormatBody), pretty: false });
        return answerStream(services, tenantId, { wanted, format }, request);
      },
      {
        policy: STREAM,
        query: JsonProductsQuery,
        response: { 200: JsonFile },
        detail: {
          operationId: "streamProductsAsJson",
          summary: "Stream products as JSON",
          description: "Streams while reading. Oldest products first.",
        },
      },
    );
