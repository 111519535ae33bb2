import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import type { Delivery } from "../../../db/webhooks/deliveries.ts";
import { type DeliveryLog, listLogs, webhookLogs } from "../../../db/webhooks/logs.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { keysetAnswer } from "../../http/input/keyset-page.ts";
import { pageOf } from "../../http/input/page.ts";
import { required } from "../../http/output/errors.ts";
import { translate } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { attemptCall } from "../calls.ts";
import { READ, SEND } from "../policies.ts";
import { DeliveryLogs, LogPage, LogParams, LogQuery, PAGE_SIZES, TestBody, WebhookParams } from "../schema.ts";
import { Webhook } from "../webhook.ts";
import { type Attempt, outcomeOf } from "./attempt.ts";
import { beginRetry, emitTest, noteAttempt } from "./retry-delivery.ts";

/** One page of a webhook's log, newest first. Throws NOT_FOUND, and INVALID_PARAMETER for a cursor of another list. */
async function pageOfLogs(db: Reader, webhookId: string, query: Static<typeof LogQuery>) {
  await Webhook.require(db, webhookId);
  return keysetAnswer(pageOf(query, PAGE_SIZES), {
    name: `webhook-logs ${webhookId}`,
    shape: ["text"],
    read: ({ after, ...range }) => listLogs(db, webhookId, { ...range, before: after?.[0] }),
    count: () => webhookLogs.count(db, { webhookId }),
    place: ({ id }) => [id],
    show: DeliveryLogs.of,
  });
}

/** Sends an event to a webhook once, while somebody waits, and notes what came of it. Throws NOT_FOUND. */
async function sendOnce(
  { call, now }: Services,
  { tenantId, write }: { tenantId: string; write: BoundWrite },
  webhookId: string,
  delivery: Delivery,
): Promise<{ attempt: Attempt; entry: DeliveryLog }> {
  const triggeredAtMs = now();
  const { eventId, body } = delivery;
  const attempt = required(await call(attemptCall, tenantId, { webhookId, eventId, body }), "webhook", webhookId);
  // It is not tried again by itself: the caller sees how it ended.
  const circumstances = { maxRetries: Number.NEGATIVE_INFINITY, triggeredAtMs, nowMs: now(), jitter: 1 };
  const outcome = outcomeOf(delivery, attempt, circumstances);
  return { attempt, entry: await write(noteAttempt, { webhookId, outcome }) };
}

/** What was sent to a webhook, and sending it again. */
export const deliveryRoutes = (services: Services) =>
  accessRoutes(services, "Webhooks")
    .post(
      "/:webhook_id/test",
      async ({ tenantId, write, language, params: { webhook_id: webhookId } }) => {
        const message = translate(language, "webhooks.test");
        const delivery = await write(emitTest, { webhookId, message });
        const { attempt } = await sendOnce(services, { tenantId, write }, webhookId, delivery);
        return {
          status: attempt.success ? ("success" as const) : ("failed" as const),
          status_code: attempt.statusCode,
          duration_ms: attempt.durationMs,
          response_body: attempt.responseBody,
        };
      },
      {
        policy: SEND,
        params: WebhookParams,
        response: { 200: TestBody },
        detail: {
          operationId: "testWebhook",
          summary: "Send a test event",
          description:
            "Sent once, even to a paused webhook and regardless of its subscriptions. The attempt is logged.",
        },
      },
    )
    .get("/:webhook_id/logs", ({ db, params, query }) => pageOfLogs(db, params.webhook_id, query), {
      policy: READ,
      params: WebhookParams,
      query: LogQuery,
      response: { 200: LogPage },
      detail: {
        operationId: "listWebhookLogs",
        summary: "List delivery attempts",
        description: "Newest first. Kept for 30 days.",
      },
    })
    .post(
      "/:webhook_id/logs/:log_id/retry",
      async ({ tenantId, write, params: { webhook_id: webhookId, log_id: logId } }) => {
        const delivery = await write(beginRetry, { webhookId, logId });
        return DeliveryLogs.of((await sendOnce(services, { tenantId, write }, webhookId, delivery)).entry);
      },
      {
        policy: { ...SEND, refusals: ["DELIVERY_NOT_FAILED", "WEBHOOK_INACTIVE", "INVALID_STATE"] },
        params: LogParams,
        response: { 200: DeliveryLogs.Body },
        detail: {
          operationId: "retryWebhookDelivery",
          summary: "Retry a failed delivery",
          description:
            "Sends the same event once more and returns the new log entry. Automatic retries end. Refused while a retry is in progress.",
        },
      },
    );
