import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { type Connector, findConnector, listConnectors } from "../../db/connectors/connectors.ts";
import { listLastJobs } from "../../db/connectors/sync-jobs.ts";
import { access } from "../http/gate/access.ts";
import { noContent } from "../http/output/answers.ts";
import { invalidBody, required } from "../http/output/errors.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import type { Language } from "../http/output/messages.ts";
import type { Services } from "../runtime/services.ts";
import { connectorBody, factsBody, statusBody } from "./bodies.ts";
import { testCall } from "./calls.ts";
import { createConnector, deleteConnector, noteTest, updateConnector } from "./change-connector.ts";
import { credentialProblems, sealCredentials } from "./credentials.ts";
import type { Platform } from "./engine/define-platform.ts";
import { findPlatform } from "./engine/platforms.ts";
import { type ScheduledPull, scheduleProblems } from "./engine/pull/scheduled-pulls.ts";
import { refuseRules } from "./engine/push/refuse-rules.ts";
import { connectorJobs } from "./job-routes.ts";
import { READ, TEST, WRITE } from "./policies.ts";
import { removeBeforeDeletion } from "./registration/register-webhooks.ts";
import {
  ConnectorBody,
  ConnectorCreate,
  ConnectorList,
  ConnectorParams,
  ConnectorPatch,
  StatusQuery,
  SyncStatus,
} from "./schema.ts";
import { SyncJobs } from "./sync-job.ts";
import { TestAnswer } from "./test-answer.ts";

const STATUS_SHOWN = 50;
const TAG = { tags: ["Connectors"] };

/** Credentials as they are stored. Throws VALIDATION_FAILED when the platform knows no such ones. */
async function sealed(
  services: Services,
  place: { tenantId: string; connectorId: string; platformId: string },
  credentials: Record<string, unknown> | undefined,
) {
  if (credentials === undefined) return undefined;
  const platform = findPlatform(place.platformId);
  const problems = platform ? credentialProblems(platform, credentials, services.outbound) : [];
  if (problems.length > 0) throw invalidBody(problems);
  return sealCredentials(services, place, credentials);
}

/** Throws VALIDATION_FAILED for options that a platform cannot have: offers of marketplaces go by their SKU alone. */
function refuseOptions(
  platform: Platform | undefined,
  options:
    | { existing_products?: string; scheduled_pulls?: ScheduledPull[]; when_removed?: string; stock_owner?: string }
    | undefined,
): void {
  const problems = platform ? scheduleProblems(platform, options?.scheduled_pulls ?? []) : [];
  if (platform?.isMarketplace && options?.existing_products === "skip") {
    const field = "sync_options.existing_products";
    problems.push({ field, type: "invalid_value", key: "connectors.marketplace_links" });
  }
  const wanted = options?.when_removed ?? "keep";
  const needsStock = wanted === "no_stock" || (wanted === "hide" && platform?.hides !== true);
  if (needsStock && options?.stock_owner === "shop") {
    const field = "sync_options.when_removed";
    problems.push({ field, type: "invalid_value", key: "connectors.stock_of_shop" });
  }
  if (problems.length > 0) throw invalidBody(problems);
}

/** `/connectors`: the shops and marketplaces of a tenant. */
export const connectorRoutes = (services: Services) => {
  const bodyOf = bodiesAt(services);
  return new Elysia({ prefix: "/connectors", ...TAG })
    .use(access(services))
    .get(
      "/sync-status",
      async ({ db, query: { limit = STATUS_SHOWN } }) => {
        const connectors = (await listConnectors(db))
          .toSorted((one, other) => (other.lastSyncAtMs ?? 0) - (one.lastSyncAtMs ?? 0))
          .slice(0, limit);
        const connectorIds = connectors.map(({ id }) => id);
        const jobs = await SyncJobs.table.list(db, { where: { id: await listLastJobs(db, connectorIds) } });
        return connectors.map((each) =>
          statusBody(
            each,
            jobs.find(({ connectorId }) => connectorId === each.id),
          ),
        );
      },
      {
        policy: READ,
        query: StatusQuery,
        response: { 200: SyncStatus },
        detail: {
          operationId: "listSyncStatus",
          summary: "Synchronisation status",
          description: "Every connector with its last synchronisation, the one synchronised last first.",
        },
      },
    )
    .get("", async ({ db, language }) => (await listConnectors(db)).map((each) => bodyOf(each, language)), {
      policy: READ,
      response: { 200: ConnectorList },
      detail: {
        operationId: "listConnectors",
        summary: "List connectors",
        description: "All connectors, newest first.",
      },
    })
    .post(
      "",
      async ({ tenantId, db, write, body, set, status, language }) => {
        const platform = findPlatform(body.platform_id);
        if (!platform) {
          throw invalidBody([{ field: "platform_id", type: "invalid_value", key: "validation.unknown_reference" }]);
        }
        refuseOptions(platform, body.sync_options);
        await refuseRules(db, platform, body.sync_options?.field_map);
        const id = services.newId();
        const place = { tenantId, connectorId: id, platformId: platform.id };
        const connector = await write(createConnector, {
          id,
          platformId: platform.id,
          name: body.name.trim(),
          description: body.description ?? null,
          syncOptions: body.sync_options ?? {},
          credentials: (await sealed(services, place, body.credentials)) ?? null,
        });
        set.headers["location"] = `/api/v1/connectors/${id}`;
        return status(201, withETag({ headers: {}, set }, connector.version, bodyOf(connector, language)));
      },
      {
        policy: WRITE,
        body: ConnectorCreate,
        response: { 201: ConnectorBody },
        detail: {
          operationId: "createConnector",
          summary: "Create a connector",
          description: "Its status is `pending` until a test or a synchronisation has shown that it works.",
        },
      },
    )
    .use(oneConnector(services))
    .use(connectorJobs(services));
};

