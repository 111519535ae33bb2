import type { MutationContext, Tx } from "../../../db/ports.ts";
import { markDeliveriesFailed } from "../../../db/webhooks/deliveries.ts";
import { insertLogs } from "../../../db/webhooks/logs.ts";

/** A delivery of the tenant that waits. */
interface Waiting {
  webhookId: string;
  eventId: string;
  event: string;
  attempts: number;
}

/** Makes deliveries that cannot be sent undeliverable, each with an entry in the log by which it can be sent again. */
export async function giveUpDeliveries(
  tx: Tx,
  deliveries: readonly Waiting[],
  why: string,
  { now, newId }: MutationContext,
): Promise<void> {
  const nowMs = now();
  const attempts = deliveries.map((delivery) => ({ ...delivery, attempt: delivery.attempts + 1 }));
  await markDeliveriesFailed(
    tx,
    attempts.map(({ webhookId, eventId, attempt }) => ({ webhookId, eventId, attempts: attempt, retryAtMs: null })),
    nowMs,
  );
  await insertLogs(
    tx,
    attempts.map(({ webhookId, eventId, event, attempt }) => ({
      id: newId(),
      webhookId,
      eventId,
      event,
      attempt,
      statusCode: 0,
      success: false,
      durationMs: 0,
      errorMessage: `${why}; undeliverable`,
      triggeredAtMs: nowMs,
    })),
  );
}
