import { mutation } from "../../../db/ports.ts";
import { renewDeliveries } from "../../../db/webhooks/deliveries.ts";
import { refreshQueue } from "../../../db/webhooks/webhook-queues.ts";
import { ApiError } from "../../http/output/errors.ts";
import { Webhook } from "../webhook.ts";

const REPLAYED_MAX = 10_000;

/**
 * Sends the deliveries again that have become undeliverable since a time, each with all its retries; at most 10,000 at
 * once, the oldest first. Throws NOT_FOUND, and WEBHOOK_INACTIVE while the webhook is paused.
 */
export const replayDeliveries = mutation(
  "webhooks.replay",
  async (
    tx,
    { id, sinceMs }: { id: string; sinceMs: number },
    { now },
  ): Promise<{ replayed: number; more: boolean }> => {
    const { is_active: isActive } = await Webhook.require(tx, id);
    if (!isActive) throw new ApiError("WEBHOOK_INACTIVE");
    const replayed = await renewDeliveries(tx, id, { sinceMs, nowMs: now(), limit: REPLAYED_MAX });
    if (replayed > 0) await refreshQueue(tx, id);
    return { replayed, more: replayed === REPLAYED_MAX };
  },
);