/** Connectors as they are shown now. */
const bodiesAt = (services: Services) => (connector: Connector, language: Language) =>
  connectorBody(connector, { nowMs: services.now(), language });

/** One connector, by id. */
const oneConnector = (services: Services) => {
  const bodyOf = bodiesAt(services);
  return new Elysia(TAG)
    .use(access(services))
    .get(
      "/:connector_id",
      async ({ db, params: { connector_id: id }, headers, set, language }) => {
        const connector = required(await findConnector(db, id), "connector", id);
        return withETag({ headers, set }, connector.version, bodyOf(connector, language));
      },
      {
        policy: READ,
        params: ConnectorParams,
        response: { 200: ConnectorBody },
        detail: { operationId: "getConnector", summary: "Get a connector", description: "Without its credentials." },
      },
    )
    .patch(
      "/:connector_id",
      async ({ tenantId, db, write, params, body, headers, set, language }) => {
        const id = params.connector_id;
        const { platformId } = required(await findConnector(db, id), "connector", params.connector_id);
        refuseOptions(findPlatform(platformId), body.sync_options);
        await refuseRules(db, findPlatform(platformId), body.sync_options?.field_map);
        const connector = await write(updateConnector, {
          id,
          expected: ifMatch(headers),
          changes: {
            name: body.name?.trim(),
            description: body.description,
            syncOptions: body.sync_options,
            isActive: body.is_active,
          },
          credentials: await sealed(services, { tenantId, connectorId: id, platformId }, body.credentials),
        });
        return withETag({ headers: {}, set }, connector.version, bodyOf(connector, language));
      },
      {
        policy: WRITE,
        params: ConnectorParams,
        body: ConnectorPatch,
        response: { 200: ConnectorBody },
        detail: {
          operationId: "updateConnector",
          summary: "Change a connector",
          description: "`credentials` and `sync_options` replace what is stored as a whole.",
        },
      },
    )
    .delete(
      "/:connector_id",
      async ({ db, write, params, headers }) => {
        const input = { id: params.connector_id, expected: ifMatch(headers) };
        await removeBeforeDeletion({ services, db, write }, input.id, input.expected);
        while (!(await write(deleteConnector, input)).isDone);
        return noContent();
      },
      {
        policy: WRITE,
        params: ConnectorParams,
        response: { 204: Type.Void({ description: "The connector is deleted." }) },
        detail: {
          operationId: "deleteConnector",
          summary: "Delete a connector",
          description:
            "Its synchronisations stay readable. Webhooks that were registered for it are removed from the shop; one that does not answer within 15 seconds keeps them.",
        },
      },
    )
    .post(
      "/:connector_id/test",
      async ({ db, tenantId, write, params }) => {
        const id = params.connector_id;
        const connector = required(await findConnector(db, id), "connector", params.connector_id);
        if (!connector.isConfigured) {
          return { success: false, status: connector.status, message: "The connector has no credentials" };
        }
        const { error, facts } = await services.call(testCall, tenantId, { id });
        await write(noteTest, { id, version: connector.version, error, priceTax: facts?.priceTax });
        if (error !== null) return { success: false, status: "error" as const, message: error };
        const message = "The platform accepts the credentials";
        return { success: true, status: "active" as const, message, ...(facts && factsBody(facts)) };
      },
      {
        policy: TEST,
        params: ConnectorParams,
        response: { 200: TestAnswer },
        detail: {
          operationId: "testConnector",
          summary: "Test a connector",
          description:
            "Checks that the platform answers, and where it says so that the credentials may do all that the connector will do, writing included. Sends nothing of the catalog. Answers what the shop lets choose from: currencies, taxes, languages, locations, categories.",
        },
      },
    );
};
