import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { countItems, type ExportItem, listItems } from "../../../db/export-platforms/items.ts";
import { countByStatus } from "../../../db/export-platforms/jobs.ts";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import { flatPage, pageOf } from "../../http/input/page.ts";
import { noContent } from "../../http/output/answers.ts";
import { ifMatch } from "../../http/output/etag.ts";
import { runParams, runRoutes } from "../../kit/runs/routes.ts";
import type { Services } from "../../runtime/services.ts";
import { EXPORTS } from "../policies.ts";
import { jobVersion, removeJob, retryJob } from "./change-jobs.ts";
import { type ExportJob, type ExportJobStatus, ExportJobs, JOB_STATUSES, lifecycle } from "./export-job.ts";
import { CANCELLED } from "./item-errors.ts";
import { ExportItems, jobBodies } from "./job-body.ts";
import { successRate } from "./platform-body.ts";
import { ItemPage, ItemQuery, JOB_FILTERS, JobStats } from "./schema.ts";

/** What products of one file share. */
type Fate = Pick<ExportItem, "status" | "externalId" | "error">;

/** What became of the products of a schedule's file; `undefined` of a job whose products are files of their own. */
function fateOf({ jobType, status, filePath, error }: ExportJob): Fate | undefined {
  if (jobType !== "scheduled") return undefined;
  if (status === "completed") return { status: "success", externalId: filePath, error: null };
  if (status === "cancelled") return { status: "skipped", externalId: null, error: CANCELLED };
  return { status: status === "failed" ? "failed" : "pending", externalId: null, error };
}

interface Range {
  status: string | null;
  after: number;
  offset: number;
  limit: number;
}

/** A part of the products of a job, in their order, behind the position `after`. */
async function listJobItems(db: Reader, job: ExportJob, range: Range): Promise<ExportItem[]> {
  const fate = fateOf(job);
  if (!fate) return listItems(db, { jobId: job.id, ...range });
  if (range.status !== null && range.status !== fate.status) return [];
  const items = await listItems(db, { jobId: job.id, ...range, status: null });
  return items.map((item) => ({ ...item, ...fate }));
}

/** How many products of a job have that status, of all when it is `null`. */
async function countJobItems(db: Reader, job: ExportJob, status: string | null): Promise<number> {
  const fate = fateOf(job);
  if (!fate) return countItems(db, { jobId: job.id, status });
  return status === null || status === fate.status ? countItems(db, { jobId: job.id, status: null }) : 0;
}

const LISTED_ERRORS = 20;
const SHOWN_ERRORS = 1_000;

const READ = { ...EXPORTS, tier: "READ_STANDARD" } as const;

/** `/exports/jobs`: what was sent to platforms. */
export const jobRoutes = (services: Services) =>
  new Elysia().use(statsRoutes(services)).use(jobsRoutes(services)).use(oneJobRoutes(services));

const jobsRoutes = (services: Services) =>
  runRoutes(services, ExportJobs, {
    path: "/exports/jobs",
    tag: "Export Platforms",
    texts: {
      one: "ExportJob",
      word: "export job",
      short: "export job",
      read: "How far it is, and why products did not arrive.",
    },
    rights: { list: READ, read: { ...EXPORTS, tier: "PROGRESS_POLL" } },
    list: {
      paging: "pages",
      filters: JOB_FILTERS,
      where: ({ platform_id: platformId, status }) => ({
        // Both by the filters above.
        platformId: platformId as string | undefined,
        status: status as ExportJobStatus | undefined,
      }),
    },
    bodies: (db, jobs, { isAlone, language }) => jobBodies(db, jobs, isAlone ? SHOWN_ERRORS : LISTED_ERRORS, language),
    versionOf: jobVersion,
    moves: {
      retry: {
        policy: { ...EXPORTS, tier: "EXPORT_STANDARD", refusals: ["PLATFORM_INACTIVE", "PLATFORM_NOT_CONFIGURED"] },
        description: "Sends the products that failed again.",
        status: 202,
        change: retryJob,
      },
    },
    lifecycle,
  });

const statsRoutes = (services: Services) =>
  accessRoutes(services, "Export Platforms", "/exports/jobs").get(
    "/stats",
    async ({ db }) => {
      const found = await countByStatus(db);
      const sum = (key: "jobs" | "totalItems" | "successItems" | "failedItems") =>
        found.reduce((total, each) => total + each[key], 0);
      const [successItems, failedItems] = [sum("successItems"), sum("failedItems")];
      return {
        total: sum("jobs"),
        by_status: Object.fromEntries(
          JOB_STATUSES.map((status) => [status, found.find((each) => each.status === status)?.jobs ?? 0]),
        ),
        total_items: sum("totalItems"),
        success_items: successItems,
        failed_items: failedItems,
        success_rate: successRate({ successItems, failedItems }, 0),
      };
    },
    {
      policy: { ...EXPORTS, tier: "READ_SENSITIVE" },
      response: { 200: JobStats },
      detail: {
        operationId: "getExportJobStats",
        summary: "Get statistics of export jobs",
        description: "Jobs by status, and how many products arrived.",
      },
    },
  );

/** What else is known and done of one job. */
const oneJobRoutes = (services: Services) =>
  accessRoutes(services, "Export Platforms", "/exports/jobs")
    .delete(
      "/:job_id",
      async ({ db, write, params, headers, language }) => {
        const jobId = params.job_id;
        for (;;) {
          const { cancelled, isDone } = await write(removeJob, { jobId, expected: ifMatch(headers) });
          const [body] = cancelled ? await jobBodies(db, [cancelled], SHOWN_ERRORS, language) : [];
          if (body) return body;
          // An answer without a body has no type of it.
          if (isDone) return noContent() as never;
        }
      },
      {
        policy: { ...EXPORTS, tier: "WRITE_STANDARD" },
        params: runParams("export job"),
        response: { 200: ExportJobs.Body, 204: Type.Void({ description: "The job is deleted." }) },
        detail: {
          operationId: "deleteExportJob",
          summary: "Cancel or delete an export job",
          description:
            "A pending or running job is cancelled (200); what was sent stays. A finished one is deleted (204).",
        },
      },
    )
    .get(
      "/:job_id/items",
      async ({ db, params, query, language }) => {
        const job = await ExportJobs.require(db, params.job_id);
        const page = pageOf(query);
        const status = query.status ?? null;
        const { items, total, next } = await keysetPage(page, {
          name: `export-items ${job.id} ${status}`,
          shape: ["count"],
          read: ({ after, ...range }) => listJobItems(db, job, { status, after: Number(after?.[0] ?? -1), ...range }),
          count: () => countJobItems(db, job, status),
          place: ({ position }) => [position],
        });
        return flatPage(
          items.map((item) => ExportItems.of(item, language)),
          total,
          page,
          next,
        );
      },
      {
        policy: READ,
        params: runParams("export job"),
        query: ItemQuery,
        response: { 200: ItemPage },
        detail: {
          operationId: "listExportJobItems",
          summary: "List the products of an export job",
          description:
            "In the order of the request. A job of a schedule has the products of its file, for 90 days after it was sent.",
        },
      },
    );
