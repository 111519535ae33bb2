import { Elysia } from "elysia";
import { access } from "../../http/gate/access.ts";
import type { Services } from "../../runtime/services.ts";
import { archiveStats } from "../import-stats.ts";
import { BULK_UPDATE, READ_STATS } from "../policies.ts";
import { ArchiveRunBody, ArchiveRunQuery, ArchiveStats, ArchiveStatsQuery } from "../schema.ts";
import { runArchive } from "./run-archive.ts";

/** `/imports/archive`: what is kept of old imports. */
export const archiveRoutes = (services: Services) =>
  new Elysia({ prefix: "/imports/archive", tags: ["Import Archive"] })
    .use(access(services))
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
        policy: BULK_UPDATE,
        query: ArchiveRunQuery,
        response: { 200: ArchiveRunBody },
        detail: {
          operationId: "runImportArchive",
          summary: "Archive old imports",
          description: "Archives finished imports, trims their error lists or deletes their files.",
        },
      },
    );
