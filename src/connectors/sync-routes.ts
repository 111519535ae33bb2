import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { SyncScope } from "../../db/connectors/pushed-products.ts";
import { access } from "../http/gate/access.ts";
import { invalidBody } from "../http/output/errors.ts";
import { type Language, translate } from "../http/output/messages.ts";
import { countCall } from "../products/calls.ts";
import { readFilterBody } from "../products/lists/read-filter-body.ts";
import type { Services } from "../runtime/services.ts";
import { microsecondsOf } from "../text/instant.ts";
import { beginSync, retryFailed } from "./engine/synchronise.ts";
import { PULL, PUSH, RETRY } from "./policies.ts";
import {
  ConnectorParams,
  PullOrders,
  PullProducts,
  PushProducts,
  PushStock,
  SyncAccepted,
  SyncJobParams,
} from "./schema.ts";
import type { SyncJob } from "./sync-job.ts";

const accepted = ({ id }: SyncJob, language: Language) => ({
  success: true as const,
  status: "processing" as const,
  message: translate(language, "connectors.processing"),
  job_id: id,
});

interface SyncRequest {
  product_ids?: string[] | undefined;
  since_timestamp?: string | undefined;
  force?: boolean | undefined;
}

function scopeOf(body: SyncRequest | null | undefined): SyncScope {
  const sinceUs = body?.since_timestamp === undefined ? undefined : microsecondsOf(body.since_timestamp);
  const ids = body?.product_ids && [...new Set(body.product_ids)];
  return {
    ...(ids && { productIds: ids }),
    ...(sinceUs !== undefined && { sinceUs }),
    ...(body?.force && { isForced: true }),
  };
}

/**
 * What a push is of, and how many products that are. Throws VALIDATION_FAILED for an unknown filter and for one beside what it
 * stands for.
 */
async function pushOf(
  services: Services,
  tenantId: string,
  { filters, ...body }: SyncRequest & { filters?: Record<string, unknown> | undefined },
): Promise<{ scope: SyncScope; total?: number }> {
  if (filters === undefined) return { scope: scopeOf(body) };
  const beside = (["product_ids", "since_timestamp"] as const).filter((name) => body[name] !== undefined);
  if (beside.length > 0)
    throw invalidBody(beside.map((field) => ({ field, type: "invalid_value", key: "connectors.not_with_filters" })));
  const filter = readFilterBody(filters);
  if (filter.includeDeleted !== undefined)
    throw invalidBody([{ field: "filters.include_deleted", type: "invalid_value", key: "validation.unknown_field" }]);
  const { total } = await services.call(countCall, tenantId, filter);
  return { scope: { ...scopeOf(body), filter }, total };
}

const response = { 202: SyncAccepted };
const described = (operationId: string, summary: string, description: string) => ({
  operationId,
  summary,
  description,
});

/** `/connectors/{connector_id}/sync`: the requests for a connector. */
export const syncRoutes = (services: Services) =>
  new Elysia({ prefix: "/connectors/:connector_id/sync", tags: ["Connectors"] })
    .use(access(services))
    .post(
      "/push-products",
      async ({ tenantId, write, params, body, language, status }) => {
        const connectorId = params.connector_id;
        const wanted = await pushOf(services, tenantId, body ?? {});
        const job = await write(beginSync, { connectorId, jobType: "push_products" as const, ...wanted });
        return status(202, accepted(job, language));
      },
      {
        policy: PUSH,
        params: ConnectorParams,
        body: Type.Optional(PushProducts),
        response,
        detail: described(
          "pushProducts",
          "Push products",
          "Sends the catalog, or a part of it, in chunks of 100; inactive products are skipped, and so is what has not changed since it was sent. `filters` names any number of products.",
        ),
      },
    )
    .post(
      "/pull-products",
      async ({ write, params, body, language, status }) => {
        const connectorId = params.connector_id;
        const job = await write(beginSync, { connectorId, jobType: "pull_products" as const, scope: scopeOf(body) });
        return status(202, accepted(job, language));
      },
      {
        policy: PULL,
        params: ConnectorParams,
        body: Type.Optional(PullProducts),
        response,
        detail: described(
          "pullProducts",
          "Pull products",
          "Updates products that are matched by the platform's id or EAN, and creates the others.",
        ),
      },
    )
    .post(
      "/pull-orders",
      async ({ write, params, body, language, status }) => {
        const connectorId = params.connector_id;
        const job = await write(beginSync, { connectorId, jobType: "pull_orders" as const, scope: scopeOf(body) });
        return status(202, accepted(job, language));
      },
      {
        policy: PULL,
        params: ConnectorParams,
        body: Type.Optional(PullOrders),
        response,
        detail: described(
          "pullOrders",
          "Pull orders",
          "Reads orders, also those whose webhook was lost, and takes what they hold from the stock, or gives it back. An order counts once, by webhook or by pull; lines of unknown SKUs stand in the job. Every platform has orders to read.",
        ),
      },
    )
    .post(
      "/jobs/:job_id/retry",
      async ({ write, params: { connector_id: connectorId, job_id: jobId }, language, status }) =>
        status(202, accepted(await write(retryFailed, { connectorId, jobId }), language)),
      {
        policy: RETRY,
        params: SyncJobParams,
        response,
        detail: described(
          "retryFailedProducts",
          "Retry failed products",
          "Sends the products alone that failed in a push: those that it reports, at most 500. What has arrived is not sent again.",
        ),
      },
    )
    .post(
      "/push-stock",
      async ({ write, params, body, language, status }) => {
        const connectorId = params.connector_id;
        const job = await write(beginSync, { connectorId, jobType: "push_stock" as const, scope: scopeOf(body) });
        return status(202, accepted(job, language));
      },
      {
        policy: PUSH,
        params: ConnectorParams,
        body: Type.Optional(PushStock),
        response,
        detail: described(
          "pushStock",
          "Push stock",
          "Sends the stock of the products that are on the platform, where it has changed here for another reason than the shop's own sales.",
        ),
      },
    )
    .post(
      "/push-prices",
      async ({ write, params, language, status }) => {
        const connectorId = params.connector_id;
        const job = await write(beginSync, { connectorId, jobType: "push_prices" as const, scope: {} });
        return status(202, accepted(job, language));
      },
      {
        policy: PUSH,
        params: ConnectorParams,
        response,
        detail: described(
          "pushPrices",
          "Push prices",
          "Sends prices from the active price list for the platform's channel, otherwise the product's own price.",
        ),
      },
    );
