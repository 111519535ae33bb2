import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  countByStatus,
  countExportJobs,
  findExportJob,
  JOB_STATUSES,
  listExportJobs,
} from "../../db/export-platforms/jobs.ts";
import { EXPORTS } from "../exports/policies.ts";
import { access } from "../http/gate/access.ts";
import { keysetPage } from "../http/input/keyset-page.ts";
import { flatPage, pageOf } from "../http/input/page.ts";
import { noContent } from "../http/output/answers.ts";
import { required } from "../http/output/errors.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import type { Services } from "../runtime/services.ts";
import { jobVersion, removeJob, retryJob } from "./change-jobs.ts";
import { itemBody, jobBodies } from "./job-body.ts";
import { countJobItems, listJobItems } from "./job-items.ts";
import { successRate } from "./platform-body.ts";
import { ItemPage, ItemQuery, JobBody, JobPage, JobParams, JobQuery, JobStats } from "./schema.ts";

const LISTED_ERRORS = 20;
const SHOWN_ERRORS = 1_000;

const READ = { ...EXPORTS, tier: "READ_STANDARD" } as const;

/** `/exports/jobs`: what was sent to platforms. */
export const jobRoutes = (services: Services) =>
  new Elysia({ prefix: "/exports/jobs", tags: ["Export Platforms"] })
    .use(access(services))
    .get(
      "",
      async ({ db, query, language }) => {
        const page = pageOf(query);
        const filter = { platformId: query.platform_id ?? null, status: query.status ?? null };
        const { items, total, next } = await keysetPage(page, {
          name: `export-jobs ${JSON.stringify(filter)}`,
          shape: ["count", "text"],
          // The cursor has the shape above.
          read: ({ after, ...range }) =>
            listExportJobs(db, filter, { after: after as [number, string] | undefined, ...range }),
          count: () => countExportJobs(db, filter),
          place: ({ createdAtMs, id }) => [createdAtMs, id],
        });
        return flatPage(await jobBodies(db, items, LISTED_ERRORS, language), total, page, next);
      },
      {
        policy: READ,
        query: JobQuery,
        response: { 200: JobPage },
        detail: { operationId: "listExportJobs", summary: "List export jobs", description: "Newest first." },
      },
    )
    .get(
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
    )
    .use(oneJob(services));

/** One job, by id. */
const oneJob = (services: Services) =>
  new Elysia({ tags: ["Export Platforms"] })
    .use(access(services))
    .get(
      "/:job_id",
      async ({ db, params, language, headers, set }) => {
        const job = required(await findExportJob(db, params.job_id), "export_job", params.job_id);
        const [body] = await jobBodies(db, [job], SHOWN_ERRORS, language);
        return withETag({ headers, set }, jobVersion(job), required(body, "export_job", params.job_id), language);
      },
      {
        policy: { ...EXPORTS, tier: "PROGRESS_POLL" },
        params: JobParams,
        response: { 200: JobBody },
        detail: {
          operationId: "getExportJob",
          summary: "Get an export job",
          description: "How far it is, and why products did not arrive.",
        },
      },
    )
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
        params: JobParams,
        response: { 200: JobBody, 204: Type.Void({ description: "The job is deleted." }) },
        detail: {
          operationId: "deleteExportJob",
          summary: "Cancel or delete an export job",
          description:
            "A pending or running job is cancelled (200); what was sent stays. A finished one is deleted (204).",
        },
      },
    )
    .post(
      "/:job_id/retry",
      async ({ db, write, params, language, status }) => {
        const job = await write(retryJob, { jobId: params.job_id });
        const [body] = await jobBodies(db, [job], SHOWN_ERRORS, language);
        return status(202, required(body, "export_job", job.id));
      },
      {
        policy: {
          ...EXPORTS,
          tier: "EXPORT_STANDARD",
          refusals: ["INVALID_STATE", "PLATFORM_INACTIVE", "PLATFORM_NOT_CONFIGURED"],
        },
        params: JobParams,
        response: { 202: JobBody },
        detail: {
          operationId: "retryExportJob",
          summary: "Retry an export job",
          description: "Sends the products that failed again.",
        },
      },
    )
    .get(
      "/:job_id/items",
      async ({ db, params, query, language }) => {
        const job = required(await findExportJob(db, params.job_id), "export_job", params.job_id);
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
          items.map((item) => itemBody(item, language)),
          total,
          page,
          next,
        );
      },
      {
        policy: READ,
        params: JobParams,
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
