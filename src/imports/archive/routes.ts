import { Elysia } from "elysia";
import { accessRoutes } from "../../http/gate/access.ts";
import type { Services } from "../../runtime/services.ts";
import { ImportBody, importRecord } from "../import-record.ts";
import { archiveStats } from "../import-stats.ts";
import { BULK_UPDATE, READ_STATS, WRITE } from "../policies.ts";
import { ImportParams } from "../schema.ts";
import { archiveImport } from "./archive-import.ts";
import { runArchive } from "./run-archive.ts";
import { ArchiveRunBody, ArchiveRunQuery, ArchiveStats, ArchiveStatsQuery } from "./schema.ts";

/** `/imports/archive` and `/imports/{import_id}/archive`: old imports, put away. */
export const archiveRoutes = (services: Services) =>
  new Elysia()
    .use(wholeArchiveRoutes(services))
    .use(archiveRoute(services, "archive", "Archive an import", "Hides a finished import from lists."))
    .use(archiveRoute(services, "unarchive", "Unarchive an import", "Shows an archived import in lists again."));

/** Hides a finished import, or shows it again. */
const archiveRoute = (services: Services, verb: "archive" | "unarchive", summary: string, description: string) =>
  accessRoutes(services, "Import Archive").post(
    `/imports/:import_id/${verb}`,
    async ({ write, params }) =>
      importRecord(await write(archiveImport, { id: params.import_id, archived: verb === "archive" })),
    {
      policy: WRITE,
      params: ImportParams,
      response: { 200: ImportBody },
      detail: { operationId: `${verb}Import`, summary, description },
    },
  );

/** What is stored of old imports. */
const wholeArchiveRoutes = (services: Services) =>
  accessRoutes(services, "Import Archive", "/imports/archive")
    .get("/stats", ({ db, query }) => archiveStats(db, query.job_id), {
      policy: READ_STATS,
      query: ArchiveStatsQuery,
      response: { 200: ArchiveStats },
      detail: {
        operationId: "getArchiveStats",
        summary: "Get archive statistics",
        description: "Of all suppliers, or of one.",
      },
    })
    .post(
      "/run",
      ({ write, query }) =>
        runArchive(services, write, {
          archiveType: query.archive_type ?? "jobs",
          days: query.days ?? 90,
          errorsMax: query.max_errors ?? 1000,
        }),
      {
        policy: { ...BULK_UPDATE, narrows: true },
        query: ArchiveRunQuery,
        response: { 200: ArchiveRunBody },
        detail: {
          operationId: "runImportArchive",
          summary: "Archive old imports",
          description: "Archives finished imports, trims their error lists or deletes their files.",
        },
      },
    );
