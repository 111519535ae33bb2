import { randomBytes } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findWebhook } from "../../db/webhooks/webhooks.ts";
import { EVENT_TYPES } from "../events/event.ts";
import { access } from "../http/gate/access.ts";
import { noContent } from "../http/output/answers.ts";
import { required } from "../http/output/errors.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import type { Services } from "../runtime/services.ts";
import { millisecondsOf } from "../text/instant.ts";
import { createWebhook } from "./create-webhook.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { fieldChecks } from "./field-problems.ts";
import { pageOfWebhooks } from "./list-webhooks.ts";
import { READ, SEND, WRITE } from "./policies.ts";
import { replayDeliveries } from "./replay-deliveries.ts";
import { rotateWebhookSecret } from "./rotate-webhook-secret.ts";
import {
  EventList,
  ReplayCreate,
  Replayed,
  SecretRotated,
  SecretRotation,
  WebhookBody,
  WebhookCreate,
  WebhookPage,
  WebhookParams,
  WebhookPatch,
  WebhookQuery,
  WebhookSwitch,
} from "./schema.ts";
import { sealSecret } from "./sealed-secret.ts";
import { updateWebhook } from "./update-webhook.ts";
import { changesOf, fieldsOf, webhookBody } from "./webhook-body.ts";

// A stored fingerprint of the request would be a hash of a secret that may be short.
const WITH_SECRET = { ...WRITE, secretAnswer: true } as const;
const withFields = (services: Services) => ({ ...WITH_SECRET, body: { checks: fieldChecks(services) } });

const SECRET_BYTES = 32;
const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

/** `/webhooks`: who is told of events. */
export const webhookRoutes = (services: Services) =>
  new Elysia({ prefix: "/webhooks", tags: ["Webhooks"] })
    .use(access(services))
    .get("/events", () => ({ events: [...EVENT_TYPES], total: EVENT_TYPES.length }), {
      policy: READ,
      response: { 200: EventList },
      detail: {
        operationId: "listEventTypes",
        summary: "List event types",
        description: "All event types a webhook can subscribe to.",
      },
    })
    .get("", ({ db, query }) => pageOfWebhooks(db, query, services.now()), {
      policy: READ,
      query: WebhookQuery,
      response: { 200: WebhookPage },
      detail: {
        operationId: "listWebhooks",
        summary: "List webhooks",
        description: "Newest first, including paused webhooks unless `active_only` is true.",
      },
    })
    .post(
      "",
      async ({ tenantId, write, body, set, status }) => {
        const id = services.newId();
        const secret = body.secret ? sealSecret(services, { tenantId, webhookId: id }, body.secret) : null;
        const webhook = await write(createWebhook, { id, fields: fieldsOf(body), secret });
        set.headers["location"] = `/api/v1/webhooks/${id}`;
        return status(201, withETag({ headers: {}, set }, webhook.version, webhookBody(webhook, services.now())));
      },
      {
        policy: withFields(services),
        body: WebhookCreate,
        response: { 201: WebhookBody },
        detail: {
          operationId: "createWebhook",
          summary: "Create a webhook",
          description:
            "Each event is a POST with a JSON body, signed in `X-PM-Signature` and by the Standard Webhooks scheme. Events may be delivered twice: deduplicate by `id`.",
        },
      },
    )
    .use(oneWebhook(services))
    .use(deliveryRoutes(services));

/** One webhook, by id. */
const oneWebhook = (services: Services) =>
  new Elysia({ tags: ["Webhooks"] })
    .use(access(services))
    .get(
      "/:webhook_id",
      async ({ db, params: { webhook_id: id }, headers, set }) => {
        const webhook = required(await findWebhook(db, id), "webhook", id);
        return withETag({ headers, set }, webhook.version, webhookBody(webhook, services.now()));
      },
      {
        policy: READ,
        params: WebhookParams,
        response: { 200: WebhookBody },
        detail: {
          operationId: "getWebhook",
          summary: "Get a webhook",
          description: "Its configuration, without the secret.",
        },
      },
    )
    .patch(
      "/:webhook_id",
      async ({ tenantId, write, params: { webhook_id: id }, body, headers, set }) => {
        const raw = body.secret;
        const secret = typeof raw === "string" ? sealSecret(services, { tenantId, webhookId: id }, raw) : raw;
        const change = { id, expected: ifMatch(headers), changes: changesOf(body), secret };
        const webhook = await write(updateWebhook, change);
        return withETag({ headers: {}, set }, webhook.version, webhookBody(webhook, services.now()));
      },
      {
        policy: withFields(services),
        params: WebhookParams,
        body: WebhookPatch,
        response: { 200: WebhookBody },
        detail: {
          operationId: "updateWebhook",
          summary: "Update a webhook",
          description: "Updates the fields sent. Also applies to pending deliveries.",
        },
      },
    )
    .delete(
      "/:webhook_id",
      async ({ write, params: { webhook_id: id }, headers }) => {
        await write(deleteWebhook, { id, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: WRITE,
        params: WebhookParams,
        response: { 204: Type.Void({ description: "The webhook is deleted." }) },
        detail: {
          operationId: "deleteWebhook",
          summary: "Delete a webhook",
          description: "Pending deliveries are discarded.",
        },
      },
    )
    .post(
      "/:webhook_id/toggle",
      async ({ write, params: { webhook_id: id }, body, set }) => {
        const change = { id, expected: null, changes: { isActive: body.is_active } };
        const webhook = await write(updateWebhook, change);
        return withETag({ headers: {}, set }, webhook.version, webhookBody(webhook, services.now()));
      },
      {
        policy: WRITE,
        params: WebhookParams,
        body: WebhookSwitch,
        response: { 200: WebhookBody },
        detail: {
          operationId: "toggleWebhook",
          summary: "Pause or resume a webhook",
          description: "Events during a pause are held for 72 hours, at most 10,000, and sent on resume.",
        },
      },
    )
    .post(
      "/:webhook_id/rotate-secret",
      async ({ tenantId, write, params: { webhook_id: id }, body }) => {
        const secret = body?.secret ?? newSecret();
        const sealed = sealSecret(services, { tenantId, webhookId: id }, secret);
        const webhook = await write(rotateWebhookSecret, { id, secret: sealed });
        return { id, secret, previous_secret_until: webhookBody(webhook, services.now()).previous_secret_until };
      },
      {
        policy: WITH_SECRET,
        params: WebhookParams,
        body: Type.Optional(SecretRotation),
        response: { 200: SecretRotated },
        detail: {
          operationId: "rotateWebhookSecret",
          summary: "Rotate the secret of a webhook",
          description:
            "For 24 hours `webhook-signature` carries two signatures, by the new and the previous secret; `X-PM-Signature` uses the new one.",
        },
      },
    )
    .post(
      "/:webhook_id/replay",
      async ({ write, params: { webhook_id: id }, body }) => {
        const { replayed, more } = await write(replayDeliveries, { id, sinceMs: millisecondsOf(body.since) });
        return { replayed, has_more: more };
      },
      {
        policy: { ...SEND, refusals: ["WEBHOOK_INACTIVE"] },
        params: WebhookParams,
        body: ReplayCreate,
        response: { 200: Replayed },
        detail: {
          operationId: "replayWebhookDeliveries",
          summary: "Replay undeliverable events",
          description: "Queues all deliveries that became undeliverable since a time, each with a full set of retries.",
        },
      },
    );
