import { type EventRow, insertEvents } from "../../db/events/events.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import { insertDeliveries, listSubscriptions, markLanesDue } from "../../db/webhooks/subscriptions.ts";
import type { CatalogEvent } from "./event.ts";

/**
 * Tells the tenant's webhooks of what this transaction changed: the events are stored with the change, so neither is
 * kept without the other. An event that no webhook asks for is not stored.
 */
export async function emitEvents(tx: Tx, events: readonly CatalogEvent[], context: MutationContext): Promise<void> {
  if (events.length === 0) return;
  const subscriptions = await listSubscriptions(tx);
  if (subscriptions.length === 0) return;
  const nowMs = context.now();
  const rows: EventRow[] = [];
  const deliveries: { webhookId: string; eventId: string }[] = [];
  const due = new Set<string>();
  for (const event of events) {
    const wanted = subscriptions.filter((subscription) => subscription.events.includes(event.type));
    if (wanted.length === 0) continue;
    const row = eventRow(event, context.newId(), nowMs);
    rows.push(row);
    for (const { webhookId, isActive } of wanted) {
      deliveries.push({ webhookId, eventId: row.id });
      if (isActive) due.add(webhookId);
    }
  }
  if (rows.length === 0) return;
  await insertEvents(tx, rows);
  await insertDeliveries(tx, deliveries, nowMs);
  await markLanesDue(tx, [...due], nowMs);
}

/** An event with the body that receivers get. */
export const eventRow = ({ type, data }: CatalogEvent, id: string, nowMs: number): EventRow => ({
  id,
  type,
  body: JSON.stringify({ id, event: type, timestamp: new Date(nowMs).toISOString(), data }),
  createdAtMs: nowMs,
});
