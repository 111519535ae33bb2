import { storedEvents } from "../../../db/events/events.ts";
import { mutation } from "../../../db/ports.ts";
import {
  beginRetryOf,
  type Delivery,
  deleteDeliveries,
  endRetries,
  endRetryOf,
  findDelivery,
} from "../../../db/webhooks/deliveries.ts";
import { type DeliveryLog, webhookLogs } from "../../../db/webhooks/logs.ts";
import { eventRow } from "../../events/emit-events.ts";
import { ApiError, required } from "../../http/output/errors.ts";
import { Webhook } from "../webhook.ts";
import { logOf, type Outcome } from "./settle-deliveries.ts";

/** How long it may take, beyond the receiver's own time, until an attempt is noted. */
const NOTING_MS = 30_000;

/**
 * Prepares to send a failed delivery once more: it is not retried by itself any longer. Throws NOT_FOUND,
 * DELIVERY_NOT_FAILED for an attempt that succeeded, WEBHOOK_INACTIVE while the webhook is paused, and INVALID_STATE
 * while the delivery is being sent again already.
 */
export const beginRetry = mutation(
  "webhooks.begin-retry",
  async (tx, { webhookId, logId }: { webhookId: string; logId: string }, { now }): Promise<Delivery> => {
    const webhook = await Webhook.require(tx, webhookId);
    const entry = required(await webhookLogs.find(tx, { webhookId, id: logId }), "webhook_log", logId);
    if (entry.success) throw new ApiError("DELIVERY_NOT_FAILED");
    if (!webhook.is_active) throw new ApiError("WEBHOOK_INACTIVE");
    const { eventId } = entry;
    const delivery = required(await findDelivery(tx, webhookId, eventId), "webhook_log", logId);
    const retry = { webhookId, eventId, attempt: delivery.attempts + 1 };
    const untilMs = now() + webhook.timeout_seconds * 1000 + NOTING_MS;
    const attempt = await beginRetryOf(tx, { ...retry, untilMs }, now());
    if (attempt === undefined) throw new ApiError("INVALID_STATE", { key: "webhooks.retry_in_hand" });
    // The request that follows is counted already, so that a later replay counts on from it.
    await endRetries(tx, { webhookId, eventId, attempts: attempt, nowMs: now() });
    return { ...delivery, attempts: attempt - 1 };
  },
);

/** Notes an attempt that a user requested: the receiver's own count of failures is left alone. */
export const noteAttempt = mutation(
  "webhooks.note-attempt",
  async (tx, { webhookId, outcome }: { webhookId: string; outcome: Outcome }, { newId }): Promise<DeliveryLog> => {
    await Webhook.require(tx, webhookId);
    await endRetryOf(tx, webhookId, outcome.eventId);
    if (outcome.success) await deleteDeliveries(tx, [{ webhookId, eventId: outcome.eventId }]);
    const entry = logOf(webhookId, outcome, newId());
    await webhookLogs.insertAll(tx, [entry]);
    return entry;
  },
);

/** Stores a test event for one webhook, which is not sent by itself. Throws NOT_FOUND. */
export const emitTest = mutation(
  "webhooks.emit-test",
  async (tx, { webhookId, message }: { webhookId: string; message: string }, { now, newId }): Promise<Delivery> => {
    await Webhook.require(tx, webhookId);
    const row = eventRow({ type: "test", data: { webhook_id: webhookId, message } }, newId(), now());
    await storedEvents.insertAll(tx, [row]);
    return { eventId: row.id, event: row.type, body: row.body, attempts: 0, attemptsBefore: 0 };
  },
);
