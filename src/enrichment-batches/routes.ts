import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { BATCH_STATUSES, countBatches, findBatch, listBatches, listItemErrors } from "../../db/enrichment/batches.ts";
import { EDIT, POLL, VIEW } from "../ai/policies.ts";
import { countCall } from "../enrichment/calls.ts";
import { access } from "../http/gate/access.ts";
import { oneOf } from "../http/input/one-of.ts";
import { required } from "../http/output/errors.ts";
import type { Services } from "../runtime/services.ts";
import { requireDependency } from "../settings/read-dependency.ts";
import { BatchBody, BatchCreate, BatchDetail, BatchList, batchBody } from "./batch-body.ts";
import { createBatch, moveBatch, requireMove } from "./lifecycle.ts";
import { readBatch } from "./read-batch.ts";

const LIMIT = 20;
const ITEM_ERRORS_MAX = 100;
const Params = Type.Object({ job_id: Type.String({ format: "uuid", description: "Id of the batch." }) });
const ListQuery = Type.Object({
  status: Type.Optional(oneOf(BATCH_STATUSES)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 20." })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: "Default 0." })),
});

const routes = (services: Services) =>
  new Elysia({ prefix: "/enrichment/batch", tags: ["Enrichment Batches"] }).use(access(services));

/** `/enrichment/batch`: many products, in the background, within a budget. */
export const batchRoutes = (services: Services) =>
  new Elysia().use(batchesRoutes(services)).use(startRoutes(services)).use(moveRoutes(services));

const batchesRoutes = (services: Services) =>
  routes(services)
    .post(
      "",
      async ({ tenantId, write, body, set, status }) => {
        const { filter, batch } = readBatch(body, services.now());
        const totalProducts = await services.call(countCall, tenantId, filter);
        const created = await write(createBatch, { ...batch, totalProducts });
        set.headers["location"] = `/api/v1/enrichment/batch/${created.id}`;
        return status(202, batchBody(created));
      },
      {
        policy: { ...EDIT, tier: "AI_BATCH", operation: "enrichment-create", narrows: true },
        body: BatchCreate,
        response: { 202: BatchBody },
        detail: {
          operationId: "createEnrichmentBatch",
          summary: "Create an enrichment batch",
          description:
            "Spends nothing: it waits for its start, or for `scheduled_at`. Both spellings of `enrichmentTypes` and " +
            "`maxBudget` are taken. Reviewed texts are never replaced.",
        },
      },
    )
    .get(
      "",
      async ({ db, query }) => {
        const { status = null, limit = LIMIT, offset = 0 } = query;
        const total = await countBatches(db, status);
        const items = (await listBatches(db, { status, limit, offset })).map(batchBody);
        const pages = Math.ceil(total / limit);
        const page = Math.floor(offset / limit) + 1;
        return { items, total, page, per_page: limit, pages, total_pages: pages, limit, offset };
      },
      {
        policy: VIEW,
        query: ListQuery,
        response: { 200: BatchList },
        detail: {
          operationId: "listEnrichmentBatches",
          summary: "List enrichment batches",
          description: "Newest first.",
        },
      },
    )
    .get(
      "/:job_id",
      async ({ db, params: { job_id: id } }) => ({
        ...batchBody(required(await findBatch(db, id), "enrichment_batch", id)),
        item_errors: await listItemErrors(db, id, ITEM_ERRORS_MAX),
      }),
      {
        policy: POLL,
        params: Params,
        response: { 200: BatchDetail },
        detail: {
          operationId: "getEnrichmentBatch",
          summary: "Get an enrichment batch",
          description:
            "With its progress and cost. `processed` counts products for which at least one type was made, `failed` those " +
            "for which none was; `item_errors` names both that lack something.",
        },
      },
    );

const startRoutes = (services: Services) =>
  routes(services).post(
    "/:job_id/start",
    async ({ db, write, params, status }) => {
      const id = params.job_id;
      requireMove(required(await findBatch(db, id), "enrichment_batch", id), "start");
      await requireDependency(db, services.secrets, "ai-provider");
      return status(202, batchBody(await write(moveBatch, { id, move: "start" as const })));
    },
    {
      policy: {
        ...EDIT,
        tier: "AI_BATCH",
        operation: "enrichment-start",
        refusals: ["AI_PROVIDER_NOT_CONFIGURED", "INVALID_STATE"],
      },
      params: Params,
      response: { 202: BatchBody },
      detail: {
        operationId: "startEnrichmentBatch",
        summary: "Start an enrichment batch",
        description: "Only a pending one, scheduled or not.",
      },
    },
  );

const move = { ...EDIT, refusals: ["INVALID_STATE"] } as const;

const moveRoutes = (services: Services) =>
  routes(services)
    .post(
      "/:job_id/pause",
      async ({ write, params }) => batchBody(await write(moveBatch, { id: params.job_id, move: "pause" as const })),
      {
        policy: move,
        params: Params,
        response: { 200: BatchBody },
        detail: {
          operationId: "pauseEnrichmentBatch",
          summary: "Pause an enrichment batch",
          description: "Products already started are finished.",
        },
      },
    )
    .post(
      "/:job_id/resume",
      async ({ write, params }) => batchBody(await write(moveBatch, { id: params.job_id, move: "resume" as const })),
      {
        policy: move,
        params: Params,
        response: { 200: BatchBody },
        detail: {
          operationId: "resumeEnrichmentBatch",
          summary: "Resume an enrichment batch",
          description: "Finished products are not done again.",
        },
      },
    )
    .post(
      "/:job_id/cancel",
      async ({ write, params }) => batchBody(await write(moveBatch, { id: params.job_id, move: "cancel" as const })),
      {
        policy: move,
        params: Params,
        response: { 200: BatchBody },
        detail: {
          operationId: "cancelEnrichmentBatch",
          summary: "Cancel an enrichment batch",
          description: "From every state. What was stored stays.",
        },
      },
    );
