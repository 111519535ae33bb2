import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { listImports, NO_FILTER } from "../../db/imports/imports.ts";
import { accessRoutes } from "../http/gate/access.ts";
import { fileBody } from "../http/input/file-body.ts";
import { oneOf } from "../http/input/one-of.ts";
import { byteAnswer } from "../http/output/byte-answer.ts";
import { ifMatch } from "../http/output/etag.ts";
import type { Services } from "../runtime/services.ts";
import { deleteWithFile } from "./archive/remove-import.ts";
import { archiveRoutes } from "./archive/routes.ts";
import { failedRowsStream } from "./calls.ts";
import { FAILED_ROWS_TYPES, requireFailedRows, TABLE_FORMATS } from "./correct/failed-rows.ts";
import { exportFilter, ImportExportQuery } from "./export-filter.ts";
import { importRecord } from "./import-record.ts";
import { importStats } from "./import-stats.ts";
import { ErrorQuery, listErrorPage } from "./list-errors.ts";
import { ImportQuery, listImportPage } from "./list-imports.ts";
import { templateList } from "./map/import-templates.ts";
import { pendingEanRoutes } from "./pending/routes.ts";
import { DOWNLOAD, READ, READ_STATS, WRITE } from "./policies.ts";
import { readImportRoutes } from "./read-import-routes.ts";
import { requireImport } from "./require-import.ts";
import { revertRoutes } from "./revert/routes.ts";
import { answerImports, answerInvalidEans, answerReport } from "./run/report.ts";
import { runRoutes } from "./run/run-routes.ts";
import {
  ErrorPage,
  ImportDeleted,
  ImportList,
  ImportPage,
  ImportParams,
  ImportStats,
  RecentQuery,
  TemplateList,
} from "./schema.ts";
import { sourceRoutes } from "./sources/routes.ts";
import { answerSourceFile } from "./upload/answer-import-file.ts";
import { uploadRoutes } from "./upload/routes.ts";

const SourceFile = fileBody("application/octet-stream", "The file as it was uploaded.");
const CsvFile = fileBody("text/csv", "A CSV file.");
const FailedRowsFile = fileBody(Object.values(FAILED_ROWS_TYPES), "The failed rows.", [
  {
    ean: "4006381333932",
    name: "Pen",
    "error (import 0198c5e2-7d41-7000-8a11-4f1c2d3e4f5a)": "ean: the check digit is wrong",
  },
]);
const FailedRowsQuery = Type.Object({
  format: Type.Optional(
    oneOf(TABLE_FORMATS, {
      description: "Default: the format of the file. As `json` each row is an object with a text for each column.",
    }),
  ),
});
const RECENT = 10;

/** `/imports`: files of products, applied in the background. */
export const importRoutes = (services: Services) =>
  new Elysia()
    .use(uploadRoutes(services))
    .use(sourceRoutes(services))
    .use(listRoutes(services))
    .use(archiveRoutes(services))
    .use(pendingEanRoutes(services))
    .use(revertRoutes(services))
    .use(readRoutes(services))
    .use(runRoutes(services));

/** What concerns all imports. */
const listRoutes = (services: Services) =>
  accessRoutes(services, "Imports", "/imports")
    .get("", ({ db, query }) => listImportPage(db, query), {
      policy: READ,
      query: ImportQuery,
      response: { 200: ImportPage },
      detail: {
        operationId: "listImports",
        summary: "List imports",
        description: "Newest first, without archived imports by default.",
      },
    })
    .get("/templates", ({ language }) => templateList(language), {
      policy: READ,
      response: { 200: TemplateList },
      detail: {
        operationId: "listImportTemplates",
        summary: "List field templates",
        description: "Predefined sets of fields for column mapping.",
      },
    })
    .get(
      "/recent",
      async ({ db, query }) =>
        (await listImports(db, NO_FILTER, { offset: 0, limit: query.limit ?? RECENT })).map(importRecord),
      {
        policy: READ,
        query: RecentQuery,
        response: { 200: ImportList },
        detail: { operationId: "listRecentImports", summary: "List recent imports", description: "Newest first." },
      },
    )
    .get("/stats", ({ db }) => importStats(db), {
      policy: READ_STATS,
      response: { 200: ImportStats },
      detail: {
        operationId: "getImportStats",
        summary: "Get import statistics",
        description: "Includes archived imports.",
      },
    })
    .get("/export", ({ db, query }) => answerImports(db, exportFilter(query)), {
      policy: DOWNLOAD,
      query: ImportExportQuery,
      response: { 200: CsvFile },
      detail: {
        operationId: "exportImports",
        summary: "Export imports as CSV",
        description: "Import records, newest first, without archived imports.",
      },
    });

