import { allPackedIn } from "../packed.ts";
import type { Reader, Tx } from "../ports.ts";

/** A condition: the tenant's module of webhooks is on. */
export const MODULE_ON = `not exists (select 1 from tenant, json_each(tenant.modules_off) as off
  where tenant.tenant_id = :tenant and off.value = 'webhooks')`;

/** Which events a webhook asks for. */
export interface Subscription {
  webhookId: string;
  events: string[];
  isActive: boolean;
}

/** What the tenant's webhooks ask for, paused ones included; nothing while the module is off. */
export const listSubscriptions = (db: Reader): Promise<Subscription[]> =>
  // Called by nearly every write, and answered by nothing as a rule: one row costs half of what a list does.
  db.one(
    `select json_group_array(json_array(id, json(events), is_active)) as packed from webhook
      where tenant_id = :tenant and ${MODULE_ON}`,
    {},
    (row) =>
      // What the statement puts together; events were written from a list of event types.
      (allPackedIn(row, "packed") as [string, string[], number][]).map(([webhookId, events, isActive]) => ({
        webhookId,
        events,
        isActive: isActive === 1,
      })),
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

/** Has the queues of these webhooks looked at now. */
export const markQueuesDue = (tx: Tx, webhookIds: readonly string[], nowMs: number): Promise<void> =>
  tx.runMany(
    `update webhook_lane set due_at_ms = :nowMs
      where tenant_id = :tenant and webhook_id = :webhookId and (due_at_ms is null or due_at_ms > :nowMs)`,
    webhookIds.map((webhookId) => ({ webhookId, nowMs })),
  );
