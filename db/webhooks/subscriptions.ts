import type { Reader, Tx } from "../ports.ts";
import { boolean, json, type Row, text } from "../rows.ts";
import { MODULE_ON } from "./module.ts";

/** Which events a webhook asks for. */
export interface Subscription {
  webhookId: string;
  events: string[];
  isActive: boolean;
}

const readSubscription = (row: Row): Subscription => ({
  webhookId: text(row, "id"),
  events: json(row, "events") as string[], // written from a list of event types
  isActive: boolean(row, "is_active"),
});

/** What the tenant's webhooks ask for, paused ones included; nothing while the module is off. */
export const listSubscriptions = (db: Reader): Promise<Subscription[]> =>
  db.all(
    `select id, events, is_active from webhook where tenant_id = :tenant
      and ${MODULE_ON}`,
    {},
    readSubscription,
  );

/** Puts events on their way to webhooks. */
export const insertDeliveries = (
  tx: Tx,
  deliveries: readonly { webhookId: string; eventId: string }[],
  nowMs: number,
): Promise<void> =>
  tx.runMany(
    `insert into webhook_delivery (tenant_id, webhook_id, event_id, due_at_ms, created_at_ms)
      values (:tenant, :webhookId, :eventId, :nowMs, :nowMs)`,
    deliveries.map(({ webhookId, eventId }) => ({ webhookId, eventId, nowMs })),
  );

/** Has the lanes of these webhooks looked at now. */
export const markLanesDue = (tx: Tx, webhookIds: readonly string[], nowMs: number): Promise<void> =>
  tx.runMany(
    `update webhook_lane set due_at_ms = :nowMs
      where tenant_id = :tenant and webhook_id = :webhookId and (due_at_ms is null or due_at_ms > :nowMs)`,
    webhookIds.map((webhookId) => ({ webhookId, nowMs })),
  );