/** What is read of one import, and its end. */
const readRoutes = (services: Services) =>
  accessRoutes(services, "Imports", "/imports/:import_id")
    .use(readImportRoutes(services))
    .delete(
      "",
      ({ write, params, headers }) =>
        deleteWithFile(services, write, { id: params.import_id, expected: ifMatch(headers) }),
      {
        policy: WRITE,
        params: ImportParams,
        response: { 200: ImportDeleted },
        detail: {
          operationId: "deleteImport",
          summary: "Delete an import",
          description: "Also deletes its errors and file. Products are kept. Cancel a running import first.",
        },
      },
    )
    .get(
      "/errors",
      async ({ db, params, query, language, set }) => {
        const { id } = await requireImport(db, params.import_id);
        Object.assign(set.headers, { "content-language": language, vary: "Accept-Language" });
        return listErrorPage(db, id, { ...query, language });
      },
      {
        policy: READ,
        params: ImportParams,
        query: ErrorQuery,
        response: { 200: ErrorPage },
        detail: {
          operationId: "listImportErrors",
          summary: "List the errors of an import",
          description: "In row order. At most 10,000 are stored; errors take precedence over warnings.",
        },
      },
    )
    .get("/file", async ({ db, params }) => answerSourceFile(services, await requireImport(db, params.import_id)), {
      policy: { ...DOWNLOAD, refusals: ["INVALID_STATE"] },
      params: ImportParams,
      response: { 200: SourceFile },
      detail: {
        operationId: "getImportFile",
        summary: "Download the file of an import",
        description: "As it was sent or fetched, until the archive deletes it.",
      },
    })
    .get(
      "/report",
      async ({ db, params, language }) => answerReport(db, await requireImport(db, params.import_id), language),
      {
        policy: DOWNLOAD,
        params: ImportParams,
        response: { 200: CsvFile },
        detail: {
          operationId: "getImportReport",
          summary: "Download the report of an import",
          description: "CSV: a summary, an empty line, then all stored errors and warnings.",
        },
      },
    )
    .get(
      "/failed-rows",
      async ({ request, db, tenantId, params, query, language }) => {
        const found = await requireImport(db, params.import_id);
        const { format, fileName } = requireFailedRows(found, query.format);
        return byteAnswer(request, {
          headers: {
            "content-type": FAILED_ROWS_TYPES[format],
            "content-disposition": `attachment; filename="${fileName}"`,
            "content-language": language,
            vary: "Accept-Language",
            "cache-control": "private, no-store",
          },
          sizeBytes: null,
          open: () =>
            services.stream(failedRowsStream, tenantId, { importId: found.id, format: query.format, language }),
        });
      },
      {
        policy: { ...DOWNLOAD, refusals: ["INVALID_STATE"] },
        params: ImportParams,
        query: FailedRowsQuery,
        response: { 200: FailedRowsFile },
        detail: {
          operationId: "getImportFailedRows",
          summary: "Download the failed rows of an import",
          description:
            "With the columns of the file and a last one that says what was wrong, in the format of the file: CSV, Excel, OpenDocument, JSON, NDJSON or XML, where an element in each record says it; of XML files of one product each in a ZIP, CSV. Correct them and upload the file to continue the import with the same mapping. Covers the 10,000 errors that are stored.",
        },
      },
    )
    .get(
      "/export-invalid-eans",
      async ({ db, params, language }) => answerInvalidEans(db, await requireImport(db, params.import_id), language),
      {
        policy: DOWNLOAD,
        params: ImportParams,
        response: { 200: CsvFile },
        detail: {
          operationId: "exportInvalidEans",
          summary: "Download the EAN errors of an import",
          description: "CSV: stored errors and warnings about EANs.",
        },
      },
    );
