import type { Static } from "@sinclair/typebox";
import type { DeliveryLog } from "../../db/webhooks/logs.ts";
import type { Webhook } from "../../db/webhooks/webhooks.ts";
import type { EventType } from "../events/event.ts";
import { isoOfMs } from "../text/instant.ts";
import type { WebhookFields } from "./create-webhook.ts";
import type { LogBody, WebhookBody, WebhookCreate, WebhookPatch } from "./schema.ts";
import type { WebhookChanges } from "./update-webhook.ts";

const isoOrNull = (ms: number | null) => (ms === null ? null : isoOfMs(ms));

/** A webhook as the API shows it at `nowMs`. */
export const webhookBody = (webhook: Webhook, nowMs: number): Static<typeof WebhookBody> => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  events: webhook.events as EventType[], // written from a list of event types
  headers: webhook.headers,
  max_retries: webhook.maxRetries,
  timeout_seconds: webhook.timeoutSeconds,
  is_active: webhook.isActive,
  disabled_reason: webhook.disabledReason,
  has_secret: webhook.secretField !== null,
  previous_secret_until: isoOrNull((webhook.previousSecretUntilMs ?? 0) > nowMs ? webhook.previousSecretUntilMs : null),
  created_at: isoOfMs(webhook.createdAtMs),
});

/** An entry of the delivery log as the API shows it. */
export const logBody = (entry: DeliveryLog): Static<typeof LogBody> => ({
  id: entry.id,
  event: entry.event,
  event_id: entry.eventId,
  status_code: entry.statusCode,
  success: entry.success,
  duration_ms: entry.durationMs,
  attempt: entry.attempt,
  error_message: entry.errorMessage,
  triggered_at: isoOfMs(entry.triggeredAtMs),
});

/** What a body says of a webhook; absent fields are `undefined`. */
export const changesOf = (body: Static<typeof WebhookPatch>): WebhookChanges => ({
  name: body.name,
  url: body.url,
  events: body.events,
  headers: body.headers,
  maxRetries: body.max_retries,
  timeoutSeconds: body.timeout_seconds,
  isActive: body.is_active,
});

/** A new webhook with its defaults. */
export const fieldsOf = (body: Static<typeof WebhookCreate>): WebhookFields => ({
  name: body.name,
  url: body.url,
  events: body.events,
  headers: body.headers ?? {},
  maxRetries: body.max_retries ?? 3,
  timeoutSeconds: body.timeout_seconds ?? 10,
  isActive: body.is_active ?? true,
});
