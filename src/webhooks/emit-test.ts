import { insertEvents } from "../../db/events/events.ts";
import { mutation } from "../../db/ports.ts";
import type { Delivery } from "../../db/webhooks/deliveries.ts";
import { eventRow } from "../events/emit-events.ts";
import { Webhook } from "./webhook.ts";

/** Stores a test event for one webhook, which is not sent by itself. Throws NOT_FOUND. */
export const emitTest = mutation(
  "webhooks.emit-test",
  async (tx, { webhookId, message }: { webhookId: string; message: string }, { now, newId }): Promise<Delivery> => {
    await Webhook.require(tx, webhookId);
    const row = eventRow({ type: "test", data: { webhook_id: webhookId, message } }, newId(), now());
    await insertEvents(tx, [row]);
    return { eventId: row.id, event: row.type, body: row.body, attempts: 0, attemptsBefore: 0 };
  },
);
