import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { listOverheld, markDeliveriesFailed } from "../../../db/webhooks/deliveries.ts";
import { webhookLogs } from "../../../db/webhooks/logs.ts";
import type { WaitingDelivery } from "../../../db/webhooks/sweeps.ts";
import { Webhook } from "../webhook.ts";

const HOUR_MS = 3_600_000;
const HELD_MS = 72 * HOUR_MS;
const HELD_MAX = 10_000;
const ROWS_MAX = 500;

/** Makes deliveries that cannot be sent undeliverable, each with an entry in the log by which it can be sent again. */
export async function giveUpDeliveries(
  tx: Tx,
  deliveries: readonly Omit<WaitingDelivery, "tenantId">[],
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
  await webhookLogs.insertAll(
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

/**
 * Gives up some of the deliveries that a paused webhook has held for more than 72 hours or that are beyond the newest
 * 10,000: they are undeliverable, with an entry in the log by which each can be sent again. Returns how many.
 */
export async function expireHeld(tx: Tx, webhookId: string, context: MutationContext): Promise<number> {
  const nowMs = context.now();
  const held = await listOverheld(tx, webhookId, { beforeMs: nowMs - HELD_MS, heldMax: HELD_MAX, limit: ROWS_MAX });
  if (held.length === 0) return 0;
  const waiting = held.map((delivery) => ({ webhookId, ...delivery }));
  await giveUpDeliveries(tx, waiting, "Held too long while the webhook was paused", context);
  return held.length;
}

/** The same for a webhook that is still paused. */
export const sweepHeld = mutation(
  "webhooks.sweep-held",
  async (tx, { webhookId }: { webhookId: string }, context): Promise<{ more: boolean; givenUp: number }> => {
    const webhook = await Webhook.table.find(tx, webhookId);
    if (!webhook || webhook.is_active) return { more: false, givenUp: 0 };
    const givenUp = await expireHeld(tx, webhookId, context);
    return { more: givenUp > 0, givenUp };
  },
);
