import { Elysia } from "elysia";
import { findConnector } from "../../db/connectors/connectors.ts";
import { listNotes } from "../../db/connectors/sync-notes.ts";
import { access } from "../http/gate/access.ts";
import { required } from "../http/output/errors.ts";
import { EventStream, FOLLOWS, followAnswer } from "../kit/follow.ts";
import type { Services } from "../runtime/services.ts";
import { syncJobDetail } from "./bodies.ts";
import { FOLLOW } from "./policies.ts";
import { ConnectorParams, JobsQuery, SyncJobDetail, SyncJobList, SyncJobParams } from "./schema.ts";
import { SyncJobs } from "./sync-job.ts";

const JOBS_SHOWN = 20;

/** What a connector has done. */
export const connectorJobs = (services: Services) =>
  new Elysia({ tags: ["Connectors"] })
    .use(access(services))
    .get(
      "/:connector_id/jobs",
      async ({ db, params, query: { limit = JOBS_SHOWN } }) => {
        const connectorId = params.connector_id;
        const jobs = await SyncJobs.table.list(db, { where: { connectorId }, by: "startedAtMs", limit });
        if (jobs.length === 0) required(await findConnector(db, connectorId), "connector", connectorId);
        return jobs.map(SyncJobs.bodyOf);
      },
      {
        policy: FOLLOW,
        params: ConnectorParams,
        query: JobsQuery,
        response: { 200: SyncJobList },
        detail: {
          operationId: "listSyncJobs",
          summary: "List synchronisations",
          description: "The newest first; also of a connector that was deleted.",
        },
      },
    )
    .get(
      "/:connector_id/sync/jobs/:job_id",
      async ({ db, params }) => {
        const { connector_id: connectorId, job_id: id } = params;
        const job = required(await SyncJobs.table.find(db, { id, connectorId }), SyncJobs.noun, id);
        return syncJobDetail(job, await listNotes(db, job.id));
      },
      {
        policy: FOLLOW,
        params: SyncJobParams,
        response: { 200: SyncJobDetail },
        detail: {
          operationId: "getSyncJob",
          summary: "Get a synchronisation",
          description:
            "How far it is, with the products that failed and why, and those that were linked to products which the platform had: the first 500 of them.",
        },
      },
    )
    .get(
      "/:connector_id/sync/jobs/:job_id/events",
      ({ db, tenantId, request, params: { connector_id: connectorId, job_id: id } }) =>
        followAnswer(services, request, tenantId, {
          read: async () =>
            SyncJobs.bodyOf(required(await SyncJobs.table.find(db, { id, connectorId }), SyncJobs.noun, id)),
          isAtRest: ({ status }) => status !== "processing",
        }),
      {
        policy: FOLLOW,
        params: SyncJobParams,
        response: { 200: EventStream },
        detail: { operationId: "followSyncJob", summary: "Follow a synchronisation", description: FOLLOWS },
      },
    );
