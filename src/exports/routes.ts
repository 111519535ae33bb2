import { Elysia } from "elysia";
import { findExportTask } from "../../db/exports/export-tasks.ts";
import { access } from "../http/gate/access.ts";
import { originOf } from "../http/gate/origin.ts";
import { fileBody } from "../http/input/file-body.ts";
import { invalidBody, invalidParameter, required } from "../http/output/errors.ts";
import type { Services } from "../runtime/services.ts";
import { requireSpace } from "../storage/free-space.ts";
import { requireStorage } from "../storage/tenant-quota.ts";
import { answerDownload, answerStream } from "./answer-file.ts";
import type { FileFormat } from "./export-options.ts";
import { progressBody, startedBody } from "./export-progress.ts";
import { startExport } from "./lifecycle.ts";
import { readProductRequest } from "./read-product-request.ts";
import { CsvProductsCreate, CsvProductsQuery, ExportProgress, ExportStarted, TaskParams } from "./schema.ts";

const EXPORTS = {
  credential: "any",
  permission: "MANAGE_EXPORTS",
  scope: "exports:manage",
  module: "exports",
} as const;
const START = { ...EXPORTS, tier: "EXPORT_STANDARD", refusals: ["INSUFFICIENT_STORAGE"] } as const;
const POLL = { ...EXPORTS, tier: "PROGRESS_POLL" } as const;
const DOWNLOAD = { ...EXPORTS, tier: "EXPORT_DOWNLOAD", refusals: ["EXPORT_NOT_READY"] } as const;
const STREAM = { ...EXPORTS, tier: "EXPORT_STREAM" } as const;

const CsvFile = fileBody("text/csv", "The products as CSV.");

/** `/exports`: the catalogue as files. */
export const exportRoutes = (services: Services) =>
  new Elysia({ prefix: "/exports", tags: ["Exports"] })
    .use(access(services))
    .post(
      "/csv/products",
      async ({ db, write, body, language, request, status }) => {
        const { utf8_bom: utf8Bom = true, delimiter = "," } = body;
        const wanted = await readProductRequest(db, body, invalidBody);
        const format: FileFormat = { name: "csv", utf8Bom, delimiter };
        await requireSpace(services.config);
        await requireStorage(db, services.config, 0);
        const origin = originOf(request, services.config);
        const { taskId } = await write(startExport, {
          options: { resource: "products", wanted, format, origin },
          tasksMax: services.config.tenantTasks,
        });
        return status(202, startedBody(taskId, language));
      },
      {
        policy: START,
        body: CsvProductsCreate,
        response: { 202: ExportStarted },
        detail: {
          operationId: "exportProductsAsCsv",
          summary: "Export products as CSV",
          description:
            "Writes a file in the background, from a snapshot of the catalog at the start. Oldest products first.",
        },
      },
    )
    .get(
      "/progress/:task_id",
      async ({ db, params, language }) =>
        progressBody(
          required(await findExportTask(db, params.task_id), "export", params.task_id),
          language,
          services.now(),
        ),
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
      "/download/:task_id",
      async ({ db, tenantId, params, request }) => {
        const task = required(await findExportTask(db, params.task_id), "export", params.task_id);
        return answerDownload(services, tenantId, task, request);
      },
      {
        policy: DOWNLOAD,
        params: TaskParams,
        response: { 200: CsvFile },
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
        const format: FileFormat = { name: "csv", utf8Bom: true, delimiter: query.delimiter ?? "," };
        return answerStream(services, tenantId, { resource: "products", wanted, format }, request);
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
    );
