import { accessRoutes } from "../../http/gate/access.ts";
import { translate } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { emitTest } from "../emit-test.ts";
import { READ, SEND } from "../policies.ts";
import { LogPage, LogParams, LogQuery, TestBody, WebhookParams } from "../schema.ts";
import { pageOfLogs } from "./list-logs.ts";
import { DeliveryLogs } from "./log-body.ts";
import { beginRetry } from "./retry-delivery.ts";
import { sendOnce } from "./send-once.ts";

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
