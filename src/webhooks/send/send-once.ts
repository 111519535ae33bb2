import type { Delivery } from "../../../db/webhooks/deliveries.ts";
import type { DeliveryLog } from "../../../db/webhooks/logs.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { required } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";
import { attemptCall } from "../calls.ts";
import type { Attempt } from "./attempt.ts";
import { outcomeOf } from "./outcome.ts";
import { noteAttempt } from "./retry-delivery.ts";

/** Sends an event to a webhook once, while somebody waits, and notes what came of it. Throws NOT_FOUND. */
export async function sendOnce(
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
