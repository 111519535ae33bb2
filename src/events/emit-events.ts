import { type EventRow, storedEvents } from "../../db/events/events.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import {
  insertDeliveries,
  listSubscriptions,
  markQueuesDue,
  type Subscription,
} from "../../db/webhooks/subscriptions.ts";
import type { EventType } from "../vocabulary.ts";

/** An event, as receivers get it: `data` is plain JSON. */
export interface CatalogEvent {
  type: EventType;
  data: Record<string, unknown>;
}

/**
 * Emits what this transaction changed to the tenant's webhooks: the events are stored with the change, so neither is stored
 * without the other. An event that no webhook asks for is not stored: its id is `null`. Returns ids in the order of events.
 */
export async function emitEvents(
  tx: Tx,
  events: readonly CatalogEvent[],
  context: MutationContext,
): Promise<(string | null)[]> {
  if (events.length === 0) return [];
  return emitTo(tx, await listSubscriptions(tx), events, context);
}

/** The same where it is known already what the tenant's webhooks ask for. */
export async function emitTo(
  tx: Tx,
  subscriptions: readonly Subscription[],
  events: readonly CatalogEvent[],
  context: MutationContext,
): Promise<(string | null)[]> {
  if (events.length === 0 || subscriptions.length === 0) return events.map(() => null);
  const nowMs = context.now();
  const wanted = events.map((event) => subscriptions.filter((each) => each.events.includes(event.type)));
  const rows = events.map((event, place) =>
    wanted[place]?.length ? eventRow(event, context.newId(), nowMs) : undefined,
  );
  const ids = rows.map((row) => row?.id ?? null);
  const stored = rows.filter((row) => row !== undefined);
  if (stored.length === 0) return ids;
  const deliveries = wanted.flatMap((each, place) =>
    each.map(({ webhookId }) => ({ webhookId, eventId: ids[place] ?? "" })),
  );
  const due = new Set(
    wanted.flatMap((each) => each.filter(({ isActive }) => isActive).map(({ webhookId }) => webhookId)),
  );
  await storedEvents.insertAll(tx, stored);
  await insertDeliveries(tx, deliveries, nowMs);
  await markQueuesDue(tx, [...due], nowMs);
  return ids;
}

/** An event with the body that receivers get. */
export const eventRow = ({ type, data }: CatalogEvent, id: string, nowMs: number): EventRow => ({
  id,
  type,
  body: JSON.stringify({ id, event: type, timestamp: new Date(nowMs).toISOString(), data }),
  createdAtMs: nowMs,
});
