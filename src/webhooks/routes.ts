import { randomBytes } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { accessRoutes } from "../http/gate/access.ts";
import { withETag } from "../http/output/etag.ts";
import { resourceRoutes } from "../kit/resource/resource.ts";
import type { Services } from "../runtime/services.ts";
import { millisecondsOf } from "../text/instant.ts";
import { EVENT_TYPES } from "../vocabulary.ts";
import { rotateWebhookSecret, webhookChanges } from "./change-webhook.ts";
import { fieldChecks } from "./field-problems.ts";
import { READ, SEND, WRITE } from "./policies.ts";
import {
  EventList,
  PAGE_SIZES,
  ReplayCreate,
  Replayed,
  SecretRotated,
  SecretRotation,
  WebhookCreated,
  WebhookParams,
  WebhookSwitch,
} from "./schema.ts";
import { sealHeaders } from "./sealed-headers.ts";
import { sealSecret } from "./sealed-secret.ts";
import { deliveryRoutes } from "./send/delivery-routes.ts";
import { replayDeliveries } from "./send/replay-deliveries.ts";
import { shownAt, Webhook, webhookBody } from "./webhook.ts";

// A stored fingerprint of the request would be a hash of a secret that may be short.
const WITH_SECRET = { ...WRITE, secretAnswer: true } as const;
const withFields = (services: Services) => ({ ...WITH_SECRET, refusals: [], body: { checks: fieldChecks(services) } });

const SECRET_BYTES = 32;
const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

/** The secret that a body gives, or for a new webhook one that is shown once. `null`: none shall sign. */
function secretOf(given: unknown, isNew: boolean): { secret: string | null | undefined; once?: { once: string } } {
  if (given !== undefined) return { secret: given === null ? null : String(given) };
  if (!isNew) return { secret: undefined };
  const once = newSecret();
  return { secret: once, once: { once } };
}

/** `/webhooks`: the receivers of events. */
export const webhookRoutes = (services: Services) =>
  new Elysia().use(eventTypes(services)).use(routesOfWebhooks(services));

const eventTypes = (services: Services) =>
  accessRoutes(services, "Webhooks", "/webhooks").get(
    "/events",
    () => ({ events: [...EVENT_TYPES], total: EVENT_TYPES.length }),
    {
      policy: READ,
      response: { 200: EventList },
      detail: {
        operationId: "listEventTypes",
        summary: "List event types",
        description: "All event types a webhook can subscribe to.",
      },
    },
  );

const routesOfWebhooks = (services: Services) =>
  resourceRoutes(services, Webhook, {
    path: "/webhooks",
    tag: "Webhooks",
    rights: { view: READ, edit: withFields(services), remove: WRITE },
    changes: webhookChanges,
    list: {
      flags: {
        active_only: {
          description: "Exclude paused webhooks. Default false.",
          restricts: (isSet) => (isSet ? { sql: "is_active = 1", args: {} } : undefined),
        },
      },
      sizes: PAGE_SIZES,
    },
    leaves: ["put"],
    seal: ({ secret: given, ...sent }, { tenantId, id: webhookId, isNew }) => {
      const where = { tenantId, webhookId };
      const headers = sent.headers && sealHeaders(services, where, sent.headers);
      const fields = { ...sent, ...headers?.fields };
      const headerSecrets = headers?.secrets ?? [];
      const { secret, once } = secretOf(given, isNew);
      if (secret === undefined) return { fields, sealed: { headers: headerSecrets, secret: null } };
      const sealed = secret === null ? null : sealSecret(services, where, secret);
      const withSecret = { ...fields, secret_field: sealed?.field ?? null };
      return { fields: withSecret, sealed: { headers: headerSecrets, secret: sealed }, ...once };
    },
    once: {
      Body: WebhookCreated,
      bodyOf: (row, once) => ({ ...Webhook.bodyOf(row), generated_secret: once === "" ? null : once }),
    },
    shows: { fields: {}, of: shownAt },
    texts: {
      one: "Webhook",
      list: "Newest first, including paused webhooks unless `active_only` is true.",
      create:
        "Each event is a POST with a JSON body, signed by the Standard Webhooks scheme and in `X-PM-Signature`. Without a `secret` one is made and shown once, in `generated_secret`. Events may be delivered twice: deduplicate by `id`.",
      read: "Its configuration, without the secret.",
      change: "Updates the fields sent. Also applies to pending deliveries.",
      remove: "Pending deliveries are discarded.",
    },
  })
    .use(switchRoutes(services))
    .use(deliveryRoutes(services));

/** What else is done with one webhook. */
const switchRoutes = (services: Services) =>
  accessRoutes(services, "Webhooks")
    .post(
      "/:webhook_id/toggle",
      async ({ write, params, body, set }) => {
        const { webhook_id: id } = params;
        const change = { id, expected: null, fields: { is_active: body.is_active } };
        const webhook = await write(webhookChanges.update, change);
        return withETag({ headers: {}, set }, webhook.version, webhookBody(webhook, services.now()));
      },
      {
        policy: WRITE,
        params: WebhookParams,
        body: WebhookSwitch,
        response: { 200: Webhook.Body },
        detail: {
          operationId: "toggleWebhook",
          summary: "Pause or resume a webhook",
          description: "Events during a pause are held for 72 hours, at most 10,000, and sent on resume.",
        },
      },
    )
    .post(
      "/:webhook_id/rotate-secret",
      async ({ tenantId, write, params, body }) => {
        const { webhook_id: id } = params;
        const secret = body?.secret ?? newSecret();
        const sealed = sealSecret(services, { tenantId, webhookId: id }, secret);
        const webhook = await write(rotateWebhookSecret, { id, secret: sealed });
        return { id, secret, ...shownAt(webhook, services.now()) };
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
      async ({ write, params, body }) => {
        const { webhook_id: id } = params;
        const { replayed, more } = await write(replayDeliveries, { id, sinceMs: millisecondsOf(body.since) });
        return { replayed, has_more: more };
      },
      {
        policy: { ...SEND, refusals: ["WEBHOOK_INACTIVE"], narrows: true },
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
